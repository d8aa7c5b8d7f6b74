// Finds addresses in running text by walking outwards from every '@'. A single pattern would take quadratic time on long unbroken
// text (inline images); this takes linear time.

export interface ScannedAddress {
  address: string;
  start: number;
  end: number;
}

const LOCAL = /[\p{L}\p{N}.%&+_-]/u;
const DOMAIN = /[\p{L}\p{N}.-]/u;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 190;

/** Everything that looks like an address, without surrounding punctuation. Skips handles such as @name@host, and no
 * address crosses a seam (see TextBlock). */
export function scanAddresses(text: string, seams: readonly number[] = []): ScannedAddress[] {
  const found: ScannedAddress[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = walkLeft(text, at, seams);
    const end = walkRight(text, at, seams);
    if (start === at || end === at + 1 || text[start - 1] === '@' || text[end] === '@') continue;
    const local = startLocal(text.slice(start, at));
    const domain = endDomain(text.slice(at + 1, end));
    if (local !== '' && domain !== '') found.push({ address: `${local}@${domain}`, start, end });
  }
  return found;
}

function walkLeft(text: string, at: number, seams: readonly number[]): number {
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL && LOCAL.test(text[start - 1] as string)) {
    if (start < at && seams.includes(start)) break;
    start--;
  }
  return start;
}

function walkRight(text: string, at: number, seams: readonly number[]): number {
  let end = at + 1;
  while (end < text.length && end - at < MAX_DOMAIN && DOMAIN.test(text[end] as string)) {
    if (end > at + 1 && seams.includes(end)) break;
    end++;
  }
  return end;
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
  const glued = /^(.*\.\p{Ll}{2,6})\.?\p{Lu}/u.exec(trimmed);
  return (glued?.[1] ?? trimmed).replace(/(\.\p{Ll}{2,})\d+[\d.-]*$/u, '$1');
}
