// The backlinks of the waiting search results, delivered together, so that limited credits buy the strongest of all.

import { maxBacklinks } from '../../shared/limits.ts';
import { noteFiguresProblem } from '../campaigns/campaign-search.store.ts';
import { findBacklinks } from '../engine/backlinks/find-backlinks.ts';
import type { FoundBacklink } from '../engine/backlinks/found-backlink.ts';
import { jobFailure } from '../engine/job-failure.ts';
import type { FiguresProblem } from '../engine/metrics/fill-gaps.ts';
import { mostHopeful, ProviderError } from '../engine/provider.ts';
import type { Context } from '../platform/context.ts';
import {
  type BacklinkSearchEnd,
  endBacklinkSearches,
  listWaitingResults,
  lockWaitingResults,
  type WaitingResult,
} from '../search-results/search-results.store.ts';
import { deliverBacklinks } from './deliver-backlinks.ts';
import type { BacklinkSearch } from './find-by-keyword.ts';
import { type RatedBacklink, rateBacklinks } from './rate-backlinks.ts';

/** How many search results are looked up at the same time. */
const atOnce = 4;
/** No further lookup starts after this time: the job delivers what it found and is enqueued again for the rest. */
const longestRunMs = 4 * 60_000;

interface Looked {
  /** By search result. */
  found: Map<string, FoundBacklink[]>;
  failures: ProviderError[];
}

/**
 * Delivers what was found even if some results could not be looked up; then throws the job's failure, and only those are left
 * for the next run.
 */
export async function findByResults(ctx: Context, search: BacklinkSearch): Promise<void> {
  const until = performance.now() + longestRunMs;
  const tried = new Set<string>();
  let hasMoved = false;
  const failures: ProviderError[] = [];
  // Runs once, unless a result that was deselected is selected again while the others are looked up.
  for (;;) {
    const waiting = (await listWaitingResults(ctx.db.kysely, search.campaignId)).filter(({ id }) => !tried.has(id));
    if (waiting.length === 0) break;
    const wanted = waiting.filter(({ keep }) => keep);
    for (const { id } of wanted) tried.add(id);
    const looked = await lookUp(wanted, search, until);
    failures.push(...looked.failures);
    hasMoved ||= looked.found.size > 0;
    await deliver(ctx, search, await rate(ctx, search, looked.found));
  }
  // Those that were refused must not end the search for the others.
  const failure = mostHopeful(failures);
  // A provider that makes us wait is abandoned after a while, but not as long as there is progress.
  if (failure) throw jobFailure(failure, hasMoved ? new Date() : search.since);
}

async function lookUp(waiting: readonly WaitingResult[], search: BacklinkSearch, until: number): Promise<Looked> {
  const looked: Looked = { found: new Map(), failures: [] };
  const rest = waiting.values();
  async function lookUpRest(): Promise<void> {
    for (const { id, url, title } of rest) {
      if (performance.now() > until) {
        looked.failures.push(toBeContinued());
        return;
      }
      try {
        const request = { ...search, url, title, limit: maxBacklinks.perResult };
        looked.found.set(id, await findBacklinks(search.sources.finders, request, search.call));
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        looked.failures.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lookUpRest));
  return looked;
}

const toBeContinued = () =>
  new ProviderError('zeus', 'There are more results than one run looks up.', { kind: 'pending', retryAfterSeconds: 1 });

interface RatedResults {
  /** By search result. */
  found: Map<string, RatedBacklink[]>;
  problem: FiguresProblem | null;
}

/** Looks up the figures of all results together, which takes fewer calls. */
async function rate(ctx: Context, search: BacklinkSearch, found: Looked['found']): Promise<RatedResults> {
  const all = [...found].flatMap(([result, links]) => links.map((link) => ({ ...link, result })));
  const { rows, problem } = await rateBacklinks(ctx, all, { ...search, minTraffic: 0, most: maxBacklinks.perCampaign });
  const byResult = Map.groupBy(rows, ({ result }) => result);
  // A result without backlinks was looked up as well.
  return { found: new Map([...found.keys()].map((id) => [id, byResult.get(id) ?? []])), problem };
}

async function deliver(ctx: Context, search: BacklinkSearch, { found, problem }: RatedResults): Promise<void> {
  let open: string[] = [];
  let unticked: string[] = [];
  /** Those that were not looked up in this run. */
  let others: string[] = [];
  await deliverBacklinks(ctx, {
    ...search,
    most: maxBacklinks.perCampaign,
    async pick(tx) {
      const waiting = await lockWaitingResults(tx, search.campaignId);
      open = waiting.filter(({ id, keep }) => keep && found.has(id)).map(({ id }) => id);
      unticked = waiting.filter(({ keep }) => !keep).map(({ id }) => id);
      others = waiting.filter(({ id, keep }) => keep && !found.has(id)).map(({ id }) => id);
      return open.length + unticked.length > 0 ? open.flatMap((id) => found.get(id) ?? []) : null;
    },
    async close(tx, { leftOut, overLimit, isLimitReached }) {
      const hasOneOf = (id: string, domains: ReadonlySet<string>) =>
        found.get(id)?.some(({ domain }) => domains.has(domain));
      const unpaid = domainsOf(leftOut);
      const beyond = domainsOf(overLimit);
      const stateOf = (id: string) => (hasOneOf(id, unpaid) ? 'no-credit' : hasOneOf(id, beyond) ? 'limited' : 'done');
      const ended: BacklinkSearchEnd[] = open.map((id) => ({ id, state: stateOf(id) }));
      // Whatever else the order asked for could not be delivered, so it is not looked up, which may cost us money.
      if (isLimitReached) ended.push(...others.map((id) => ({ id, state: 'limited' as const })));
      await noteFiguresProblem(tx, search.campaignId, problem);
      await endBacklinkSearches(tx, [...ended, ...unticked.map((id) => ({ id, state: 'none' as const }))]);
    },
  });
}

const domainsOf = (backlinks: readonly FoundBacklink[]) => new Set(backlinks.map(({ domain }) => domain));
