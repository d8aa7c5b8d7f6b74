// Runs the practice web alone: `node practice/main.ts [port]`, until interrupted.

import { startPracticeWeb } from './start.ts';

const begun = performance.now();
const practice = await startPracticeWeb({ port: Number(process.argv[2] ?? 0) });
console.log(`The practice web is up after ${Math.round(performance.now() - begun)} ms: ${practice.url}`);
console.log(
  `${practice.sites.length} sites, ${practice.world.pages.length} pages. DNS ${practice.dnsServer}, SMTP 127.0.0.1:${practice.smtpPort}`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void practice.stop());
