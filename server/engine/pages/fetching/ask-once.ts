// One request on the way to a page: robots.txt, turn at the host, answer. A redirect is returned, not followed.

import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { OutboundResponse } from '../../../platform/outbound/outbound-response.ts';
import type { FetchOutcome } from '../fetch-outcome.ts';
import type { HostQueue, Rest } from './host-queue.ts';
import { couldNotLook, outcomeOfError, outcomeOfStatus, redirectTarget } from './judge-answer.ts';
import { readAnswer } from './read-answer.ts';
import { type FileRequest, readFile } from './read-file.ts';
import type { Robots } from './robots.ts';
import type { Step } from './step.ts';
import type { VisitCookies } from './visit-cookies.ts';

export interface Conditions {
  etag?: string | null;
  lastModified?: string | null;
}

export interface AskParts {
  outbound: Outbound;
  queue: HostQueue;
  robots: Robots;
  userAgent: string;
  pauseMs: number;
}

export interface AskRequest {
  address: string;
  /** The URL originally requested. */
  asked: string;
  conditions: Conditions | undefined;
  cookies: VisitCookies;
  /** Set when any file is wanted instead of a page. */
  file?: FileRequest | undefined;
  signal: AbortSignal | undefined;
}

// A longer Crawl-delay would keep a search waiting for hours.
const MAX_PAUSE_MS = 10_000;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
// The size a file may announce; it is read only as far as its caller wants.
const ANNOUNCED_BYTES = 1024 * 1024 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1';

/** Throws only when the caller's signal fires or the outbound client closes. */
export async function askOnce(parts: AskParts, request: AskRequest): Promise<Step> {
  const url = URL.parse(request.address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return { kind: 'not-a-page', reason: 'bad-address', message: 'This is not a valid URL.' };
  }
  const host = url.hostname;
  const resting = parts.queue.restOf(host);
  if (resting) return atRest(host, resting);
  const verdict = await parts.robots.judge(url, request.signal);
  if (verdict.kind === 'disallowed') {
    return {
      kind: 'refused',
      reason: 'robots',
      message: `The robots.txt of ${host} does not allow opening this page.`,
    };
  }
  if (verdict.kind === 'unreachable') {
    const since = parts.queue.restOf(host);
    if (since) return atRest(host, since);
    if (verdict.error && !verdict.error.retryable) return outcomeOfError(verdict.error);
    return couldNotLook(verdict.message, verdict);
  }
  const turn = { pauseMs: pauseOf(parts, verdict), signal: request.signal };
  return parts.queue.run(host, () => exchange(parts, url, request), turn);
}

/** The pause before a request to a host whose robots.txt allows it. */
export function pauseOf({ pauseMs }: Pick<AskParts, 'pauseMs'>, { crawlDelay }: { crawlDelay: number }): number {
  return Math.max(pauseMs, Math.min(MAX_PAUSE_MS, crawlDelay * 1000));
}

async function exchange(parts: AskParts, url: URL, request: AskRequest): Promise<Step> {
  const host = url.hostname;
  const resting = parts.queue.restOf(host);
  if (resting) return atRest(host, resting);
  let response: OutboundResponse | undefined;
  try {
    response = await parts.outbound.request(url, {
      follow: false,
      tolerant: true,
      headers: headersOf(parts.userAgent, request, request.cookies.headerFor(url)),
      limits: { maxBodyBytes: request.file ? ANNOUNCED_BYTES : MAX_PAGE_BYTES },
      ...(request.signal ? { signal: request.signal } : {}),
    });
    parts.queue.answered(host);
    const step = await judge(parts, response, url, request);
    if (step.kind === 'redirect') request.cookies.keep(response.headers['set-cookie'], url);
    return step;
  } catch (error) {
    response?.cancel();
    if (!(error instanceof OutboundError) || error.code === 'aborted') throw error;
    if (error.retryable) await parts.queue.failed(host);
    return outcomeOfError(error);
  }
}

async function judge(parts: AskParts, response: OutboundResponse, url: URL, request: AskRequest): Promise<Step> {
  const to = redirectTarget(response, url);
  if (to !== undefined) {
    await response.discard();
    return { kind: 'redirect', to, isPermanent: response.status === 301 || response.status === 308 };
  }
  const outcome = outcomeOfStatus(response, url.hostname);
  if (outcome === undefined && request.file)
    return { kind: 'file', file: await readFile(response, request.file.maxBytes) };
  if (outcome === undefined) return readAnswer(response, request.asked);
  await response.discard();
  if (outcome.kind !== 'could-not-look') return outcome;
  const { retryAfterSeconds } = outcome;
  const isBusy = response.status === 429 || response.status === 503 || retryAfterSeconds !== undefined;
  return isBusy ? { ...outcome, ...(await parts.queue.refused(url.hostname, retryAfterSeconds)) } : outcome;
}

function atRest(host: string, rest: Rest): FetchOutcome {
  const message = `${host} did not answer, or has asked to be left alone for a while.`;
  return { kind: 'could-not-look', message, ...rest, notRequested: true };
}

function headersOf(userAgent: string, { conditions, file }: AskRequest, cookie: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: file?.accept ?? ACCEPT,
    'accept-language': 'en, *;q=0.5',
    ...(cookie === '' ? {} : { cookie }),
    ...(conditions?.etag ? { 'if-none-match': conditions.etag } : {}),
    ...(conditions?.lastModified ? { 'if-modified-since': conditions.lastModified } : {}),
  };
}
