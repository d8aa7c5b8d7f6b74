// The header of a gzip member (RFC 1952).
const flags = { headerCrc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 };
const fixedBytes = 10;
/** Names and comments longer than this are not believable. */
const longestText = 64 * 1024;

/** How many bytes precede the compressed data. */
export function gzipHeaderLength(bytes: Buffer): number | 'incomplete' | 'broken' {
  if (bytes.length < fixedBytes) return 'incomplete';
  const set = bytes[3] as number;
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8 || (set & flags.reserved) !== 0) return 'broken';
  let at = fixedBytes;
  if (set & flags.extra) {
    if (bytes.length < at + 2) return 'incomplete';
    at += 2 + bytes.readUInt16LE(at);
  }
  for (const text of [flags.name, flags.comment]) {
    if ((set & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return bytes.length - at > longestText ? 'broken' : 'incomplete';
    at = end + 1;
  }
  return at + (set & flags.headerCrc ? 2 : 0);
}
