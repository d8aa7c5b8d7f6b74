// Crawls one site into the index: from its start page along its links and sitemaps, up to a number of pages. It may be
// killed at any line: the next call continues after the last saved batch. Run again, it renews the site.

import type { Kdb } from '../../../platform/db.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import { takeLease } from '../leases.store.ts';
import { type Admission, AFTER_ALL_OTHERS, createAdmission } from './admission.ts';
import { mergeOrigins } from './aliases.store.ts';
import type { CrawlContext } from './crawl-context.ts';
import { CrawlBusy, type CrawlReport, type CrawlRequest } from './crawl-request.ts';
import {
  addAddresses,
  beginCrawl,
  type Crawl,
  crawlAddresses,
  endCrawl,
  knownPages,
  type NewAddress,
  saveCrawl,
} from './frontier.store.ts';
import { domainId, settleDomain } from './pages.store.ts';
import { walk } from './walk.ts';

// A page takes a minute at most: 30 seconds for each of a few redirects, plus the host's pause.
export const LEASE_SECONDS = 300;
// At most this share of a crawl goes to pages the index already has while there are others.
const SHARE_OF_KNOWN = 0.75;
// A busy site is retried ever less often, down to once an hour; one that is down every five minutes.
const MOST_PAUSES = 10;
const MOST_DAYS = 3;

/** Throws CrawlBusy, the signal's reason, or database errors. */
export async function crawlSite(ctx: CrawlContext, request: CrawlRequest): Promise<CrawlReport> {
  const startUrl = toPageUrl(request.url);
  if (startUrl === null) throw new TypeError(`${request.url} is not a web address.`);
  const db = ctx.db.kysely;
  const domain = domainOf(startUrl);
  const lease = await takeLease(db, `crawl:${domain}`, LEASE_SECONDS);
  if (lease === null) throw new CrawlBusy(`${domain} is being crawled already.`);
  try {
    const crawl = await beginCrawl(db, { domainId: await domainId(db, domain), startUrl, maxPages: request.maxPages });
    const known = await crawlAddresses(db, crawl.id);
    const admission = createAdmission(known, crawl.maxPages);
    if (known.length === 0) await addAddresses(db, crawl.id, await seeds(db, crawl, admission));
    const report: CrawlReport = {
      ...{ domain, startUrl, pages: 0, unchanged: 0, other: {}, unreached: 0, resumeInSeconds: null },
    };
    const seconds = await walk(ctx, { ...request, domain, crawl, admission, report, stillOurs: lease.renew });
    if (seconds !== null && isWorthWaiting(crawl)) {
      // Waiting URLs stay in the frontier.
      crawl.pauses += 1;
      await saveCrawl(db, crawl, 0);
      return { ...report, resumeInSeconds: seconds };
    }
    await db.transaction().execute(async (tx) => {
      await mergeOrigins(tx, crawl);
      await settleDomain(tx, crawl.domainId);
    });
    return { ...report, unreached: await endCrawl(db, crawl) };
  } finally {
    await lease.release();
  }
}

/**
 * The start page and known pages of the site, so that unchanged ones are not read again for their links. If the site has more
 * pages than may be fetched, the least recently visited ones, leaving space for new ones.
 */
async function seeds(db: Kdb, crawl: Crawl, admission: Admission): Promise<NewAddress[]> {
  const known = await knownPages(db, crawl.domainId, crawl.maxPages);
  const before = Math.ceil(crawl.maxPages * SHARE_OF_KNOWN);
  const list = [
    admission.admit(crawl.startUrl, 0, 0),
    ...known.map((url, i) => admission.admit(url, 1, i < before ? 0 : AFTER_ALL_OTHERS)),
  ];
  return list.filter((address) => address !== null);
}

function isWorthWaiting({ pauses, startedAt }: Crawl): boolean {
  return pauses < MOST_PAUSES && Date.now() - startedAt.getTime() < MOST_DAYS * 86_400_000;
}
