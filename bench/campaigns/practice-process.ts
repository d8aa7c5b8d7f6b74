// The practice web in a separate process, so that its work is not counted as ours. Prints its address as one line of JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startPracticeWeb } from '../../practice/start.ts';
import { truthOf } from '../../practice/truth.ts';
import type { Practice } from '../../server/platform/context.ts';

export interface PracticeProcess {
  practice: Practice;
  /** Articles first, then all other pages. */
  pages: string[];
  stop(): void;
}

/** Starts it and waits until it responds. */
export async function startPracticeProcess(): Promise<PracticeProcess> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  let text = '';
  while (!text.endsWith('\n')) text += (await once(child.stdout, 'data')).join('');
  return { ...(JSON.parse(text) as Omit<PracticeProcess, 'stop'>), stop: () => void child.kill() };
}

if (import.meta.main) {
  const web = await startPracticeWeb();
  const { port, smtpPort, dnsServer, dnsZone, rootCertificate, metricsUrl, sites } = web;
  const { pages } = truthOf(web.world, port);
  const rank = ({ kind }: { kind: string }) => (kind === 'article' ? 0 : 1);
  const urls = pages.toSorted((a, b) => rank(a) - rank(b)).map(({ url }) => url);
  process.stdout.write(
    `${JSON.stringify({ practice: { port, smtpPort, dnsServer, dnsZone, rootCertificate, metricsUrl, sites }, pages: urls })}\n`,
  );
  process.once('SIGTERM', () => void web.stop());
}
