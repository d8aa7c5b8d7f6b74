// The two email partners that are on in practice unless accounts are set: stand-ins of the practice web, so that a newcomer sees
// partners at work without a key. Their credits cost nothing, so neither budgets nor measured prices of a later live use change.
import type { Config } from '../../platform/config.ts';
import type { VendorAccount, VendorName } from '../../platform/settings/live-sources.ts';

export const practicePartners = ['hunter', 'prospeo'] as const satisfies VendorName[];
/** Every stand-in accepts it. */
const key = 'practice';

/** The settings with the accounts of the stand-ins, if the practice web runs and no other account is set. */
export function withPracticePartners(config: Config, practice: { port: number } | undefined): Config {
  if (!config.practice || !practice || config.liveSources.accounts.length > 0) return config;
  const accounts = practicePartners.map(
    (source): VendorAccount => ({
      ...{ source, key, login: '', baseUrl: `http://127.0.0.1:${practice.port}/${source}` },
      limits: { dollarsPerUnit: 0 },
    }),
  );
  return { ...config, liveSources: { ...config.liveSources, accounts } };
}
