// The site or page for a `…-once` script. A name under .localhost without a port means a practice web, which is started for it;
// with a port it means one that is already running.
import type { PracticeWeb } from '../../practice/start.ts';
import { botUserAgent } from '../../server/engine/pages/bot.ts';
import { createPageFetcher, type SiteFetcher } from '../../server/engine/pages/fetch-page.ts';
import type { SharedHosts } from '../../server/engine/pages/fetching/page-hosts.store.ts';
import type { Config } from '../../server/platform/config.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';

export interface Target {
  url: string;
  outbound: Outbound;
  /** `hosts`: from the database of this Zeus, so that its workers and this run together are polite to a site. */
  openFetcher(hosts?: SharedHosts): SiteFetcher;
  /** The practice web started for this run. */
  practice: PracticeWeb | undefined;
  close(): Promise<void>;
}

/** Throws OperatorError if the text is not a URL. */
export async function openTarget(text: string | undefined, config: Config): Promise<Target> {
  const url = URL.parse(text?.includes('://') ? text : `https://${text ?? ''}`);
  if (url === null || text === undefined) throw new OperatorError('Pass a site or page, such as example.com');
  const isPractice = url.hostname.endsWith('.localhost');
  if (isPractice && !text.startsWith('https:')) url.protocol = 'http:';
  const practice = isPractice && url.port === '' ? await startPractice() : undefined;
  if (practice) url.port = String(practice.port);
  const outbound = createOutbound(isPractice ? { practice: practice ?? { port: Number(url.port) } } : {});
  const userAgent = botUserAgent(config.web.siteUrl);
  const openFetcher = (hosts?: SharedHosts) =>
    createPageFetcher({ outbound, userAgent, hosts, ...(isPractice ? { pauseMs: 0 } : {}) });
  const close = async () => {
    await outbound.close();
    await practice?.stop();
  };
  return { url: url.href, outbound, openFetcher, practice, close };
}

export async function startPractice(): Promise<PracticeWeb> {
  const { startPracticeWeb } = await import('../../practice/start.ts');
  return startPracticeWeb();
}
