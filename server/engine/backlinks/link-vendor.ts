// Backlinks of a page from a link database. Each page of rows is a question of its own, so an interrupted search pays only for
// the missing rows. `rows` limits how many rows are bought per target page.

import { z } from 'zod';
import type { Call } from '../provider.ts';
import { askVendor } from '../vendors/ask-vendor.ts';
import type { Lifetime } from '../vendors/open-sources.ts';
import {
  limitsOf,
  type Question,
  unlessUseful,
  type Vendor,
  type VendorAnswer,
  type VendorContext,
  type VendorReply,
  type VendorRequest,
} from '../vendors/vendor.ts';
import type { BacklinkFinder } from './find-backlinks.ts';
import { believableBacklinks, type RatingRange, type StatedBacklink, statedBacklink } from './found-backlink.ts';

/** One page of rows. */
export interface LinkQuestion extends RatingRange {
  url: string;
  /** Maximum number of rows. */
  rows: number;
  /** Cursor returned with the previous page; null for the first. */
  after: string | null;
}

const linkPage = z.object({
  links: z.array(statedBacklink),
  /** How many rows were bought, useful or not. */
  rows: z.number(),
  /** Null: no more rows, or none that are wanted. */
  next: z.string().nullable(),
});
type LinkPage = z.infer<typeof linkPage>;

export interface LinkVendor extends Vendor {
  /** Maximum number of rows per call. */
  readonly perCall: number;
  /** The most a call for this many rows can cost. */
  most(rows: number): Pick<Question<unknown>, 'maxUnits' | 'maxDollars'>;
  request(account: VendorContext['account'], asked: LinkQuestion): VendorRequest;
  /** Throws ProviderError. Drops malformed rows instead of failing. */
  read(reply: VendorReply, asked: LinkQuestion): VendorAnswer<LinkPage>;
}

/** `lifetimeSeconds`: how long a page of rows is reused. */
export function linksByVendor(
  context: VendorContext & { vendor: LinkVendor },
  { lifetimeSeconds }: Lifetime,
): BacklinkFinder {
  const { vendor, account } = context;
  const askPage = (asked: LinkQuestion, call: Call) =>
    askVendor<LinkPage>(
      context,
      {
        ...{ capability: 'backlinks', identity: asked, schema: linkPage, lifetimeSeconds, ...vendor.most(asked.rows) },
        request: vendor.request(account, asked),
        read(reply) {
          const { answer, ...spent } = vendor.read(reply, asked);
          return { ...spent, answer: answer && storable(answer, asked, vendor.source) };
        },
      },
      call,
    );
  return {
    source: vendor.source,
    async find({ url, limit, minDomainRating, maxDomainRating }, call) {
      const most = Math.min(limit, limitsOf(context).rows ?? vendor.perCall);
      const links: StatedBacklink[] = [];
      let bought = 0;
      let after: string | null = null;
      do {
        const rows = Math.min(vendor.perCall, most - bought);
        const page: LinkPage | null = await askPage({ url, minDomainRating, maxDomainRating, rows, after }, call).catch(
          unlessUseful(links.length > 0),
        );
        links.push(...(page?.links ?? []));
        bought += page?.rows ?? 0;
        after = page && page.rows > 0 ? page.next : null;
      } while (after !== null && bought < most);
      return links.length > 0 ? links.sort((a, b) => b.domainRating - a.domainRating) : null;
    },
  };
}

/** Drops what cannot be stored or was not asked for. */
function storable({ links, rows, next }: LinkPage, asked: LinkQuestion, source: string): LinkPage | null {
  const kept = believableBacklinks(links, asked, source).map(({ domain: _domain, source: _source, ...link }) => link);
  return kept.length > 0 || next !== null ? { links: kept, rows, next } : null;
}
