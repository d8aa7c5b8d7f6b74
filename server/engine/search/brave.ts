// Brave Search: an independent index, twenty results per page.
import { z } from 'zod';
import type { Country, Language, SearchPlace } from '../../../shared/search-place.ts';
import type { PublicationDates } from '../../../shared/targeting-values.ts';
import { anyNumber, anyText, cut, parseReply, rowsOf, statusError } from '../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import { initialOf, wholeRange } from './publication-dates.ts';
import type { SearchVendor } from './search-vendor.ts';

const source = 'brave';
const perPage = 20;
const row = z.object({ url: z.string(), title: anyText, description: anyText });
const answerSchema = z.object({
  type: z.literal('search'),
  query: z.object({ more_results_available: z.boolean().catch(false) }).catch({ more_results_available: false }),
  // Missing if nothing matched.
  web: z.object({ results: rowsOf(row) }).optional(),
});
const errorSchema = z.object({
  error: z.object({
    code: anyText,
    detail: anyText,
    meta: z
      .object({ quota_limit: anyNumber(0), quota_current: anyNumber(0) })
      .catch({ quota_limit: 0, quota_current: 0 }),
  }),
});

/** Countries Zeus offers that Brave does not know and would refuse. */
const unknownCountries: ReadonlySet<Country> = new Set([
  ...(['ie', 'sg', 'cz', 'co', 'pe', 'hu', 'ro', 'bg', 'hr', 'sk', 'si', 'lt', 'lv', 'ee', 'ua'] as const),
  ...(['il', 'ae', 'eg', 'ng', 'ke', 'pk', 'th', 'vn'] as const),
]);
/** Languages for which Brave uses an unusual code. */
const languageCodes: Partial<Record<Language, string>> = { ja: 'jp', pt: 'pt-pt' };

/** Brave tells the Portuguese of Brazil from that of Portugal. */
const languageCode = ({ country, language }: SearchPlace): string =>
  language === 'pt' && country === 'br' ? 'pt-br' : (languageCodes[language] ?? language);

export const brave: SearchVendor = {
  source,
  baseUrl: 'https://api.search.brave.com/res/v1',
  limits: { perSecond: 50, perMinute: 3000, concurrent: 20, ...usualBudget, dollarsPerUnit: 0.005 },
  dates: 'range',
  maxPages: 10,
  unitsPerPage: 1,
  pageRequest: ({ key }, { keyword, place, page, dates }) => ({
    path: `/web/search?${new URLSearchParams({
      ...{ q: fitting(keyword), count: String(perPage), offset: String(page - 1), result_filter: 'web' },
      ...{ text_decorations: 'false', spellcheck: 'false' },
      country: unknownCountries.has(place.country) ? 'ALL' : place.country.toUpperCase(),
      search_lang: languageCode(place),
      ...(dates && { freshness: freshness(dates) }),
    })}`,
    headers: { 'x-subscription-token': key },
  }),
  readPage(reply) {
    if (reply.status !== 200) throw failure(reply);
    const { query, web } = parseReply(answerSchema, reply.json, source);
    return { answer: { hits: web?.results ?? [], hasMore: query.more_results_available }, units: 1 };
  },
};

function freshness(dates: PublicationDates): string {
  if ('within' in dates) return `p${initialOf(dates.within)}`;
  const { from, to } = wholeRange(dates);
  return `${from}to${to}`;
}

/** Brave refuses questions longer than 50 words or 400 characters. */
const fitting = (keyword: string) => keyword.split(/\s+/).slice(0, 50).join(' ').slice(0, 400);

/** Brave answers 422 to both a refused key and a bad parameter, and 429 to both a used-up month and too many calls a second. */
function failure(reply: VendorReply) {
  const parsed = errorSchema.safeParse(reply.json);
  if (!parsed.success) return statusError(source, reply);
  const { code, detail, meta } = parsed.data.error;
  if (code === 'SUBSCRIPTION_TOKEN_INVALID') return vendorError(source, 'auth', cut(detail));
  if (reply.status !== 429) return statusError(source, reply, detail);
  if (meta.quota_limit > 0 && meta.quota_current >= meta.quota_limit) return vendorError(source, 'quota', cut(detail));
  return vendorError(source, 'rate_limited', cut(detail), resetOf(reply));
}

/** Seconds until the first of two windows (a second, a month) resets. */
function resetOf({ headers }: VendorReply): number | undefined {
  const seconds = /^\s*(\d{1,6})\s*(,|$)/.exec(String(headers['x-ratelimit-reset'] ?? ''))?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
