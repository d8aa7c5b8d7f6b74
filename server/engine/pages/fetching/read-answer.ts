// A good answer becomes a page: type checked before the body is read, then charset, one pass, and what the page says of itself.

import type { OutboundResponse } from '../../../platform/outbound/outbound.ts';
import { botToken } from '../bot.ts';
import type { FetchedPage } from '../fetch-outcome.ts';
import type { PageFacts } from '../page-facts.ts';
import { readPage } from '../read-page.ts';
import type { Step } from './ask-once.ts';
import { decodePage } from './charset.ts';
import { hintsOf, redirectInPage } from './page-hints.ts';

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml']);

/** Throws OutboundError when the body cannot be read. */
export async function readAnswer(response: OutboundResponse, asked: string): Promise<Step> {
  const contentType = String(response.headers['content-type'] ?? '');
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (type !== '' && !PAGE_TYPES.has(type)) {
    response.cancel();
    return notAPage(`This address is not a page but ${type.slice(0, 80)}.`);
  }
  const bytes = await response.bytes();
  if (type === '' && !looksLikeHtml(bytes)) return notAPage('This address is not a page.');
  const html = decodePage(bytes, contentType);
  const facts = readPage(html, response.url);
  const to = redirectInPage(html, facts);
  if (to !== undefined) return { kind: 'redirect', to };
  const hints = hintsOf(facts, asked);
  if (hints.softNotFound) {
    return { kind: 'gone', status: response.status, message: 'The site says on the page that it does not exist.' };
  }
  return { kind: 'page', page: describe(response, { html, facts, hints }) };
}

function describe(response: OutboundResponse, read: Pick<FetchedPage, 'html' | 'facts' | 'hints'>): FetchedPage {
  const { etag, 'last-modified': lastModified } = response.headers;
  const directives = directivesOf(read.facts, response.headers['x-robots-tag']);
  return {
    url: response.url,
    redirects: [],
    ...read,
    noindex: /\b(?:noindex|none)\b/.test(directives),
    nofollow: /\b(?:nofollow|none)\b/.test(directives),
    ...(etag ? { etag } : {}),
    ...(lastModified ? { lastModified } : {}),
  };
}

/** What is said to every robot or to us; lines for other robots are left out. */
function directivesOf(facts: PageFacts, header: string | string[] | undefined): string {
  const token = botToken.toLowerCase();
  const metas = [...(facts.meta.get('robots') ?? []), ...(facts.meta.get(token) ?? [])];
  const headers = [header ?? []].flat().flatMap((line) => {
    const lower = line.toLowerCase();
    const [, agent] = /^\s*([\w-]+)\s*:/.exec(lower) ?? [];
    const isForOthers = agent !== undefined && agent !== token && agent !== 'unavailable_after';
    return isForOthers ? [] : [lower];
  });
  return [...metas, ...headers].join(',').toLowerCase();
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /<(?:!doctype\s+html|html|head|body|title|meta|div|p|h1|table)\b/i.test(start);
}

function notAPage(message: string): Step {
  return { kind: 'not-a-page', reason: 'content-type', message };
}
