// Ahrefs: all-backlinks of a single page, with the strongest link of each domain. Ahrefs bills every field of every row, so
// Zeus selects only the fields it shows and filters unwanted rows in the request.

import { z } from 'zod';
import { ahrefs, ahrefsFailure, ahrefsUnits } from '../vendors/ahrefs.ts';
import { anyNumber, anyText, parseReply, rowsOf } from '../vendors/replies.ts';
import { bearer } from '../vendors/vendor.ts';
import type { StatedBacklink } from './found-backlink.ts';
import type { LinkQuestion, LinkVendor } from './link-vendor.ts';

const figure = anyNumber(-1);
const flag = z.boolean().nullish().catch(null);
const row = z.object({
  ...{ url_from: z.string(), url_to: z.string().nullish().catch(null), title: anyText, anchor: anyText },
  ...{ is_dofollow: flag, is_ugc: flag, is_sponsored: flag },
  ...{ domain_rating_source: figure, url_rating_source: figure, traffic: figure },
});
const answerSchema = z.object({ backlinks: rowsOf(row) });
/** Each field costs one unit per row; traffic costs ten. */
const fields = Object.keys(row.shape);
const unitsPerRow = fields.length + 9;
const leastUnits = 50;

export const ahrefsBacklinks: LinkVendor = {
  ...ahrefs,
  // Ahrefs has no paging here.
  perCall: 1000,
  most: (rows) => ({ maxUnits: Math.max(leastUnits, rows * unitsPerRow) }),
  request: (account, asked) => ({
    path: `/site-explorer/all-backlinks?${new URLSearchParams({
      ...{ target: asked.url, mode: 'exact', protocol: 'both', history: 'live', aggregation: '1_per_domain' },
      ...{ select: fields.join(','), where: JSON.stringify(conditions(asked)) },
      ...{ order_by: 'domain_rating_source:desc', limit: String(asked.rows), output: 'json' },
    })}`,
    headers: bearer(account),
    timeoutMs: 60_000,
  }),
  read(reply) {
    if (reply.status !== 200) throw ahrefsFailure(reply);
    const { backlinks: rows } = parseReply(answerSchema, reply.json, ahrefs.source);
    const units = ahrefsUnits(reply, Math.max(leastUnits, rows.length * unitsPerRow));
    return { answer: { links: rows.map(stated), rows: rows.length, next: null }, units };
  },
};

function conditions({ minDomainRating, maxDomainRating }: LinkQuestion) {
  const field = 'domain_rating_source';
  return {
    and: [
      { field: 'is_dofollow', is: ['eq', true] },
      ...(minDomainRating > 0 ? [{ field, is: ['gte', minDomainRating] }] : []),
      ...(maxDomainRating < 100 ? [{ field, is: ['lte', maxDomainRating] }] : []),
    ],
  };
}

function stated(link: z.infer<typeof row>): StatedBacklink {
  const rel = [
    ...(link.is_dofollow === false ? ['nofollow'] : []),
    ...(link.is_ugc ? ['ugc'] : []),
    ...(link.is_sponsored ? ['sponsored'] : []),
  ];
  return {
    ...{
      urlFrom: link.url_from,
      urlTo: link.url_to ?? null,
      title: link.title,
      anchor: link.anchor,
      rel: rel.join(' '),
    },
    ...{ domainRating: link.domain_rating_source, urlRating: link.url_rating_source },
    ...{ searchTraffic: link.traffic, trafficValue: -1 },
  };
}
