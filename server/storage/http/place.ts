// The bucket and the object an address names. Read from the address itself and decoded once, each part for itself: a router
// that decodes the whole path first cannot tell a slash in a name from one between names.
import type { Context as HonoContext } from 'hono';
import { StorageError } from './storage-error.ts';

export interface Place {
  bucket: string;
  /** '' when the address ends with the bucket. */
  name: string;
}

/** What follows `start` ('/storage/v1/object/public'). Throws StorageError when it cannot be decoded. */
export function placeAfter(c: HonoContext, start: `/storage/v1/${string}`): Place {
  const parts = new URL(c.req.url).pathname.split('/').slice(start.split('/').length);
  const [bucket = '', ...name] = parts.map(decode);
  return { bucket, name: name.join('/') };
}

function decode(part: string): string {
  try {
    // The client sends the name as it is, so "100%.txt" arrives with a percent sign that encodes nothing.
    return decodeURIComponent(part.replace(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch {
    throw new StorageError(400, 'InvalidKey', 'Invalid key: the address is not encoded correctly');
  }
}
