// The crawl loop: takes a batch of URLs, visits each and saves the findings, until none is left or the site needs a pause.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Kdb } from '../../../platform/db.ts';
import { type Admission, AFTER_ALL_OTHERS } from './admission.ts';
import type { CrawlContext } from './crawl-context.ts';
import { CrawlBusy, type CrawlReport, type CrawlRequest } from './crawl-request.ts';
import {
  addAddresses,
  type Crawl,
  dropShapes,
  markUnchanged,
  type NewAddress,
  nextTryIn,
  type SettledAddress,
  saveCrawl,
  settleAddresses,
  takeWaiting,
  unseenOf,
  type Waiting,
} from './frontier.store.ts';
import { isFile } from './page-record.ts';
import { addNames, clearFailures, saveFindings } from './pages.store.ts';
import { renderedLinks } from './shell.ts';
import { createSiteOrigins, type SiteOrigins } from './site-origins.ts';
import { readSitemaps } from './sitemaps.ts';
import { type Visit, visit } from './visit.ts';

export interface Walk extends CrawlRequest {
  domain: string;
  crawl: Crawl;
  admission: Admission;
  report: CrawlReport;
  stillOurs(): Promise<boolean>;
  /** Once the home page has been visited. */
  origins?: SiteOrigins;
}

const BATCH = 20;
// If a site asks for a longer pause, the crawl stops and its worker does something else.
const LONGEST_WAIT_SECONDS = 10;
// Links from pages come first: a sitemap lists everything, however unimportant.
const SITEMAP_DEPTH = 2;
// URLs read from sitemaps per page that may be fetched; when a site is renewed, most are already known.
const LISTED_PER_PAGE = 50;

/** Seconds until the crawl can continue; null when nothing is left. Throws like crawlSite. */
export async function walk(ctx: CrawlContext, job: Walk): Promise<number | null> {
  const { crawl, signal } = job;
  const db = ctx.db.kysely;
  let sitemapsAt = 0;
  while (crawl.done < crawl.maxPages) {
    // The start page alone, then the sitemaps: known pages must not take the place of new ones listed there.
    const most = crawl.done === 0 ? 1 : BATCH;
    const batch = await takeWaiting(db, crawl.id, Math.min(most, crawl.maxPages - crawl.done));
    if (batch.length > 0) await visitBatch(ctx, job, batch);
    if (!crawl.sitemapsRead && Date.now() >= sitemapsAt) {
      sitemapsAt = Date.now() + (await addSitemaps(ctx, job)) * 1000;
      continue;
    }
    if (batch.length > 0) continue;
    const waits = [await nextTryIn(db, crawl.id), crawl.sitemapsRead ? null : (sitemapsAt - Date.now()) / 1000];
    const seconds = Math.min(...waits.map((wait) => wait ?? Number.POSITIVE_INFINITY));
    if (seconds > LONGEST_WAIT_SECONDS) return Number.isFinite(seconds) ? seconds : null;
    await sleep(Math.max(50, seconds * 1000), undefined, signal ? { signal } : {});
  }
  return null;
}

async function visitBatch(ctx: CrawlContext, job: Walk, batch: readonly Waiting[]): Promise<void> {
  const { admission, signal } = job;
  const visits: Visit[] = [];
  try {
    for (const address of batch) {
      signal?.throwIfAborted();
      // A redirect may already have led an earlier URL of this batch here.
      if (admission.isMaze(address.shape) || visits.some((one) => one.covered.includes(address.url))) continue;
      const seen = await look(ctx, job, address);
      visits.push(seen);
      admission.observe(seen.shape, seen.contentHash);
      job.onVisit?.(seen);
      if (!(await job.stillOurs())) throw new CrawlBusy(`${job.domain} is being crawled by another process now.`);
    }
  } catch (error) {
    // Keep what was read before the signal fired.
    if (signal?.aborted) await save(ctx, job, visits);
    throw error;
  }
  await save(ctx, job, visits);
  const mazes = [...new Set(batch.map(({ shape }) => shape))].filter(admission.isMaze);
  await dropShapes(ctx.db.kysely, job.crawl.id, mazes);
}

/** Also renders the start page if it is a shell. A crawl reads it once, so it renders at most one page. */
async function look(ctx: CrawlContext, { crawl, domain, signal }: Walk, address: Waiting): Promise<Visit> {
  const isRenderable = ctx.renderLinks !== undefined && address.url === crawl.startUrl;
  // No conditional request: a shell stays the same while the links its scripts add change.
  const request = isRenderable ? { ...address, etag: null, lastModified: null } : address;
  const seen = await visit(ctx.fetcher, request, { domain, signal });
  if (!isRenderable || seen.shell === null) return seen;
  return { ...seen, internal: [...seen.internal, ...(await renderedLinks(ctx, seen.shell, signal))] };
}

async function save(ctx: CrawlContext, job: Walk, visits: readonly Visit[]): Promise<void> {
  const { crawl, report } = job;
  const db = ctx.db.kysely;
  const findings = [...new Map(visits.flatMap((one) => one.findings).map((one) => [one.url, one])).values()];
  const looked = visits.filter((one) => one.retrySeconds === null);
  const unchanged = looked.filter(({ outcome }) => outcome === 'not-modified').map(({ url }) => url);
  if (looked.length > 0) crawl.pauses = 0;
  noteHome(crawl, looked);
  const fresh: NewAddress[] = [];
  for (const one of visits) fresh.push(...(await newAddresses(ctx, job, one.internal, one.depth + 1)));
  const inOrder = await newOnesFirst(db, fresh);
  await addNames(db, findings);
  await db.transaction().execute(async (tx) => {
    await saveFindings(tx, findings);
    await markUnchanged(tx, unchanged);
    await clearFailures(tx, unchanged);
    await settleAddresses(tx, crawl.id, settled(visits));
    await addAddresses(tx, crawl.id, inOrder);
    await saveCrawl(tx, crawl, looked.length);
  });
  crawl.done += looked.length;
  for (const { outcome } of looked) {
    if (outcome === 'page') report.pages += 1;
    else if (outcome === 'not-modified') report.unchanged += 1;
    else report.other[outcome] = (report.other[outcome] ?? 0) + 1;
  }
}

function settled(visits: readonly Visit[]): SettledAddress[] {
  const all = visits.flatMap((one) =>
    one.covered.map((url) => ({
      url,
      done: one.retrySeconds === null,
      attempts: one.attempts,
      retrySeconds: one.retrySeconds ?? 0,
      contentHash: url === one.url ? one.contentHash : null,
    })),
  );
  return [...new Map(all.map((one) => [one.url, one])).values()];
}

/** The start page's final URL is the site's home origin. */
function noteHome(crawl: Crawl, looked: readonly Visit[]): void {
  const start = looked.find(({ url }) => url === crawl.startUrl);
  if (start === undefined || crawl.aliases.home !== undefined) return;
  const from = new URL(crawl.startUrl).origin;
  const home = new URL(start.findings.at(-1)?.record?.url ?? crawl.startUrl).origin;
  crawl.aliases = { home, same: home === from ? {} : { [from]: true } };
}

function originsOf({ fetcher }: CrawlContext, job: Walk): SiteOrigins | undefined {
  const { home, same = {} } = job.crawl.aliases;
  if (home === undefined) return undefined;
  job.origins ??= createSiteOrigins(fetcher, { home, same });
  job.crawl.aliases = job.origins.known;
  return job.origins;
}

async function newAddresses(
  ctx: CrawlContext,
  job: Walk,
  urls: readonly string[],
  depth: number,
): Promise<NewAddress[]> {
  const { admission, signal } = job;
  const unified = signal?.aborted ? urls : ((await originsOf(ctx, job)?.unify(urls, signal)) ?? urls);
  return unified.map((url) => admission.admit(url, depth)).filter((address) => address !== null);
}

/** Known pages got their share as seeds; the rest of the crawl is for new ones. */
async function newOnesFirst(db: Kdb, addresses: readonly NewAddress[]): Promise<NewAddress[]> {
  if (addresses.length === 0) return [];
  const unseen = new Set(
    await unseenOf(
      db,
      addresses.map(({ url }) => url),
    ),
  );
  return addresses.map((one) => (unseen.has(one.url) ? one : { ...one, round: AFTER_ALL_OTHERS }));
}

/** Adds listed URLs that the index does not have. Returns seconds to wait if the site is busy, otherwise 0. */
async function addSitemaps(ctx: CrawlContext, job: Walk): Promise<number> {
  const { crawl, signal } = job;
  const db = ctx.db.kysely;
  const home = crawl.aliases.home ?? new URL(crawl.startUrl).origin;
  const most = crawl.maxPages * LISTED_PER_PAGE;
  const { urls, retrySeconds } = await readSitemaps(ctx.fetcher, { url: `${home}/`, most, signal });
  const unseen = await unseenOf(
    db,
    urls.filter((url) => !isFile(url)),
  );
  const fresh = await newAddresses(ctx, job, unseen, SITEMAP_DEPTH);
  crawl.sitemapsRead = retrySeconds === undefined;
  await db.transaction().execute(async (tx) => {
    await addAddresses(tx, crawl.id, fresh);
    await saveCrawl(tx, crawl, 0);
  });
  return retrySeconds ?? 0;
}
