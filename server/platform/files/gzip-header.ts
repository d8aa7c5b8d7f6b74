// The header of a gzip member (RFC 1952): ten fixed bytes, then optional fields according to the flags in the fourth byte.
const fixedBytes = 10;
const flag = { check: 2, extra: 4, name: 8, comment: 16 };

/** The optional fields are a file name and a comment, so a longer header is not legitimate. */
export const longestGzipHeader = 64 * 1024;

/** Whether the bytes are the start of a gzip header. */
export function isGzip(bytes: Buffer): boolean {
  return [0x1f, 0x8b, 8].every((sign, at) => at >= bytes.length || bytes[at] === sign);
}

/** How many bytes precede the compressed data; undefined if the header is not complete yet. */
export function gzipHeaderLength(bytes: Buffer): number | undefined {
  if (bytes.length < fixedBytes) return undefined;
  const flags = bytes[3] as number;
  let at = fixedBytes;
  if (flags & flag.extra) {
    if (bytes.length < at + 2) return undefined;
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const text of [flag.name, flag.comment]) {
    if ((flags & text) === 0) continue;
    const end = at <= bytes.length ? bytes.indexOf(0, at) : -1;
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & flag.check) at += 2;
  return at <= bytes.length ? at : undefined;
}
