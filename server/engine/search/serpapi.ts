// serpapi.com: Google results, ten at a time. Repeating a search within an hour is free, so a lost answer is not paid for
// twice.
import { z } from 'zod';
import { anyNumber, anyText, cut, parseReply, rowsOf, statusError, textIn } from '../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import { googleDates } from './publication-dates.ts';
import type { SearchVendor } from './search-vendor.ts';

const source = 'serpapi';
const row = z.object({ link: z.string(), title: anyText, snippet: anyText });
const answerSchema = z.object({
  search_metadata: z.object({ status: z.string() }),
  search_information: z.object({ organic_results_state: anyText }).catch({ organic_results_state: '' }),
  organic_results: rowsOf(row).optional(),
  serpapi_pagination: z.object({ next: anyText }).catch({ next: '' }),
});
const accountSchema = z.object({ total_searches_left: anyNumber(0) });

export const serpapi: SearchVendor = {
  source,
  baseUrl: 'https://serpapi.com',
  limits: { perSecond: 5, perMinute: 120, concurrent: 5, ...usualBudget, dollarsPerUnit: 0.015 },
  dates: 'range',
  maxPages: 10,
  unitsPerPage: 1,
  pageRequest: ({ key }, { keyword, place, page, dates }) => ({
    path: `/search.json?${new URLSearchParams({
      ...{ engine: 'google', q: keyword, gl: place.country, hl: place.language, start: String((page - 1) * 10) },
      ...(dates && { tbs: googleDates(dates) }),
      api_key: key,
    })}`,
    timeoutMs: 60_000,
  }),
  readPage(reply) {
    if (reply.status !== 200) throw failure(reply);
    const {
      search_metadata,
      search_information,
      organic_results: rows = [],
      serpapi_pagination,
    } = parseReply(answerSchema, reply.json, source);
    // An empty answer also carries an error text; only the state distinguishes them.
    const isEmpty = search_information.organic_results_state === 'Fully empty';
    if (search_metadata.status !== 'Success' && !isEmpty) throw failure(reply);
    const hits = rows.map(({ link, title, snippet }) => ({ url: link, title, description: snippet }));
    return { answer: { hits, hasMore: serpapi_pagination.next !== '' }, units: 1 };
  },
  check: ({ key }) => ({
    request: { path: `/account.json?${new URLSearchParams({ api_key: key })}` },
    read(reply) {
      if (reply.status !== 200) throw failure(reply);
      const left = parseReply(accountSchema, reply.json, source).total_searches_left;
      if (left === 0) throw vendorError(source, 'quota', 'No searches are left.');
      return `${left} searches`;
    },
  }),
};

/** Both the hourly limit and an empty account are a 429; only the text differs. */
function failure(reply: VendorReply) {
  const error = textIn(reply, 'error');
  if (/run out of searches/i.test(error)) return vendorError(source, 'quota', cut(error));
  if (reply.status === 200) return vendorError(source, 'unavailable', cut(error) || 'The search failed.');
  return statusError(source, reply, error);
}
