// Links as ClickHouse has them, and which of them come first.
import type { SampleLink } from '../index-engine.ts';

export interface Link extends Pick<SampleLink, 'urlTo' | 'anchor' | 'rel' | 'domainRating'> {
  /** Keys are decimal digits. */
  fromDomain: string;
  pageKey: string;
  toKey: string;
  capturedMs: string;
  isImage: number;
}

/** Strongest domains first; of a domain, links with a text first, then those of the newest capture. */
export const sortLinks = (links: readonly Link[]): Link[] =>
  links.toSorted(
    (a, b) =>
      b.domainRating - a.domainRating ||
      compare(b.fromDomain, a.fromDomain) ||
      a.isImage - b.isImage ||
      Number(a.anchor === '') - Number(b.anchor === '') ||
      Number(b.capturedMs) - Number(a.capturedMs) ||
      compare(a.pageKey, b.pageKey) ||
      compare(a.toKey, b.toKey),
  );

const compare = (a: string, b: string): number => (a === b ? 0 : BigInt(a) < BigInt(b) ? -1 : 1);
