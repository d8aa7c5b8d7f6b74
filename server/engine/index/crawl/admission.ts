// Which URLs a crawl accepts, each once. URLs that differ only in numbers or values have the same shape. No shape crowds out
// the others, and a shape whose pages keep repeating is an endless maze: no more of it is visited.

import type { KnownAddress, NewAddress } from './frontier.store.ts';

export interface Admission {
  /** The URL to add, or null if it is known, leads into a maze, or is one too many. */
  admit(url: string, depth: number, round?: number): NewAddress | null;
  /** Call it with the content of each visited page, or null if there was none. */
  observe(shape: string, contentHash: string | null): void;
  isMaze(shape: string): boolean;
}

// A blog's archive or a forum has thousands of pages of one shape. These many come first, the next ones after all others.
const IN_A_ROUND = 30;
// Pages that repeat an earlier one of their shape, beyond those that said something new.
const REPEATS_OF_A_MAZE = 8;
// URLs kept in the frontier per page that may be fetched.
const WAITING_PER_PAGE = 10;
// Twenty levels of folders are a mistake; a hundred clicks on "next" are an archive.
const MAX_DEPTH = 200;
const MAX_SEGMENTS = 12;
const MAX_ROUND = 10_000;
/** The round of pages that are visited only when there is nothing new left. */
export const AFTER_ALL_OTHERS = 20_000;

interface Shape {
  count: number;
  seen: Set<string>;
  repeats: number;
}

/** `known`: the URLs an interrupted crawl already has. */
export function createAdmission(known: readonly KnownAddress[], maxPages: number): Admission {
  const urls = new Set(known.map(({ url }) => url));
  const shapes = new Map<string, Shape>();
  const of = (shape: string): Shape => {
    const entry = shapes.get(shape) ?? { count: 0, seen: new Set(), repeats: 0 };
    shapes.set(shape, entry);
    return entry;
  };
  const admission: Admission = {
    admit(url, depth, round) {
      if (urls.has(url) || urls.size >= maxPages * WAITING_PER_PAGE || depth > MAX_DEPTH || isTangled(url)) return null;
      const shape = shapeOf(url);
      if (admission.isMaze(shape)) return null;
      const entry = of(shape);
      const ofShape = Math.min(MAX_ROUND, Math.floor(entry.count / IN_A_ROUND));
      entry.count += 1;
      urls.add(url);
      return { url, depth, shape, round: round ?? ofShape };
    },
    observe(shape, contentHash) {
      if (contentHash === null) return;
      const entry = of(shape);
      entry.repeats = Math.max(0, entry.repeats + (entry.seen.has(contentHash) ? 1 : -1));
      entry.seen.add(contentHash);
    },
    isMaze: (shape) => (shapes.get(shape)?.repeats ?? 0) >= REPEATS_OF_A_MAZE,
  };
  for (const { shape, contentHash } of known) {
    of(shape).count += 1;
    admission.observe(shape, contentHash);
  }
  return admission;
}

function shapeOf(url: string): string {
  const { hostname, pathname, searchParams } = new URL(url);
  const path = pathname.replace(/\d+/g, '0');
  const keys = [...new Set(searchParams.keys())].sort().join('&');
  return `${hostname}${path}?${keys}`.slice(0, 500);
}

/** /a/b/a/b/a/b and very deep paths come from broken relative links. */
function isTangled(url: string): boolean {
  const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return segments.length > MAX_SEGMENTS || Math.max(0, ...counts.values()) >= 3;
}
