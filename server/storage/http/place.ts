// Reads the bucket and object name from a request's URL. Each path segment is decoded exactly once, independently of how the
// router decodes paths.
import type { Context as HonoContext } from 'hono';
import { StorageError } from './storage-error.ts';

export interface Place {
  bucket: string;
  /** Empty when the URL ends with the bucket. */
  name: string;
}

/** Parses what follows `start`, for example '/storage/v1/object/public'. Throws StorageError if it cannot be decoded. */
export function placeAfter(c: HonoContext, start: `/storage/v1/${string}`): Place {
  const parts = new URL(c.req.url).pathname.split('/').slice(start.split('/').length);
  const [bucket = '', ...name] = parts.map(decode);
  return { bucket, name: name.join('/') };
}

function decode(part: string): string {
  try {
    // The client does not encode names, so "100%.txt" arrives with a stray percent sign.
    return decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    throw new StorageError(400, 'InvalidKey', 'Invalid key: the URL is not encoded correctly');
  }
}
