import type { MiddlewareHandler } from 'hono';
import { AuthError } from './auth-error.ts';

/** Answers with an error if the work takes too long; the work itself continues. Throws AuthError. */
export function answerInTime(limitMs: number): MiddlewareHandler {
  return async (_c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const text = 'Processing this request timed out, please retry after a moment.';
        reject(new AuthError(504, 'request_timeout', text));
      }, limitMs);
    });
    try {
      await Promise.race([next(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
