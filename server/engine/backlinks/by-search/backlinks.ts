// Backlinks without a link database: search engines return pages that may link to the target, and Zeus reads each of them.
// Only pages with a followed link to the target are delivered.
import type { BacklinkFinder } from '../find-backlinks.ts';
import { findCandidates } from './candidates.ts';
import { proveBacklinks, readTarget } from './prove-backlinks.ts';
import { backlinkQueries } from './query-forms.ts';
import { type BySearchParts, bySearch, readAll } from './read-all.ts';

/** One page per domain is delivered; a second one is read in case the first has no link. */
const perDomain = 2;

export function backlinksBySearch({ db, searches, reader, limits }: BySearchParts): BacklinkFinder {
  return {
    source: bySearch,
    async find(request, call) {
      const { target, title } = await readTarget(reader, request, call);
      const queries = backlinkQueries({ url: request.url, title }, limits.queries);
      const asking = { place: request.place, resultPages: 1, except: target.domain, perDomain, most: limits.pages };
      const candidates = await findCandidates(searches, queries, asking, call);
      const pages = await readAll(reader, candidates, { call });
      const strongest = await proveBacklinks({ db, reader }, target, pages, call);
      return strongest.length === 0 ? null : strongest.slice(0, request.limit);
    },
  };
}
