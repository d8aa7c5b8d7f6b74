// Magic Search through DataForSEO's Content Analysis: the best page of each domain about a keyword. It states neither words nor
// traffic: Zeus counts the words on the pages, and traffic stays unknown.

import { z } from 'zod';
import type { PageFetcher } from '../pages/fetch-page.ts';
import type { Call } from '../provider.ts';
import { askVendor } from '../vendors/ask-vendor.ts';
import { authorization, dataForSeo, liveTimeoutMs, readTask } from '../vendors/dataforseo.ts';
import type { Lifetime } from '../vendors/open-sources.ts';
import { anyNumber, anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import type { Question, VendorContext } from '../vendors/vendor.ts';
import { filterOf, mostDollars } from './dataforseo.ts';
import { believableBacklinks, type StatedBacklink, statedBacklink } from './found-backlink.ts';
import { keepLongPages, mustRead } from './long-pages.ts';
import type { MagicRequest, MagicSearch } from './magic-search.ts';

const { source } = dataForSeo;
const row = z.object({
  url: z.string(),
  domain_rank: anyNumber(-1),
  content_info: z.object({ title: anyText, main_title: anyText }).catch({ title: '', main_title: '' }),
});
const results = z.tuple([z.object({ items: z.array(z.unknown()).nullable() })]);
/** How many times more rows to buy if pages are filtered out afterwards. Rows are cheap compared with the call. */
const spare = 3;
const maxRows = 1000;

/** `fetcherOf`: reads the pages to count their words. */
export function dataForSeoMagic(
  context: VendorContext,
  { lifetimeSeconds }: Lifetime,
  fetcherOf: (call: Call) => PageFetcher,
): MagicSearch {
  return {
    source,
    async search(request, call) {
      const { minWords, limit, include, exclude } = request;
      const filter = { minWords, limit, include, exclude };
      const rows = Math.min(maxRows, mustRead(filter) ? limit * spare : limit);
      const found = await askVendor(
        context,
        magicQuestion(context, { ...request, limit: rows }, lifetimeSeconds),
        call,
      );
      if (!found) return null;
      const long = await keepLongPages(fetcherOf(call), found, { ...filter, signal: call.signal });
      return long.length > 0 ? long : null;
    },
  };
}

function magicQuestion(
  context: VendorContext,
  asked: MagicRequest,
  lifetimeSeconds: number,
): Question<StatedBacklink[]> {
  const { keyword, place, limit, minDomainRating, maxDomainRating } = asked;
  const language = place?.language ?? null;
  return {
    capability: 'magic',
    identity: { keyword, language, limit, minDomainRating, maxDomainRating },
    request: {
      path: '/v3/content_analysis/search/live',
      headers: authorization(context.account),
      timeoutMs: liveTimeoutMs,
      body: [
        {
          ...{ keyword: keyword.slice(0, 700), search_mode: 'one_per_domain', rank_scale: 'one_hundred', limit },
          ...{ order_by: ['score,desc'], ...filtersOf(asked) },
        },
      ],
    },
    read(reply) {
      const { cost, result } = readTask(reply);
      const items = parseReply(results, result, source)[0].items ?? [];
      const pages = believableBacklinks(rowsOf(row).parse(items).map(stated), asked, source).map(
        ({ domain: _domain, source: _source, ...page }) => page,
      );
      return { answer: pages.length > 0 ? pages : null, units: items.length, dollars: cost };
    },
    schema: z.array(statedBacklink),
    lifetimeSeconds,
    maxUnits: limit,
    maxDollars: mostDollars(limit),
  };
}

function filtersOf({ place, minDomainRating, maxDomainRating }: MagicRequest): { filters?: unknown[] } {
  const filters = filterOf([
    ...(place ? [['language', '=', place.language]] : []),
    ...(minDomainRating > 0 ? [['domain_rank', '>=', minDomainRating]] : []),
    ...(maxDomainRating < 100 ? [['domain_rank', '<=', maxDomainRating]] : []),
  ]);
  return filters ? { filters } : {};
}

/** Magic Search shows traffic instead of the URL rating, hence -1. */
const stated = ({ url, domain_rank, content_info }: z.infer<typeof row>): StatedBacklink => ({
  ...{ urlFrom: url, urlTo: null, title: content_info.main_title || content_info.title, anchor: '', rel: '' },
  ...{ domainRating: domain_rank, urlRating: -1, searchTraffic: -1, trafficValue: -1 },
});
