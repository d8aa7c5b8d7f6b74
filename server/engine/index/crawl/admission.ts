// Which addresses a crawl takes up: each once, and of a maze without end only some. Addresses that differ in numbers or
// values only have one shape, and a crawl takes a limited number of each shape.

import type { NewAddress } from './frontier.store.ts';

export interface Admission {
  /** The address to add, or null when it is known, or one too many. */
  admit(url: string, depth: number): NewAddress | null;
}

// A blog's archive or a forum has dozens of pages of one shape that are worth it; a calendar has thousands that are not.
const MOST_OF_A_SHAPE = 30;
// Addresses kept waiting for each page that may be fetched.
const WAITING_PER_PAGE = 10;
const MAX_DEPTH = 12;
const MAX_SEGMENTS = 12;

/** `known`: the addresses a crawl that was broken off has already. */
export function createAdmission(known: readonly { url: string; shape: string }[], maxPages: number): Admission {
  const urls = new Set(known.map(({ url }) => url));
  const shapes = new Map<string, number>();
  for (const { shape } of known) shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  return {
    admit(url, depth) {
      if (urls.has(url) || urls.size >= maxPages * WAITING_PER_PAGE || depth > MAX_DEPTH || isMaze(url)) return null;
      const shape = shapeOf(url);
      const count = shapes.get(shape) ?? 0;
      if (count >= MOST_OF_A_SHAPE) return null;
      shapes.set(shape, count + 1);
      urls.add(url);
      return { url, depth, shape };
    },
  };
}

function shapeOf(url: string): string {
  const { hostname, pathname, searchParams } = new URL(url);
  const path = pathname.replace(/\d+/g, '0');
  const keys = [...new Set(searchParams.keys())].sort().join('&');
  return `${hostname}${path}?${keys}`.slice(0, 500);
}

/** /a/b/a/b/a/b and very deep paths come from relative links gone wrong. */
function isMaze(url: string): boolean {
  const segments = new URL(url).pathname.split('/').filter((segment) => segment !== '');
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return segments.length > MAX_SEGMENTS || Math.max(0, ...counts.values()) >= 3;
}
