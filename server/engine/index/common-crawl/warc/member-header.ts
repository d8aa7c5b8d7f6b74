import { gzipHeaderLength, isGzip, longestGzipHeader } from '../../../../platform/files/gzip-header.ts';

const reservedFlags = 0xe0;

/** How many bytes precede the compressed data. Reserved flags count as damage: these bytes are not a header. */
export function memberHeader(bytes: Buffer): number | 'incomplete' | 'broken' {
  if (!isGzip(bytes) || (bytes[3] ?? 0) & reservedFlags) return 'broken';
  return gzipHeaderLength(bytes) ?? (bytes.length > longestGzipHeader ? 'broken' : 'incomplete');
}
