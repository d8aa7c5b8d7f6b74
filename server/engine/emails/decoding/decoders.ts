// One decoder per known way of hiding an address. Each returns null if the text is not of its kind.
import { scanAddresses } from './scan-addresses.ts';

/** Cloudflare: hex, the first byte is the key for all others. */
export function readCloudflare(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2}){4,200}$/i.test(hex)) return null;
  const bytes = Buffer.from(hex, 'hex');
  const key = bytes[0] as number;
  const text = Buffer.from(bytes.subarray(1).map((byte) => byte ^ key)).toString('utf8');
  return firstAddress(text.split('?')[0] ?? '');
}

/** TYPO3 shifts three ranges of characters by an unstated number: the right shift reveals 'mailto:'. */
export function readTypo3(code: string, vector?: number): string | null {
  const text = decodePercent(code);
  if (text.length > 300) return null;
  const turns = vector === undefined ? Array.from({ length: 51 }, (_, i) => i - 25) : [vector, -vector];
  for (const turn of turns) {
    const plain = [...text].map((letter) => turnLetter(letter, turn)).join('');
    if (plain.startsWith('mailto:')) return firstAddress(plain.slice(7).split('?')[0] ?? '');
  }
  return null;
}

const RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const;

function turnLetter(letter: string, turn: number): string {
  const code = letter.charCodeAt(0);
  for (const [start, end] of RANGES) {
    if (code < start || code > end) continue;
    const size = end - start + 1;
    return String.fromCharCode(start + ((((code - start + turn) % size) + size) % size));
  }
  return letter;
}

/** SPIP: '#name#mc#domain#'. */
export function readSpip(href: string): string | null {
  const match = /^#([^#]{1,64})#mc#([^#]{3,190})#/.exec(href);
  return match ? firstAddress(`${match[1]}@${match[2]}`) : null;
}

export function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

export function fromBase64(text: string): string | null {
  if (!/^[\w+/-]{4,600}={0,2}$/.test(text)) return null;
  const plain = Buffer.from(text, 'base64').toString('utf8');
  return /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(plain) && !plain.includes('\ufffd') ? plain : null;
}

export function reverse(text: string): string {
  return [...text].reverse().join('');
}

/** Decodes percent-encoding, leaving broken sequences as they are. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

function firstAddress(text: string): string | null {
  return scanAddresses(text)[0]?.address ?? null;
}
