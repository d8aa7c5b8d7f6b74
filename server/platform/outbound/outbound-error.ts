// The error of the outbound client. Its message is fit for users: it names the host they gave, never an IP address behind it.
// Technical details are in `cause`, for the log.

export type OutboundErrorCode =
  | 'refused' // forbidden by policy
  | 'bad-url'
  | 'dns'
  | 'connect'
  | 'timeout'
  | 'too-large'
  | 'too-many-redirects'
  | 'bad-response'
  | 'aborted';

const FINAL: ReadonlySet<OutboundErrorCode> = new Set(['refused', 'bad-url', 'too-large', 'too-many-redirects']);

/** A failed request. `retryable`: the same call may succeed later (we could not look). */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;
  readonly retryable: boolean;

  constructor(code: OutboundErrorCode, message: string, options: { cause?: unknown; retryable?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? !FINAL.has(code);
  }
}

/** The error code of Node, undici or zlib, or an empty string. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Translates what undici or zlib threw while a host was answering. Our own errors pass unchanged. */
export function toOutboundError(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = systemCode(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new OutboundError('too-large', `${host} sent more header data than allowed.`, { cause: error });
  }
  if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE') {
    return new OutboundError('bad-response', `${host} closed the connection before sending the full response.`, {
      cause: error,
    });
  }
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'UND_ERR_ABORTED') {
    return new OutboundError('aborted', 'The request was canceled.', { cause: error });
  }
  // zlib names its errors Z_…, brotli ERR__…, zstd ZSTD_…
  if (/^(Z_|ERR__|ZSTD_)/.test(code)) {
    return new OutboundError('bad-response', `${host} sent compressed data that cannot be read.`, { cause: error });
  }
  return new OutboundError('bad-response', `${host} sent a response that is not valid HTTP.`, { cause: error });
}
