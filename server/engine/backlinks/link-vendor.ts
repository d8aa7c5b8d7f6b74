// Backlinks of a page from a link database. Each page of rows is a question of its own, so that a search that was
// interrupted pays for the missing rows only. No more rows are bought than the operator allows for one page (`rows`).
import { z } from 'zod';
import { type Call, ProviderError } from '../provider.ts';
import { askVendor } from '../vendors/ask-vendor.ts';
import {
  limitsOf,
  type Question,
  type Vendor,
  type VendorAnswer,
  type VendorDesk,
  type VendorReply,
  type VendorRequest,
} from '../vendors/vendor.ts';
import type { BacklinkFinder } from './find-backlinks.ts';
import { believableBacklinks, type RatingRange, type StatedBacklink } from './found-backlink.ts';

/** One page of rows. */
export interface LinkQuestion extends RatingRange {
  url: string;
  /** At most so many. */
  rows: number;
  /** Where the page before ended; null for the first. */
  after: string | null;
}

export interface LinkPage {
  links: StatedBacklink[];
  /** How many rows were bought, useful or not. */
  rows: number;
  /** Null: there are no more, or none that are wanted. */
  next: string | null;
}

export interface LinkVendor extends Vendor {
  /** The most rows of one call. */
  readonly perCall: number;
  /** What a call for so many rows costs at most. */
  most(rows: number): Pick<Question<unknown>, 'maxUnits' | 'maxDollars'>;
  request(account: VendorDesk['account'], asked: LinkQuestion): VendorRequest;
  /** Throws ProviderError. A bad row costs this row only. */
  read(reply: VendorReply, asked: LinkQuestion): VendorAnswer<LinkPage>;
}

/** Of a stored answer. */
export const statedBacklink = z.object({
  ...{ urlFrom: z.string(), urlTo: z.string().nullable(), title: z.string(), anchor: z.string(), rel: z.string() },
  ...{ domainRating: z.number(), urlRating: z.number(), searchTraffic: z.number(), trafficValue: z.number() },
});
const linkPage = z.object({ links: z.array(statedBacklink), rows: z.number(), next: z.string().nullable() });

/** `lifetimeSeconds`: how long a page of rows is reused. */
export function linksByVendor(
  desk: VendorDesk & { vendor: LinkVendor },
  { lifetimeSeconds }: { lifetimeSeconds: number },
): BacklinkFinder {
  const { vendor, account } = desk;
  const askPage = (asked: LinkQuestion, call: Call) =>
    askVendor<LinkPage>(
      desk,
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
      const most = Math.min(limit, limitsOf(desk).rows ?? vendor.perCall);
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

/** Only what can be kept and was asked for is stored. */
function storable({ links, rows, next }: LinkPage, asked: LinkQuestion, source: string): LinkPage | null {
  const kept = believableBacklinks(links, asked, source).map(({ domain: _domain, source: _source, ...link }) => link);
  return kept.length > 0 || next !== null ? { links: kept, rows, next } : null;
}

/** What was found and paid for is delivered when asking for the rest is useless. */
const unlessUseful = (hasSome: boolean) => (error: unknown) => {
  if (hasSome && error instanceof ProviderError && !error.retryable) return null;
  throw error;
};
