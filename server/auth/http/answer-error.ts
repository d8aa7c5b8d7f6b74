// The one place that turns an error of the auth service into an answer, in the shape of the caller's protocol version.
import { randomUUID } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { isUploadAborted } from '../../platform/http/body.ts';
import type { Log } from '../../platform/log.ts';
import { AuthError, emailExists, timedOut } from './auth-error.ts';
import { speaksNewVersion } from './protocol-headers.ts';

/** Hono's error handler for the auth service: answers, and logs internal errors. */
export function handleAuthError(log: Log) {
  return (error: Error, c: HonoContext): Response => {
    const known = isUploadAborted(c)
      ? new AuthError(400, 'bad_json', 'The request ended before its body was complete', { cause: error })
      : toAuthError(error);
    const errorId = known.status >= 500 ? randomUUID() : undefined;
    if (errorId) log.error({ err: error, method: c.req.method, path: c.req.path, errorId }, 'auth request failed');
    return answerAuthError(c, known, errorId);
  };
}

export function answerAuthError(c: HonoContext, error: AuthError, errorId?: string): Response {
  const { status, code, options } = error;
  c.header('x-sb-error-code', code);
  if (options.retryAfter !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(options.retryAfter))));
  if (options.allow) c.header('Allow', options.allow);
  return c.json(errorBody(error, speaksNewVersion(c), errorId), status);
}

function errorBody({ status, code, message, options }: AuthError, newVersion: boolean, errorId?: string) {
  if (options.grantError) return { error: options.grantError, error_description: message };
  const weak = options.weakPassword ? { weak_password: options.weakPassword } : {};
  if (newVersion) return { code, error_code: code, message, ...weak };
  return { code: status, error_code: code, msg: message, ...weak, ...(errorId ? { error_id: errorId } : {}) };
}

/** The error to report by a redirect; logs internal ones. */
export function redirectedError({ log }: { log: Log }, c: HonoContext, error: unknown): AuthError {
  const known = toAuthError(error);
  // Not the query, which has a token or a code.
  if (known.status >= 500) log.error({ err: error, method: c.req.method, path: c.req.path }, 'auth request failed');
  return known;
}

/** The error shown to the caller. Unexpected ones reveal nothing about the cause. */
function toAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (isDatabaseUnavailable(error)) {
    return new AuthError(503, 'unexpected_failure', 'The database cannot be reached right now', { retryAfter: 2 });
  }
  return fromDatabaseError(error as { code?: string; constraint?: string }, error);
}

function fromDatabaseError({ code, constraint }: { code?: string; constraint?: string }, cause: unknown) {
  switch (code) {
    case '23503':
      // The account was deleted while this request ran.
      if (constraint?.endsWith('user_id_fkey')) return new AuthError(403, 'user_not_found', 'User not found');
      break;
    case '23505':
      // Two requests claimed the same address at the same moment.
      if (constraint === 'users_email_key') return emailExists();
      break;
    case '22021':
    case '22P05':
      return new AuthError(400, 'validation_failed', 'The text contains characters that cannot be stored');
    case '40001':
    case '40P01':
    case '55P03':
      return new AuthError(409, 'conflict', 'Too many concurrent requests for the same session', { retryAfter: 1 });
    case '57014':
      return timedOut();
  }
  return new AuthError(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information', {
    cause,
  });
}
