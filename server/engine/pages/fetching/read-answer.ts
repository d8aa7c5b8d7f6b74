// Turns a good response into a page: checks the type before reading the body, then charset, one pass, and soft errors.

import type { OutboundResponse } from '../../../platform/outbound/outbound-response.ts';
import { isBotCheck, isMarkedAsBotCheck } from '../bot-check.ts';
import type { FetchedPage } from '../fetch-outcome.ts';
import { readPage } from '../read-page.ts';
import { decodePage } from './charset.ts';
import { contentTypeOf } from './content-type.ts';
import { couldNotLook, headerText } from './judge-answer.ts';
import { hintsOf, redirectInHeader, redirectInPage } from './page-hints.ts';
import { directivesOf } from './robots-directives.ts';
import type { Step } from './step.ts';

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml', 'application/vnd.wap.xhtml+xml']);

/** Throws OutboundError when the body cannot be read. */
export async function readAnswer(response: OutboundResponse, asked: string): Promise<Step> {
  const { type, value: contentType } = contentTypeOf(response.headers['content-type']);
  if (type !== '' && !PAGE_TYPES.has(type)) {
    response.cancel();
    return notAPage(`This URL is not a page but a file (${type.slice(0, 80)}).`);
  }
  if (isMarkedAsBotCheck(response.headers)) {
    response.cancel();
    return botCheck(response);
  }
  const elsewhere = redirectInHeader(headerText(only(response.headers.refresh) ?? ''), response.url);
  if (elsewhere !== undefined) {
    await response.discard();
    return { kind: 'redirect', to: elsewhere, isPermanent: false };
  }
  const bytes = await response.bytes();
  if (type === '' && !looksLikeHtml(bytes)) return notAPage('This URL is not a page.');
  const html = decodePage(bytes, contentType);
  const facts = readPage(html, response.url);
  if (response.isPartial()) {
    if (facts.blocks.length === 0) {
      return couldNotLook(`${new URL(response.url).host} broke off before it had sent the page.`);
    }
    facts.cut = true;
  }
  const to = redirectInPage(html, facts);
  if (to !== undefined) return { kind: 'redirect', to, isPermanent: false };
  if (isBotCheck(facts)) return botCheck(response);
  const hints = hintsOf(facts, asked);
  if (hints.softNotFound) {
    return { kind: 'gone', status: response.status, message: 'The site says that this page does not exist.' };
  }
  return { kind: 'page', page: describe(response, { html, facts, hints }) };
}

function describe(response: OutboundResponse, read: Pick<FetchedPage, 'html' | 'facts' | 'hints'>): FetchedPage {
  const base = {
    url: response.url,
    redirects: [],
    moves: [],
    ...read,
    ...directivesOf(read.facts, response.headers['x-robots-tag']),
  };
  // No ETag or date: the next visit must fetch the whole page instead of getting a 304.
  if (response.isPartial()) return { ...base, partial: true };
  const etag = only(response.headers.etag);
  const lastModified = only(response.headers['last-modified']);
  return {
    ...base,
    ...(etag ? { etag } : {}),
    ...(lastModified ? { lastModified } : {}),
  };
}

/** Ignores a header that was sent more than once. */
function only(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}

function looksLikeHtml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /<(?:!doctype\s+html|html|head|body|title|meta|div|p|h1|table)\b/i.test(start);
}

function botCheck({ url }: OutboundResponse): Step {
  const message = `${new URL(url).host} lets only browsers open this page.`;
  return { kind: 'refused', reason: 'site', message, botCheck: true };
}

function notAPage(message: string): Step {
  return { kind: 'not-a-page', reason: 'content-type', message };
}
