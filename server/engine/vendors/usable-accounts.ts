// Which of the configured vendors may be asked. The practice web and the real one never mix: on the practice web, only
// its own stand-ins are asked.
import type { Context } from '../../platform/context.ts';
import type { VendorAccount } from '../../platform/settings/live-sources.ts';

/** All of them, those of screenshot services too. */
export const allAccounts = ({ liveSources, pictures }: Context['config']): VendorAccount[] => [
  ...liveSources.accounts,
  ...pictures.screenshots,
];

type Parts = Pick<Context, 'config'> & { practice?: { port: number } | undefined };

export function usableAccounts({ config, practice }: Parts): VendorAccount[] {
  const accounts = allAccounts(config);
  if (!config.practice) return accounts;
  return accounts.filter(({ baseUrl = '' }) => URL.parse(baseUrl)?.origin === `http://127.0.0.1:${practice?.port}`);
}
