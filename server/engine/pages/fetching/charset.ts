// Decodes bytes to text: byte order mark, then what header and page declare, then what the bytes themselves show. Declarations
// are often wrong: non-ASCII text that is valid UTF-8 is UTF-8 whatever a one-byte label says, and text that is not valid UTF-8
// is not UTF-8 whatever the label says.

import { isAscii, isUtf8 } from 'node:buffer';

// Where browsers look for <meta charset>; the standard says 1024 bytes, but real pages put it later.
const PRESCAN_BYTES = 4096;
const ONE_BYTE = /^(?:windows-|iso-8859|macintosh|koi8|ibm866)/;

/** The text of a page. Never throws: bytes that fit no charset become replacement characters. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf(bytes, contentType);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // ASCII is the same in nearly every charset; this copy is 10 times faster than a decoder and half the size.
  if (isAscii(buffer) && (charset === 'utf-8' || ONE_BYTE.test(charset))) return buffer.toString('latin1');
  return new TextDecoder(charset).decode(bytes);
}

/** The charset of a page, by its WHATWG name. */
export function charsetOf(bytes: Uint8Array, contentType: string): string {
  const mark = byteOrderMark(bytes);
  if (mark !== undefined) return mark;
  const declared = known(charsetLabel(contentType)) ?? declaredInPage(bytes);
  if (declared !== undefined && declared !== 'utf-8' && !ONE_BYTE.test(declared)) return declared;
  if (isUtf8(bytes)) return declared !== undefined && isAscii(bytes) ? declared : 'utf-8';
  if (declared !== undefined && declared !== 'utf-8') return declared;
  return otherThanUtf8(declaredInPage(bytes)) ?? fallback(bytes);
}

function otherThanUtf8(charset: string | undefined): string | undefined {
  return charset === 'utf-8' ? undefined : charset;
}

/** Mostly valid UTF-8 with a broken byte here and there stays UTF-8; otherwise it is the legacy Western charset. */
function fallback(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  let good = 0;
  let bad = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) bad++;
    else if (code > 127) good++;
  }
  return good > bad * 4 ? 'utf-8' : 'windows-1252';
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return undefined;
}

function charsetLabel(contentType: string): string | undefined {
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1];
}

function declaredInPage(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES)).toString('latin1');
  const label =
    /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1];
  const charset = known(label);
  // A page that could be read this far is not UTF-16; the standard says to use UTF-8 then.
  return charset?.startsWith('utf-16') ? 'utf-8' : charset;
}

function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
