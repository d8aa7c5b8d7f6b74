// SearXNG: a metasearch engine that operators run themselves. Its settings.yml must allow JSON (search.formats).
import { z } from 'zod';
import { anyText, parseReply, rowsOf, statusError, textIn } from '../vendors/replies.ts';
import { type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { SearchVendor } from './search-vendor.ts';

const source = 'searxng';
const row = z.object({ url: z.string(), title: anyText, content: anyText });
const answerSchema = z.object({
  results: rowsOf(row),
  /** Pairs of engine and reason. */
  unresponsive_engines: z.array(z.unknown()).catch([]),
});

export const searxng: SearchVendor = {
  source,
  baseUrl: 'http://127.0.0.1:8888',
  // The search engines behind it block clients that ask too fast.
  limits: { perSecond: 2, perMinute: 60, concurrent: 4, dollarsPerDay: 0, dollarsPerMonth: 0, dollarsPerUnit: 0 },
  dates: 'period',
  maxPages: 10,
  unitsPerPage: 1,
  pageRequest: (_account, { keyword, place, page, dates }) => ({
    path: `/search?${new URLSearchParams({
      ...{ q: keyword, format: 'json', categories: 'general', pageno: String(page) },
      language: `${place.language}-${place.country.toUpperCase()}`,
      ...(dates && 'within' in dates && { time_range: dates.within }),
    })}`,
  }),
  readPage(reply, { page, mayBeEmpty }) {
    const { results, unresponsive_engines: silent } = readAnswer(reply);
    if (page === 1 && results.length === 0 && silent.length > 0 && !mayBeEmpty) {
      throw vendorError(source, 'unavailable', 'None of its engines answered.');
    }
    const hits = results.map(({ url, title, content }) => ({ url, title, description: content }));
    return { answer: { hits, hasMore: hits.length > 0 }, units: 1 };
  },
  check: () => ({
    request: { path: `/search?${new URLSearchParams({ q: 'weather', format: 'json' })}` },
    read(reply) {
      readAnswer(reply);
      return null;
    },
  }),
};

function readAnswer(reply: VendorReply) {
  if (reply.status !== 200) throw failure(reply);
  return parseReply(answerSchema, reply.json, source);
}

function failure(reply: VendorReply) {
  if (reply.status === 403) {
    return vendorError(source, 'auth', 'It refuses JSON: add json to search.formats in its settings.yml.');
  }
  return statusError(source, reply, textIn(reply, 'error'));
}
