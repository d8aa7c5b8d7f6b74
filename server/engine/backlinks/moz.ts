// Moz: the best followed link of each root domain, fifty rows per call. Moz cannot filter by rating, so rows are sorted by descending
// Domain Authority and Zeus stops buying pages once they fall below the range.
import { z } from 'zod';
import { moz, mozFailure, mozToken } from '../vendors/moz.ts';
import { anyNumber, anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import type { StatedBacklink } from './found-backlink.ts';
import type { LinkVendor } from './link-vendor.ts';

const figure = anyNumber(-1);
const row = z.object({
  source: z.object({ page: z.string(), title: anyText, domain_authority: figure, page_authority: figure }),
  target: z.object({ page: anyText }).catch({ page: '' }),
  anchor_text: anyText,
  nofollow: z.boolean().catch(false),
});
const answerSchema = z.object({ results: z.array(z.unknown()), next_token: anyText });

export const mozBacklinks: LinkVendor = {
  ...moz,
  perCall: 50,
  most: (rows) => ({ maxUnits: rows }),
  request: (account, { url, rows, after }) => ({
    path: '/links',
    headers: mozToken(account),
    body: {
      ...{ target: withoutScheme(url), target_scope: 'page', source_scope: 'root_domain', filter: 'external+follow' },
      ...{ sort: 'source_domain_authority', limit: rows, ...(after === null ? {} : { next_token: after }) },
    },
  }),
  read(reply, { minDomainRating }) {
    if (reply.status !== 200) throw mozFailure(reply);
    const { results, next_token: token } = parseReply(answerSchema, reply.json, moz.source);
    const links = rowsOf(row).parse(results).map(stated);
    const isBelow = links.some(({ domainRating }) => domainRating >= 0 && domainRating < minDomainRating);
    const next = token === '' || isBelow ? null : token;
    return { answer: { links, rows: results.length, next }, units: results.length };
  },
};

const stated = ({ source, target, anchor_text, nofollow }: z.infer<typeof row>): StatedBacklink => ({
  ...{ urlFrom: withScheme(source.page), urlTo: target.page === '' ? null : withScheme(target.page) },
  ...{ title: source.title, anchor: anchor_text, rel: nofollow ? 'nofollow' : '' },
  ...{ domainRating: source.domain_authority, urlRating: source.page_authority, searchTraffic: -1, trafficValue: -1 },
});

const withoutScheme = (url: string) => url.replace(/^https?:\/\//i, '');

/** Moz returns pages without a scheme. Hosts under .localhost belong to the practice web, which has no certificates. */
function withScheme(page: string): string {
  if (/^https?:\/\//i.test(page)) return page;
  return `${/^[^/]*\.localhost(?::\d+)?(?:\/|$)/i.test(page) ? 'http' : 'https'}://${page}`;
}
