import type { IncomingHttpHeaders } from 'node:http';

export interface OutboundResponse {
  /** The address that answered. */
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  /** The addresses that led here, in order. */
  redirects: string[];
  /** After reading the body of a tolerant request: whether it was cut off or damaged, so only a part was returned. */
  isPartial(): boolean;
  /** The body, unpacked unless the request was raw. Read it, or call cancel(): until then it holds a place at its host. Throws OutboundError. */
  body: AsyncIterable<Uint8Array>;
  /** The whole body. Throws OutboundError. */
  bytes(): Promise<Uint8Array>;
  /** The whole body, read as the charset the header names, else as UTF-8. Throws OutboundError. */
  text(): Promise<string>;
  cancel(): void;
  /** The same for an answer whose head says enough: a short body is read, so that its connection can be kept. Does not reject. */
  discard(): Promise<void>;
}
