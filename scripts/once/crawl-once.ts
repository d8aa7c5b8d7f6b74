// Crawls one site and shows what the index knows about it: npm run crawl-once -- <site> [maximum pages]
// Ctrl-C stops it; run again, it continues, with the new number of pages if given. Writes into the index of this Zeus, except
// for a practice web started for this run, which gets its own database.
import { countsOfDomain } from '../../server/engine/index/backlinks/backlinks.store.ts';
import { findBacklinks } from '../../server/engine/index/backlinks/find-backlinks.ts';
import { crawlSites } from '../../server/engine/index/crawl/crawl-sites.ts';
import type { Visit } from '../../server/engine/index/crawl/visit.ts';
import { practiceMetrics } from '../../server/engine/metrics/practice-metrics.ts';
import { sharedHosts } from '../../server/engine/pages/fetching/page-hosts.store.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { readConfig, runForOperator, withMigratedDatabase } from '../operating/configured-database.ts';
import { openTarget, type Target } from './once-target.ts';

const [site, most] = process.argv.slice(2);

async function main(): Promise<void> {
  const config = readConfig();
  const target = await openTarget(site, config);
  try {
    await withIndex(config, target, (db) => crawl(db, target));
  } finally {
    await target.close();
  }
}

async function withIndex(config: Config, target: Target, use: (db: Database) => Promise<void>): Promise<void> {
  if (target.practice) {
    const { withTemporaryDatabase } = await import('../../server/test/database.ts');
    return withTemporaryDatabase(use);
  }
  return withMigratedDatabase(config, 'crawl-once', use);
}

async function crawl(db: Database, { url, openFetcher, outbound, practice }: Target): Promise<void> {
  const log = { warn: (entry: unknown) => console.log('  !', entry) };
  const metrics = practice ? [practiceMetrics(practice.metricsUrl)] : [];
  const limit = most === undefined ? {} : { maxPages: Math.max(1, Number(most) || 200) };
  const request = { urls: [url], ...limit, metrics, signal: untilInterrupted(), onVisit: show };
  const fetcher = openFetcher(sharedHosts(db.kysely));
  const [report] = await crawlSites({ db, fetcher, outbound, log }, request);
  if (report === undefined) {
    console.log('Another process is crawling this site.');
    return;
  }
  console.log('\n', report);
  if (report.resumeInSeconds !== null) {
    const minutes = Math.ceil(report.resumeInSeconds / 60);
    console.log(`\nThe site asked for a pause. Run this again in ${minutes} min to continue.`);
  }
  const counts = await countsOfDomain(db.kysely, report.domain);
  console.log(`\n${report.domain} in the index:`, counts ?? 'nothing');
  for (const link of await findBacklinks(db.kysely, { domain: report.domain }, { limit: 20 })) {
    console.log(
      `  ${(link.domainRating < 0 ? 'N/A' : link.domainRating.toFixed(1)).padStart(5)}  ${link.urlFrom}  "${link.anchor}"  → ${link.urlTo}`,
    );
  }
}

/** Aborted by Ctrl-C, so that the crawl saves what it has and releases the site. A second Ctrl-C exits at once. */
function untilInterrupted(): AbortSignal {
  const stop = new AbortController();
  const handleSignal = () => stop.abort(new OperatorError('Stopped. Run this again to continue.'));
  process.once('SIGINT', handleSignal);
  process.once('SIGTERM', handleSignal);
  return stop.signal;
}

function show({ outcome, url, message, findings }: Visit): void {
  const page = findings.at(-1)?.record;
  const what = page ? `${page.words} words, ${page.links.length} links out, ${page.internal.length} within` : message;
  console.log(`${outcome.padEnd(15)} ${url}  ${what}`);
}

runForOperator(main);
