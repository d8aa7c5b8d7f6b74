// Visits one URL of a crawl and says what to store in the index.

import { createHash } from 'node:crypto';
import type { FetchedPage, FetchOutcome } from '../../pages/fetch-outcome.ts';
import type { PageFetcher } from '../../pages/fetch-page.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import type { Waiting } from './frontier.store.ts';
import { type PageRecord, toPageRecord } from './page-record.ts';
import type { Finding } from './pages.store.ts';
import { isShell } from './shell.ts';

export interface Visit {
  url: string;
  depth: number;
  shape: string;
  outcome: FetchOutcome['kind'];
  /** Why there is no page, in a sentence; empty for a page. */
  message: string;
  findings: Finding[];
  /** URLs that no longer need a visit of their own. */
  covered: string[];
  /** Pages of the same site to visit next. */
  internal: string[];
  /** The page's URL if it is an empty shell until its scripts run. */
  shell: string | null;
  /** Null if the visit succeeded; otherwise seconds until the next attempt. */
  retrySeconds: number | null;
  /** Counts towards GIVEN_UP_AFTER: nothing while the host rests, and less when it is busy than when it fails. */
  attempts: number;
  /** Equal for pages that differ only in numbers; null when no page was read. */
  contentHash: string | null;
}

const FIRST_RETRY_SECONDS = 2;
const COSTS = { busy: 1, failure: 2 };
const NOTHING = { movedTo: null, etag: null, lastModified: null, record: null } as const;

/** Throws only when the signal fires or the outbound client closes. */
export async function visit(
  fetcher: PageFetcher,
  address: Waiting,
  site: { domain: string; signal?: AbortSignal | undefined },
): Promise<Visit> {
  const { url, depth, shape, attempts, etag, lastModified } = address;
  const options = { conditions: { etag, lastModified }, ...(site.signal ? { signal: site.signal } : {}) };
  const outcome = await fetcher.fetchPage(url, options);
  const seen: Visit = {
    url,
    depth,
    shape,
    outcome: outcome.kind,
    message: 'message' in outcome ? outcome.message : '',
    findings: [],
    covered: [url],
    internal: [],
    shell: null,
    retrySeconds: null,
    attempts: 0,
    contentHash: null,
  };
  switch (outcome.kind) {
    case 'page':
      return withPage(seen, outcome, site.domain);
    case 'not-modified':
      return seen;
    case 'could-not-look': {
      const { retryAfterSeconds, notRequested } = outcome;
      const cost = retryAfterSeconds === undefined ? COSTS.failure : COSTS.busy;
      const retrySeconds = retryAfterSeconds ?? FIRST_RETRY_SECONDS * 2 ** attempts;
      // A site that says when to come back is alive.
      const findings = notRequested || retryAfterSeconds !== undefined ? [] : [failure(url, 'known')];
      return { ...seen, findings, retrySeconds, attempts: notRequested ? 0 : cost };
    }
    default:
      return { ...seen, findings: [{ url, state: outcome.kind, isFailure: saysNothing(outcome), ...NOTHING }] };
  }
}

function failure(url: string, state: Finding['state']): Finding {
  return { url, state, isFailure: true, ...NOTHING };
}

/** Whether the page may exist anyway: the site blocks us, its name or certificate is broken, or its answer is odd. */
function saysNothing(outcome: Extract<FetchOutcome, { kind: 'gone' | 'refused' | 'not-a-page' }>): boolean {
  if (outcome.kind === 'gone') return outcome.status === 0;
  if (outcome.kind === 'refused') return outcome.reason !== 'robots';
  return ['status', 'unreadable', 'redirect-loop'].includes(outcome.reason);
}

function withPage(seen: Visit, { page }: Extract<FetchOutcome, { kind: 'page' }>, domain: string): Visit {
  const record = toPageRecord(page);
  const moved = redirected(page, record.url);
  // A page of another site belongs to that site's crawl.
  if (domainOf(record.url) !== domain) return { ...seen, findings: moved };
  const { canonical } = record;
  const finding: Finding = {
    url: record.url,
    state: canonical === null ? 'page' : 'copy',
    isFailure: false,
    movedTo: canonical,
    etag: page.etag ?? null,
    lastModified: page.lastModified ?? null,
    record,
    isPartial: page.partial === true,
  };
  return {
    ...seen,
    findings: [...moved, finding],
    covered: [...new Set([seen.url, ...moved.map(({ url }) => url), record.url])],
    internal: canonical === null ? record.internal : [canonical, ...record.internal],
    shell: isShell(page, record.internal) ? record.url : null,
    contentHash: hashOf(record),
  };
}

/**
 * The URLs that led to the page. A permanent redirect makes the URL an alias of its target. A temporary one (to a login, a
 * consent form, a parking page) was not seen: the index keeps what it knows about it.
 */
function redirected({ redirects, moves }: FetchedPage, end: string): Finding[] {
  const next = new Map(moves.map(({ from, to }) => [toPageUrl(from), toPageUrl(to)]));
  const way = new Set(redirects.map((url) => toPageUrl(url) ?? end));
  way.delete(end);
  return [...way].map((url) => {
    const met = new Set([url]);
    let to = url;
    for (let step = next.get(to); step && !met.has(step); step = next.get(to)) {
      met.add(step);
      to = step;
    }
    return to === url ? failure(url, 'moved') : { ...NOTHING, url, state: 'moved', isFailure: false, movedTo: to };
  });
}

function hashOf({ title, body }: PageRecord): string {
  const text = `${title}\n${body}`.replace(/\d+/g, '0');
  return createHash('sha1').update(text).digest('base64url');
}
