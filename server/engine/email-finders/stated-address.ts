// What partners state about addresses, brought within what Zeus can use: a real address, a short text, a time that has passed.
import { believableUrl } from '../believable.ts';
import { cutWhole } from '../cut-whole.ts';
import { parseAddress } from '../verification/parse-address.ts';
import type { Verdict } from '../verification/verification.ts';
import type { PartnerAddress } from './email-finder.ts';

const maxText = 200;

export interface Stated {
  address: unknown;
  verdict: Verdict;
  /** When the partner verified it, in its own notation. */
  verifiedAt?: unknown;
  /** What it said, by name: `{ status: 'accept_all', score: 92 }`. */
  said: Record<string, string | number | boolean | null | undefined>;
  page?: unknown;
}

/** Null if it is not an address, or a masked one (`j***@example.com`). */
export function believableAddress({ address, verdict, verifiedAt, said, page }: Stated): PartnerAddress | null {
  const parsed = typeof address === 'string' && !/[*•…]/.test(address) ? parseAddress(address) : undefined;
  if (!parsed?.ok) return null;
  const seen = typeof page === 'string' ? believableUrl(page) : null;
  return {
    ...{ address: parsed.address.address, verdict, words: wordsOf(said) },
    ...{ verifiedAt: pastTime(verifiedAt), page: seen ?? undefined },
  };
}

/** One short line in the partner's words: "status: accept_all, score: 92". */
export function wordsOf(said: Stated['said']): string {
  const parts = Object.entries(said).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [`${name}: ${value}`],
  );
  return shortText(parts.join(', '));
}

/** A name or a title on one line. */
export function shortText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  const plain = text.toWellFormed().replace(/[\s\u0000-\u001f\u007f]+/g, ' ');
  return cutWhole(plain.trim(), maxText);
}

/** As ISO time; undefined if it is not a time, or lies in the future. A date alone means its start, in UTC. */
export function pastTime(stated: unknown, now = Date.now()): string | undefined {
  if (typeof stated !== 'string') return undefined;
  const [, date, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.\d+)?)?\s*(UTC|Z|[+-]\d\d:\d\d)?$/.exec(stated.trim()) ?? [];
  const at = Date.parse(`${date}T${time}${zone === 'UTC' ? 'Z' : zone}`);
  return Number.isNaN(at) || at > now ? undefined : new Date(at).toISOString();
}
