// What the vendor stand-ins have in common. Each uses its vendor's exact wire format, accepts the key `practice`, keeps a bill,
// and misbehaves on request.
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
  'hunter',
  'snovio',
  'voila-norbert',
  'clearout',
  'prospeo',
  'findymail',
  'dropcontact',
  'reacher',
  'zerobounce',
  'neverbounce',
] as const;
export type StandInName = (typeof vendors)[number];

/** The key, login and password every stand-in accepts. */
export const PRACTICE_KEY = 'practice';

/**
 * How a stand-in behaves. `broke`: no money left. `busy`: too many requests; `busy-until`: the same, and says for how long.
 * `failing`: 5xx. `slow`: no answer for a minute. `cut`: the answer breaks off halfway. `nonsense`: an HTML page with status 200.
 * `hostile`: malformed rows among good ones.
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

export interface StandInRequest {
  method: string;
  /** Relative to the stand-in's base URL. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  /** Parsed as JSON; null if it is not JSON. */
  body: unknown;
  /** The raw body. */
  text: string;
  mood: Mood;
  /** How many calls to this vendor are under way, with this one. */
  simultaneous: number;
  world: World;
  /** The practice web's port, which is part of its pages' URLs. */
  port: number;
  /** Adds a charge to the bill. */
  charge(dollars: number): void;
}

export interface StandInResponse {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Answers a request. Moods that are the same for every vendor are handled before it is called. */
export type StandIn = (request: StandInRequest) => StandInResponse;
