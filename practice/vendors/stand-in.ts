// What the stand-ins of vendors have in common. Each speaks its vendor's wire format exactly, takes the key `practice`,
// keeps a bill, and misbehaves on request.
import type { World } from '../data/types.ts';

export const vendors = [
  'ahrefs',
  'dataforseo',
  'moz',
  'majestic',
  'serper',
  'serpapi',
  'brave',
  'searxng',
  'openpagerank',
] as const;
export type StandInName = (typeof vendors)[number];

/** The key, login and password that every stand-in accepts. */
export const PRACTICE_KEY = 'practice';

/**
 * How a stand-in behaves. `broke`: no money left. `busy`: too many requests, `busy-until`: the same and says for how long.
 * `failing`: 5xx. `slow`: no answer for a minute. `cut`: the answer stops halfway. `nonsense`: an HTML page with status 200.
 * `hostile`: rows that are no rows among good ones.
 */
export const moods = [
  'good',
  'refused',
  'broke',
  'busy',
  'busy-until',
  'failing',
  'slow',
  'cut',
  'nonsense',
  'hostile',
] as const;
export type Mood = (typeof moods)[number];

export interface VendorAsked {
  method: string;
  /** Below the stand-in's base URL. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed as JSON; null when it is not JSON. */
  body: unknown;
  /** The body as it was sent. */
  text: string;
  mood: Mood;
  world: World;
  /** The port of the practice web, which is part of the addresses of its pages. */
  port: number;
  /** Puts a charge on the bill. */
  charge(dollars: number): void;
}

export interface VendorAnswered {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Answers a request; moods that are the same for every vendor are handled before. */
export type StandIn = (asked: VendorAsked) => VendorAnswered;
