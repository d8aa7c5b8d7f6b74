// Finds addresses in running text by walking outwards from every '@'. A single pattern would take quadratic time on long unbroken
// text (inline images); this takes linear time.

import { parse } from 'tldts';
import { DENSE } from '../../../../shared/dense-scripts.ts';

export interface ScannedAddress {
  address: string;
  start: number;
  end: number;
}

const LOCAL = /[\p{L}\p{N}.%&+_-]/u;
const LOCAL_OF_LINK = /[\p{L}\p{N}.%&+_'-]/u;
const DOMAIN = /[\p{L}\p{N}.-]/u;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 190;

/** Letters that stand next to an address without a space: 'メールinfo@site.jpまで', 'info@site.kr로'. */
export const ATTACHED = `(?:${DENSE.source}|[\\uac00-\\ud7a3])`;
const IS_ATTACHED = new RegExp(ATTACHED);

/** Everything that looks like an address, without surrounding punctuation. Skips handles such as @name@host, and no
 * address crosses a seam (see TextBlock). */
export function scanAddresses(text: string, seams: readonly number[] = []): ScannedAddress[] {
  return scan(text, seams, LOCAL);
}

/** The same for the URL of a link, where an apostrophe belongs to the name: in text, it may follow an article ('l'info@site.fr'). */
export function scanLink(text: string): ScannedAddress[] {
  return scan(text.replaceAll('’', "'"), [], LOCAL_OF_LINK);
}

function scan(text: string, seams: readonly number[], letters: RegExp): ScannedAddress[] {
  const found: ScannedAddress[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = walkLeft(text, at, seams, letters);
    const end = walkRight(text, at, seams);
    if (start === at || end === at + 1 || text[start - 1] === '@' || text[end] === '@') continue;
    const local = startLocal(text.slice(start, at));
    const domain = endDomain(text.slice(at + 1, end));
    if (local !== '' && domain !== '') found.push({ address: `${local}@${domain}`, start, end });
  }
  return found;
}

function walkLeft(text: string, at: number, seams: readonly number[], letters: RegExp): number {
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL && letters.test(text[start - 1] as string)) {
    if (start < at && (seams.includes(start) || isWordBefore(text, start))) break;
    start--;
  }
  return start;
}

function walkRight(text: string, at: number, seams: readonly number[]): number {
  let end = at + 1;
  let hasDot = false;
  while (end < text.length && end - at < MAX_DOMAIN && DOMAIN.test(text[end] as string)) {
    if (end > at + 1 && (seams.includes(end) || (hasDot && isWordAfter(text, end)))) break;
    hasDot ||= text[end] === '.';
    end++;
  }
  return end;
}

function isWordBefore(text: string, start: number): boolean {
  return IS_ATTACHED.test(text[start - 1] as string) && !IS_ATTACHED.test(text[start] as string);
}

/** Behind a dot, a label may be all in one such script: 'info@site.中国'. */
function isWordAfter(text: string, end: number): boolean {
  return IS_ATTACHED.test(text[end] as string) && /[a-z\d]/i.test(text[end - 1] as string);
}

/** A phone number that a missing space attached: digits with a leading zero, plus or separators, then a word. */
const PHONE = /^(?:\+|0|\d{2,5}[.-])[\d.-]*\d{3}(?=\p{L}{2})/u;

function startLocal(raw: string): string {
  const local = raw.replace(/^[^\p{L}\p{N}_+]+/u, '').replace(/\.+$/, '');
  const phone = PHONE.exec(local)?.[0] ?? '';
  return (phone.replace(/\D/g, '').length >= 6 ? local.slice(phone.length) : local).replace(/^\++/, '');
}

/** Cuts off what a missing space attached to the domain: 'site.comPhone', 'site.com.Please', 'site.com030123'. */
function endDomain(domain: string): string {
  const trimmed = domain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/\.{2,}.*$/, '');
  const glued = /^(.*\.\p{Ll}{2,6})\.?\p{Lu}/u.exec(trimmed)?.[1];
  const whole = glued === undefined || isInSuffix(trimmed, glued.length) ? trimmed : glued;
  return whole.replace(/(\.\p{Ll}{2,})\d+[\d.-]*$/u, '$1');
}

/** Whether the dot here is inside a public suffix: 'site.co.UK', 'Site.co.Uk'. In 'site.com.In', it ends a sentence. */
function isInSuffix(domain: string, dot: number): boolean {
  if (domain[dot] !== '.') return false;
  const end = domain.slice(dot);
  if (end !== end.toUpperCase() && !/\p{Lu}/u.test(domain.slice(0, dot))) return false;
  const { isIcann, publicSuffix } = parse(domain, { allowPrivateDomains: false });
  return isIcann === true && publicSuffix !== null && domain.length - publicSuffix.length < dot;
}
