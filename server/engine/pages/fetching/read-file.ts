// The bytes of a file that is not a page: an icon, a sitemap. Read up to the caller's limit.

import type { OutboundResponse } from '../../../platform/outbound/outbound-response.ts';

export interface FileRequest {
  accept: string;
  /** Bytes after this are not read. */
  maxBytes: number;
}

export interface FetchedFile {
  /** The URL that answered in the end. */
  url: string;
  bytes: Uint8Array;
  /** False when the file is longer than the limit. */
  isWhole: boolean;
}

/** Throws OutboundError when the body cannot be read. */
export async function readFile(response: OutboundResponse, maxBytes: number): Promise<FetchedFile> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= maxBytes) continue;
    response.cancel();
    break;
  }
  const bytes = Buffer.concat(chunks);
  return { url: response.url, bytes: bytes.subarray(0, maxBytes), isWhole: length <= maxBytes };
}
