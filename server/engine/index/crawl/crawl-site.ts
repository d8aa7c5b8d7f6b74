// Crawls one site into the index: from its start page along its own links, nearest first, within a number of pages.
// It may be killed at any line: the next call goes on where the last saved batch ended. Run again, it renews the site.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kdb } from '../../../platform/db.ts';
import type { PageFetcher } from '../../pages/fetch-page.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import { takeLease } from '../leases.store.ts';
import { type Admission, createAdmission } from './admission.ts';
import {
  addAddresses,
  addDone,
  beginCrawl,
  type Crawl,
  crawlAddresses,
  endCrawl,
  knownPages,
  type NewAddress,
  nextTryIn,
  settleAddresses,
  takeWaiting,
} from './frontier.store.ts';
import { addNames, clearFailures, domainId, saveFindings, settleDomain } from './pages.store.ts';
import { type Visit, visit } from './visit.ts';

export interface CrawlContext {
  db: { kysely: Kdb };
  fetcher: PageFetcher;
}

export interface CrawlRequest {
  url: string;
  maxPages?: number;
  signal?: AbortSignal | undefined;
  /** Called after every address that was looked at. */
  onVisit?: ((visit: Visit) => void) | undefined;
}

export interface CrawlReport {
  domain: string;
  /** Pages now in the index from this crawl, new or renewed; unchanged ones; and what the others were. */
  pages: number;
  unchanged: number;
  other: Record<string, number>;
  /** Addresses that could not be looked at, even after some tries. */
  unreached: number;
}

/** Somebody else is crawling this site right now. */
export class CrawlBusy extends Error {
  override readonly name = 'CrawlBusy';
}

const DEFAULT_MAX_PAGES = 200;
const BATCH = 20;
const MAX_ATTEMPTS = 2;
// A page takes a minute at most: 30 seconds for each of a few hops, and the pause its host asks for.
const LEASE_SECONDS = 300;
// A site that asks for a longer pause is left for the next crawl.
const LONGEST_WAIT_SECONDS = 30;

/** Throws CrawlBusy, the signal's reason, or what the database throws. */
export async function crawlSite(ctx: CrawlContext, request: CrawlRequest): Promise<CrawlReport> {
  const startUrl = toPageUrl(request.url);
  if (startUrl === null) throw new TypeError(`${request.url} is not a web address.`);
  const db = ctx.db.kysely;
  const domain = domainOf(startUrl);
  const lease = await takeLease(db, `crawl:${domain}`, LEASE_SECONDS);
  if (lease === null) throw new CrawlBusy(`${domain} is being crawled already.`);
  try {
    const site = { domainId: await domainId(db, domain), startUrl, maxPages: request.maxPages ?? DEFAULT_MAX_PAGES };
    const crawl = await beginCrawl(db, site);
    const known = await crawlAddresses(db, crawl.id);
    const admission = createAdmission(known, crawl.maxPages);
    if (known.length === 0) await addAddresses(db, crawl.id, await seeds(db, crawl, admission));
    const report = { domain, pages: 0, unchanged: 0, other: {}, unreached: 0 };
    await walk(ctx, { ...request, domain, crawl, admission, report, stillOurs: lease.renew });
    await db.transaction().execute((tx) => settleDomain(tx, crawl.domainId));
    return { ...report, unreached: await endCrawl(db, crawl) };
  } finally {
    await lease.release();
  }
}

/** The start page, and every page of the site that the index has: what is unchanged is not read again for its links. */
async function seeds(db: Kdb, crawl: Crawl, admission: Admission): Promise<NewAddress[]> {
  const known = await knownPages(db, crawl.domainId, crawl.maxPages);
  const list = [admission.admit(crawl.startUrl, 0), ...known.map((url) => admission.admit(url, 1))];
  return list.filter((address) => address !== null);
}

interface Walk extends CrawlRequest {
  domain: string;
  crawl: Crawl;
  admission: Admission;
  report: CrawlReport;
  stillOurs(): Promise<boolean>;
}

async function walk(ctx: CrawlContext, job: Walk): Promise<void> {
  const { crawl, signal } = job;
  const db = ctx.db.kysely;
  while (crawl.done < crawl.maxPages) {
    const batch = await takeWaiting(db, crawl.id, Math.min(BATCH, crawl.maxPages - crawl.done));
    if (batch.length === 0) {
      const seconds = await nextTryIn(db, crawl.id);
      if (seconds === null || seconds > LONGEST_WAIT_SECONDS) return;
      await sleep(Math.max(50, seconds * 1000), undefined, signal ? { signal } : {});
      continue;
    }
    const visits: Visit[] = [];
    for (const address of batch) {
      signal?.throwIfAborted();
      // A redirect may have led an earlier address of this batch here already.
      if (visits.some((one) => one.covered.includes(address.url))) continue;
      const seen = await visit(ctx.fetcher, address, { domain: job.domain, signal });
      visits.push(seen);
      job.onVisit?.(seen);
      if (!(await job.stillOurs())) throw new CrawlBusy(`${job.domain} is being crawled by another process now.`);
    }
    await save(db, job, visits);
  }
}

async function save(db: Kdb, job: Walk, visits: readonly Visit[]): Promise<void> {
  const { crawl, report } = job;
  const findings = [...new Map(visits.flatMap((one) => one.findings).map((one) => [one.url, one])).values()];
  const looked = visits.filter((one) => one.retrySeconds === null);
  const fresh = visits.flatMap((one) => newAddresses(job, one));
  await addNames(db, findings);
  await db.transaction().execute(async (tx) => {
    await saveFindings(tx, findings);
    await clearFailures(
      tx,
      visits.filter((one) => one.outcome === 'not-modified').map(({ url }) => url),
    );
    await settleAddresses(tx, crawl.id, settled(visits));
    await addAddresses(tx, crawl.id, fresh);
    await addDone(tx, crawl.id, looked.length);
  });
  crawl.done += looked.length;
  for (const { outcome } of looked) {
    if (outcome === 'page') report.pages += 1;
    else if (outcome === 'not-modified') report.unchanged += 1;
    else report.other[outcome] = (report.other[outcome] ?? 0) + 1;
  }
}

function settled(visits: readonly Visit[]) {
  const all = visits.flatMap((one) =>
    one.covered.map((url) => ({
      url,
      done: one.retrySeconds === null,
      attempts: one.wasAsked ? 1 : 0,
      retrySeconds: waitFor(one),
    })),
  );
  return [...new Map(all.map((one) => [one.url, one])).values()];
}

/** After the last try an address is put off beyond the end of this crawl. */
function waitFor({ retrySeconds, wasAsked, attempts }: Visit): number {
  if (retrySeconds === null) return 0;
  return wasAsked && attempts + 1 >= MAX_ATTEMPTS ? LONGEST_WAIT_SECONDS * 1000 : retrySeconds;
}

function newAddresses(job: Walk, { internal, depth }: Visit): NewAddress[] {
  return internal.map((url) => job.admission.admit(url, depth + 1)).filter((address) => address !== null);
}
