// The practice web's search engine: pages that share words with the keyword, best first. It supports quoted phrases, intitle:,
// -word, -site: and dates. Every stand-in ranks the same way, so tests can compare them.

import type { Page, World } from '../data/types.ts';
import { addressOf } from '../templates/view.ts';
import { perWorld } from './per-world.ts';
import { fits, type ParsedQuery, parseQuery } from './search-operators.ts';
import type { Mood } from './stand-in.ts';

export interface Result {
  url: string;
  title: string;
  description: string;
}

const rankedIn = perWorld(() => new Map<string, Page[]>());

/** `count` results starting at `from` (0-based). With the mood `hostile` there are bad rows among the first ones. */
export function organicResults(
  { world, port, mood }: { world: World; port: number; mood: Mood },
  keyword: string,
  { from, count, dates }: { from: number; count: number; dates?: Dates | undefined },
): { results: Result[]; total: number } {
  const pages = organicPages(world, keyword, port).filter(within(world, dates));
  const results = pages.slice(from, from + count).map((page) => ({
    url: addressOf(page, port),
    title: page.title,
    description: page.description,
  }));
  return { results: mood === 'hostile' && from === 0 ? [...hostileResults, ...results] : results, total: pages.length };
}

/** The first and last day of publication (YYYY-MM-DD), or how many days before the practice web's newest page. */
export type Dates = { from: string; to: string } | { days: number };

/** d, w, m or y, as vendors abbreviate periods. */
export function periodOf(initial: string): Dates | null {
  const days = { d: 1, w: 7, m: 31, y: 366 }[initial];
  return days === undefined ? null : { days };
}

/** Google's `tbs` parameter; null if it makes no sense. */
export function googleDates(tbs: unknown): Dates | null | undefined {
  if (tbs === undefined || tbs === null) return undefined;
  const [, initial] = /^qdr:([dwmy])$/.exec(String(tbs)) ?? [];
  if (initial) return periodOf(initial);
  const [, from, to] = /^cdr:1,cd_min:([\d/]+),cd_max:([\d/]+)$/.exec(String(tbs)) ?? [];
  return from && to ? { from: isoDay(from), to: isoDay(to) } : null;
}

/** From month/day/year. */
function isoDay(day: string): string {
  const [month = '', date = '', year = ''] = day.split('/');
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}

function within({ pages }: World, dates: Dates | undefined): (page: Page) => boolean {
  if (dates === undefined) return () => true;
  if ('from' in dates) return ({ published }) => published >= dates.from && published <= dates.to;
  const newest = Math.max(...pages.map(({ published }) => Date.parse(published)));
  return ({ published }) => newest - Date.parse(published) < dates.days * 86_400_000;
}

/** Each of these makes Zeus drop or shorten one row, and nothing else. */
const hostileResults: Result[] = [
  { url: 'javascript:alert(1)', title: 'Script', description: '' },
  { url: 'http://user:password@site.example/', title: 'Password', description: '' },
  { url: 7 as unknown as string, title: 'No address', description: '' },
  { url: 'https://long.example/', title: 'x'.repeat(10 * 1024 * 1024), description: 'A title of 10 MB' },
  { url: 'https://markup.example/', title: '<script>alert(1)</script>\0', description: '<img src=x onerror=alert(1)>' },
  { url: 'https://untitled.example/', title: 42 as unknown as string, description: null as unknown as string },
];

/** Pages that match the query, best first. */
export function organicPages(world: World, keyword: string, port: number): Page[] {
  const known = rankedIn(world);
  const key = `${port} ${keyword}`;
  const pages = known.get(key) ?? rank(world, parseQuery(keyword), port);
  known.set(key, pages);
  return pages;
}

function rank(world: World, query: ParsedQuery, port: number): Page[] {
  const words = wordsOf(query.words);
  const hasPhrase = query.phrases.length + query.titles.length > 0;
  return world.pages
    .filter((page) => page.kind !== 'feed' && fits(page, query, port))
    .map((page) => ({ page, score: scoreOf(page, words) || (hasPhrase ? page.site.strength : 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || addressOf(a.page, 0).localeCompare(addressOf(b.page, 0)))
    .map(({ page }) => page);
}

function scoreOf(page: Page, words: string[]): number {
  const title = new Set(wordsOf(page.title));
  const rest = new Set(wordsOf(`${page.description} ${page.topic} ${page.site.title}`));
  const shared = words.reduce((sum, word) => sum + (title.has(word) ? 3 : 0) + (rest.has(word) ? 1 : 0), 0);
  return shared === 0 ? 0 : shared * 10 + page.site.strength;
}

const idle = new Set(['the', 'a', 'an', 'in', 'of', 'and', 'for', 'to', 'best']);

function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].filter((word) => !idle.has(word));
}
