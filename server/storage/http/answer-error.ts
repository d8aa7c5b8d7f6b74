// Turns errors of the storage service into responses in the shape the client expects.
import type { Context as HonoContext } from 'hono';
import { ZodError } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import type { Log } from '../../platform/log.ts';
import { invalidParameter, noSuchBucket, StorageError, tooLarge } from './storage-error.ts';

/** Hono's error handler for the storage service. Logs only server errors. */
export function handleStorageError(log: Log) {
  return (error: Error, c: HonoContext): Response => {
    const known = toStorageError(error);
    if (known.status >= 500)
      log.error({ err: error, method: c.req.method, path: c.req.path }, 'storage request failed');
    return answerStorageError(c, known);
  };
}

/** The body repeats the status as a string: the client reads it from there first. */
function answerStorageError(c: HonoContext, { status, code, legacyCode, message }: StorageError): Response {
  c.header('Cache-Control', 'no-store');
  return c.json({ statusCode: String(status), error: legacyCode, message, code }, status);
}

function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  if (error instanceof AppError) return fromAppError(error);
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return invalidParameter(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
  }
  if (isDatabaseUnavailable(error)) {
    return new StorageError(503, 'DatabaseTimeout', 'The database cannot be reached right now');
  }
  return fromDatabaseError(error as { code?: string; constraint?: string }, error);
}

function fromAppError({ code, message }: AppError): StorageError {
  switch (code) {
    case 'signed-out':
      return new StorageError(401, 'InvalidJWT', message, { legacyCode: 'Unauthorized' });
    case 'body-too-large':
      return tooLarge(message);
    default:
      return new StorageError(400, 'InvalidRequest', message);
  }
}

function fromDatabaseError({ code, constraint }: { code?: string; constraint?: string }, cause: unknown): StorageError {
  // The account was deleted during the request.
  if (code === '23503' && constraint?.endsWith('user_id_fkey')) {
    return new StorageError(401, 'InvalidJWT', 'Please log in to continue.', { legacyCode: 'Unauthorized' });
  }
  // The bucket was deleted during the request.
  if (code === '23503' && constraint === 'storage_objects_bucket') return noSuchBucket();
  // Text that PostgreSQL cannot store: NUL, or half a surrogate pair.
  if (code === '22021' || code === '22P05') {
    return invalidParameter('The request contains characters that cannot be stored');
  }
  return new StorageError(500, 'InternalError', 'Internal server error', { cause });
}
