// Checks a file against the limits of its bucket.
import { StorageError, tooLarge } from '../http/storage-error.ts';
import { maxFileBytes } from '../limits.ts';
import type { BucketRow } from './buckets.store.ts';

type Options = Pick<BucketRow, 'file_size_limit' | 'allowed_mime_types'>;

export function sizeLimitOf({ file_size_limit: limit }: Options): number {
  return Math.min(maxFileBytes, limit ?? maxFileBytes);
}

/** Throws StorageError if the file is too large or its type is not allowed. */
export function checkFits(bucket: Options, { contentType, size }: { contentType: string; size: number }): void {
  const type = contentType.replace(/ *;.*$/, '').toLowerCase();
  const allowed = bucket.allowed_mime_types;
  if (allowed && !allowed.some((pattern) => matches(pattern.toLowerCase(), type))) {
    throw new StorageError(415, 'InvalidMimeType', `mime type ${contentType} is not supported`, {
      legacyCode: 'invalid_mime_type',
    });
  }
  if (size > sizeLimitOf(bucket)) throw tooLarge();
}

function matches(pattern: string, type: string): boolean {
  if (pattern === '*/*') return true;
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
