// serper.dev: Google results, ten at a time.
import { z } from 'zod';
import { anyNumber, anyText, cut, parseReply, rowsOf, statusError, textIn } from '../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import { googleDates } from './publication-dates.ts';
import type { SearchVendor } from './search-vendor.ts';

const source = 'serper';
const row = z.object({ link: z.string(), title: anyText, snippet: anyText });
const answerSchema = z.object({ organic: rowsOf(row), credits: anyNumber(1) });

export const serper: SearchVendor = {
  source,
  baseUrl: 'https://google.serper.dev',
  limits: { perSecond: 50, perMinute: 3000, concurrent: 20, ...usualBudget, dollarsPerUnit: 0.001 },
  dates: 'range',
  maxPages: 10,
  unitsPerPage: 1,
  pageRequest: ({ key }, { keyword, place, page, dates }) => ({
    path: '/search',
    headers: { 'x-api-key': key },
    body: {
      ...{ q: keyword, gl: place.country, hl: place.language, num: 10, page },
      ...(dates && { tbs: googleDates(dates) }),
    },
  }),
  readPage(reply) {
    if (reply.status !== 200) throw failure(reply);
    const { organic, credits } = parseReply(answerSchema, reply.json, source);
    const hits = organic.map(({ link, title, snippet }) => ({ url: link, title, description: snippet }));
    return { answer: { hits, hasMore: hits.length > 0 }, units: credits };
  },
};

/** Both an empty account and a bad request are a 400; only the message differs. */
function failure(reply: VendorReply) {
  const message = textIn(reply, 'message');
  if (/not enough credits/i.test(message)) return vendorError(source, 'quota', cut(message));
  return statusError(source, reply, message);
}
