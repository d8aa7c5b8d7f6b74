// A site's robots.txt, fetched once a day per origin and cached. A missing file (4xx) allows everything; one that cannot be
// reached (5xx, network) forbids everything for a while, unless there is an older copy.

import { LRUCache } from 'lru-cache';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { OutboundResponse } from '../../../platform/outbound/outbound-response.ts';
import { botToken } from '../bot.ts';
import type { Wait } from '../fetch-outcome.ts';
import type { HostQueue } from './host-queue.ts';
import { readFile } from './read-file.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { ALLOW_ALL, type RobotsFile, readRobotsFile } from './robots-file.ts';

export type RobotsVerdict =
  | { kind: 'allowed'; crawlDelay: number; sitemaps: string[] }
  | { kind: 'disallowed' }
  | ({ kind: 'unreachable'; error?: OutboundError; message: string } & Wait);

export interface Robots {
  /** Fetches the file if needed. Throws the signal's reason, and OutboundError `aborted` when the outbound client closes. */
  judge(url: URL, signal?: AbortSignal): Promise<RobotsVerdict>;
}

interface Entry {
  file: RobotsFile | undefined;
  until: number;
  failure?: { error?: OutboundError; message: string; seconds: number };
}

// RFC 9309: read at least 500 KiB, and use a copy for at most a day.
const READ_BYTES = 512 * 1024;
const KEEP_MS = 24 * 3600 * 1000;
const UNREACHABLE_SECONDS = 600;
// The size a file may announce; only the first part is read, so this refuses no honest file.
const ANNOUNCED_BYTES = 1024 * 1024 * 1024;
const MAX_ORIGINS = 5_000;
const MAX_REDIRECTS = 5;

interface RobotsParts {
  outbound: Outbound;
  queue: HostQueue;
  userAgent: string;
  pauseMs: number;
  now: () => number;
}

export function createRobots(parts: RobotsParts): Robots {
  const { now } = parts;
  const origins = new LRUCache<string, Entry>({ max: MAX_ORIGINS });
  const asking = new Map<string, Promise<Entry>>();

  // Several callers may wait for one file, so no single signal ends it; it takes 15 seconds at most.
  async function ask(url: URL): Promise<Entry> {
    const old = origins.get(url.origin);
    const turn = { pauseMs: parts.pauseMs };
    const { keepSeconds, ...answer } = await parts.queue.run(url.hostname, () => askUnlessResting(parts, url), turn);
    const file = answer.file ?? old?.file;
    const seconds = answer.failure?.seconds ?? keepSeconds;
    const entry = { ...answer, file, until: now() + (seconds === undefined ? KEEP_MS : seconds * 1000) };
    origins.set(url.origin, entry);
    return entry;
  }

  return {
    async judge(url, signal) {
      const known = origins.get(url.origin);
      if (known !== undefined && known.until > now()) return verdict(known, url, now());
      const running = asking.get(url.origin) ?? ask(url).finally(() => asking.delete(url.origin));
      asking.set(url.origin, running);
      const entry = await running;
      signal?.throwIfAborted();
      return verdict(entry, url, now());
    },
  };
}

function verdict({ file, failure, until }: Entry, url: URL, at: number): RobotsVerdict {
  if (file === undefined) {
    return {
      kind: 'unreachable',
      ...(failure?.error ? { error: failure.error } : {}),
      message: failure?.message ?? `The robots.txt of ${url.host} could not be read.`,
      retryAfterSeconds: Math.max(1, Math.ceil((until - at) / 1000)),
      ofSeconds: failure?.seconds ?? UNREACHABLE_SECONDS,
    };
  }
  if (!file.allows(url.pathname + url.search)) return { kind: 'disallowed' };
  return { kind: 'allowed', crawlDelay: file.crawlDelay, sitemaps: file.sitemaps };
}

/** `keepSeconds` overrides how long the file is cached. */
type Answer = Pick<Entry, 'file' | 'failure'> & { keepSeconds?: number };

async function askUnlessResting(parts: RobotsParts, url: URL): Promise<Answer> {
  const rest = parts.queue.restOf(url.hostname);
  if (rest === undefined) return fetchRobots(parts, url.origin);
  return { file: undefined, failure: { message: `${url.host} is resting.`, seconds: rest.retryAfterSeconds } };
}

async function fetchRobots(parts: RobotsParts, origin: string): Promise<Answer> {
  try {
    const response = await parts.outbound.request(`${origin}/robots.txt`, {
      headers: { 'user-agent': parts.userAgent, accept: 'text/plain, */*;q=0.1' },
      tolerant: true,
      limits: { maxBodyBytes: ANNOUNCED_BYTES, maxRedirects: MAX_REDIRECTS, totalMs: 15_000 },
    });
    if (response.status >= 200 && response.status < 300) {
      const file = readRobotsFile(await readStart(response), botToken);
      return response.isPartial() ? { file, keepSeconds: UNREACHABLE_SECONDS } : { file };
    }
    response.cancel();
    if (response.status === 429 || response.status >= 500) return await unavailable(parts, origin, response);
    return { file: ALLOW_ALL };
  } catch (error) {
    return afterError(error, origin);
  }
}

async function unavailable(parts: RobotsParts, origin: string, response: OutboundResponse): Promise<Answer> {
  const seconds = retryAfterSeconds(response.headers['retry-after']) ?? UNREACHABLE_SECONDS;
  const isBusy = response.status === 429 || response.status === 503;
  if (isBusy) await parts.queue.refused(new URL(response.url).hostname, seconds);
  const message = `The robots.txt of ${new URL(origin).host} answered with status ${response.status}, so Zeus leaves its pages alone for now.`;
  return { file: undefined, failure: { message, seconds } };
}

function afterError(error: unknown, origin: string): Answer {
  if (!(error instanceof OutboundError) || error.code === 'aborted') throw error;
  // A redirect chain that leads nowhere counts as a missing file.
  if (error.code === 'too-many-redirects') return { file: ALLOW_ALL };
  const message = `The robots.txt of ${new URL(origin).host} could not be read: ${error.message}`;
  return { file: undefined, failure: { error, message, seconds: UNREACHABLE_SECONDS } };
}

async function readStart(response: OutboundResponse): Promise<string> {
  const { bytes, isWhole } = await readFile(response, READ_BYTES);
  const text = new TextDecoder().decode(bytes);
  // The last line of a truncated file may be half a rule.
  return isWhole && !response.isPartial() ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}
