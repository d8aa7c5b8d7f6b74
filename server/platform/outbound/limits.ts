export interface OutboundLimits {
  maxRedirects: number;
  maxHeaderBytes: number;
  /** After decompression; the compressed bytes and every layer in between have the same limit. */
  maxBodyBytes: number;
  /** DNS, TCP and TLS together, per hop. */
  connectMs: number;
  /** From the sent request to the head of the answer, per hop. */
  firstByteMs: number;
  /** The whole call: waiting for a place at the host, all redirects, and reading the body. */
  totalMs: number;
  /** Requests that may run against one host name at the same time; the others wait in order. */
  perHost: number;
}

/** What a single request may set for itself; the other limits belong to the client as a whole. */
export type RequestLimits = Omit<OutboundLimits, 'maxHeaderBytes' | 'perHost'>;

/** Defaults with the given values over them; a value that is undefined counts as not given. */
export function withGiven<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(entries) };
}
