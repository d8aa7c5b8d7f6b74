// The one place where an error becomes a response: { error: code, message }, with the status of the code.
import type { Context as HonoContext } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { ZodError } from 'zod';
import { AppError, type ErrorBody, errorTypes } from '../../../shared/errors.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import type { Log } from '../log.ts';
import { isUploadAborted } from './body.ts';

/** What the client learns about any error. Unknown ones reveal nothing about what went wrong inside. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return new AppError('bad-input', describeZodError(error), { cause: error });
  if (error instanceof HTTPException && error.status === 413)
    return new AppError('body-too-large', 'This request is too large.');
  if (error instanceof HTTPException && error.status < 500)
    return new AppError('bad-json', 'The request could not be read.');
  if (isDatabaseUnavailable(error)) {
    return new AppError(
      'database-unavailable',
      'The database cannot be reached right now. Please try again in a moment.',
      { retryAfterSeconds: 2 },
    );
  }
  if (isUnstorable(error)) {
    return new AppError('bad-input', 'The text contains characters that cannot be stored.', { cause: error });
  }
  return new AppError('unexpected', 'Something went wrong on our side, and we have recorded it. Please try again.', {
    cause: error,
  });
}

/** PostgreSQL accepts no NUL in text, and no lone surrogates in JSON. */
function isUnstorable(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === '22021' || code === '22P05';
}

function describeZodError(error: ZodError): string {
  const issues = error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  return `Some of the input is invalid. ${issues.join('; ')}`;
}

/** Hono's error handler: responds, and logs what we have to fix. */
export function handleError(log: Log) {
  return (error: Error, c: HonoContext): Response => {
    // No one is left to read this response; the log and the metrics must not count it as our failure.
    const known = isUploadAborted(c)
      ? new AppError('bad-json', 'The request ended before its body was complete.', { cause: error })
      : toAppError(error);
    if (known.status >= 500 && known.code !== 'could-not-look')
      log.error({ err: error, method: c.req.method, path: c.req.path, code: known.code }, 'request failed');
    return answerError(c, known);
  };
}

export function answerError(c: HonoContext, error: AppError): Response {
  const { code, message, status, lines, retryAfterSeconds } = error;
  // Clients that retry automatically should do so for our own outage or limit, not for a site that does not respond.
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(Math.ceil(retryAfterSeconds)));
  const type = errorTypes[code];
  return c.json({ error: code, message, ...(type && { type }), ...(lines && { lines }) } satisfies ErrorBody, status);
}

/** For an existing URL called with an unsupported method. */
export function answerWrongMethod(c: HonoContext, allowed: string[]): Response {
  c.header('Allow', allowed.join(', '));
  return answerError(c, new AppError('wrong-method', `This URL only accepts ${allowed.join(', ')}.`));
}
