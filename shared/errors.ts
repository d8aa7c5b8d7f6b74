// The one list of error codes: the same string on the server, in the browser and in the docs.
// A route throws AppError; the server's one handler turns it into { error: code, message } with the status given here.

export const errorStatuses = {
  'bad-json': 400,
  'bad-input': 400,
  'bad-signature': 400,
  'signed-out': 401,
  'wrong-password': 403,
  'not-found': 404,
  'wrong-method': 405,
  'payments-off': 409,
  'body-too-large': 413,
  'too-many-requests': 429,
  unexpected: 500,
  'payments-unavailable': 502,
  'database-unavailable': 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

export interface ErrorBody {
  error: ErrorCode;
  message: string;
}

/** An error the caller is meant to see, by its code. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get status() {
    return errorStatuses[this.code];
  }
}
