// Majestic: GetBackLinkData of the fresh index, one row per domain. A call costs 5,000 analysis units plus one retrieval unit per row.
// The code inside the answer says whether the call succeeded; HTTP is always 200. Majestic can filter neither nofollow links nor
// flows, and its rows have no title.
import { z } from 'zod';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { anyNumber, anyText, cut, nonsense, rowsOf, statusError } from '../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { StatedBacklink } from './found-backlink.ts';
import type { LinkVendor } from './link-vendor.ts';

const source = 'majestic';
const figure = anyNumber(-1);
const flag = anyNumber(0);
const row = z.object({
  ...{ SourceURL: z.string(), TargetURL: anyText, AnchorText: anyText, FlagNoFollow: flag, FlagDeleted: flag },
  ...{ FlagMention: flag, SourceTrustFlow: figure, SourceCitationFlow: figure },
});
const answerSchema = z.object({
  Code: z.string(),
  ErrorMessage: anyText,
  FullError: anyText,
  DataTables: z
    .object({ BackLinks: z.object({ Data: z.array(z.unknown()) }) })
    .optional()
    .catch(undefined),
});
const unitsPerCall = 5000;

export const majestic: LinkVendor = {
  source,
  baseUrl: 'https://api.majestic.com/api/json',
  // About $400 for 100 million analysis units; retrieval units are counted at the same price.
  limits: { perSecond: 5, perMinute: 300, concurrent: 5, rows: 1000, ...usualBudget, dollarsPerUnit: 0.000004 },
  perCall: 50_000,
  most: (rows) => ({ maxUnits: unitsPerCall + rows }),
  request: ({ key }, { url, rows }) => ({
    path: '',
    // By POST, to keep the key out of the URL.
    form: {
      ...{ app_api_key: key, cmd: 'GetBackLinkData', datasource: 'fresh', item: url, Count: String(rows), From: '0' },
      ...{ Mode: '1', MaxSourceURLsPerRefDomain: '1' },
    },
  }),
  read(reply) {
    const parsed = answerSchema.safeParse(reply.json);
    if (!parsed.success) throw reply.status === 200 ? nonsense(source) : statusError(source, reply);
    const { Code, DataTables } = parsed.data;
    if (Code !== 'OK') throw failure(parsed.data, reply);
    if (!DataTables) throw nonsense(source);
    const { Data } = DataTables.BackLinks;
    const links = rowsOf(row).parse(Data).flatMap(stated);
    return { answer: { links, rows: Data.length, next: null }, units: unitsPerCall + Data.length };
  },
};

function stated(link: z.infer<typeof row>): StatedBacklink[] {
  if (link.FlagDeleted > 0 || link.FlagMention > 0) return [];
  return [
    {
      ...{ urlFrom: link.SourceURL, urlTo: link.TargetURL === '' ? null : link.TargetURL, title: '' },
      ...{ anchor: link.AnchorText, rel: link.FlagNoFollow > 0 ? 'nofollow' : '' },
      ...{ domainRating: link.SourceTrustFlow, urlRating: link.SourceCitationFlow },
      ...{ searchTraffic: -1, trafficValue: -1 },
    },
  ];
}

/** Majestic documents no error codes, so the message decides. */
const kinds: [RegExp, ProviderErrorKind][] = [
  [/units|insufficient|quota|expired/i, 'quota'],
  [/too ?many|rate|throttl/i, 'rate_limited'],
  [/key|auth|permission|access|denied|\bip\b/i, 'auth'],
  [/invalid|missing|unknown|param/i, 'bad_request'],
];

function failure(said: z.infer<typeof answerSchema>, reply: VendorReply): ProviderError {
  const text = `${said.Code} ${said.ErrorMessage || said.FullError}`;
  const kind = kinds.find(([words]) => words.test(text))?.[1] ?? 'unavailable';
  return reply.status === 429 ? statusError(source, reply, text) : vendorError(source, kind, cut(text));
}
