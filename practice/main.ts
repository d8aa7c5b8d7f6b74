// Runs the practice web alone: `npm run practice -- [port] [--vendors]`, until interrupted.

import { startPracticeWeb } from './start.ts';
import { vendorSettings } from './vendors/vendor-settings.ts';

const flags = process.argv.slice(2);
const begun = performance.now();
const practice = await startPracticeWeb({ port: Number(flags.find((flag) => /^\d+$/.test(flag)) ?? 0) });
console.log(`The practice web is up after ${Math.round(performance.now() - begun)} ms: ${practice.url}`);
console.log(
  `${practice.sites.length} sites, ${practice.world.pages.length} pages. DNS ${practice.dnsServer}, SMTP 127.0.0.1:${practice.smtpPort}`,
);
if (flags.includes('--vendors')) console.log(`\n${vendorSettings(practice.vendorUrl)}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void practice.stop());
