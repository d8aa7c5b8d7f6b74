// All error codes: the same string on the server, in the browser and in the docs. A route throws AppError; the server's error
// handler turns it into { error: code, message } with the status given here.

export const errorStatuses = {
  'bad-json': 400,
  'bad-input': 400,
  /** Own backlinks with lines that are not valid URLs. */
  'bad-urls': 400,
  /** No profile: /user/init was never called. */
  'no-user': 400,
  'nothing-kept': 400,
  'bad-signature': 400,
  'signed-out': 401,
  'no-credit': 402,
  'wrong-password': 403,
  'not-found': 404,
  'wrong-method': 405,
  'payments-off': 409,
  /** Zeus is working on it: the same call may succeed when it is done. */
  busy: 409,
  /** An Idempotency-Key that was used before, with another form. */
  'key-reused': 409,
  /** The kept rows are no longer those the client was shown. */
  'selection-changed': 409,
  'body-too-large': 413,
  'too-many-requests': 429,
  unexpected: 500,
  'payments-unavailable': 502,
  /** A site or mail server could not be reached: nothing is known, nothing was charged. */
  'could-not-look': 503,
  'database-unavailable': 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** The specification's own names for some of them (section 7), returned as `type`. */
export const errorTypes: Partial<Record<ErrorCode, string>> = {
  'no-credit': 'no credit',
  'bad-urls': 'bad-URLs',
  'no-user': 'no user',
};

/** A line of own backlinks that is not a valid URL; the first line is 1. */
export interface BadLine {
  line: number;
  text: string;
  /** It is a URL, but of a private network. */
  reason?: 'not-public';
}

/** The line at this index, cut to a length that can be shown. */
export const badLine = (index: number, text: string): BadLine => ({ line: index + 1, text: text.trim().slice(0, 200) });

export interface ErrorBody {
  error: ErrorCode;
  message: string;
  type?: string;
  lines?: readonly BadLine[];
}

interface AppErrorOptions extends ErrorOptions {
  lines?: readonly BadLine[];
  retryAfterSeconds?: number;
}

/** An error that the client may see, by its code. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  /** The lines concerned, for bad-urls. */
  readonly lines: readonly BadLine[] | undefined;
  /** When to retry, if known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.lines = options.lines;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status() {
    return errorStatuses[this.code];
  }
}
