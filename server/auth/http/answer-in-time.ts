import type { MiddlewareHandler } from 'hono';
import { timedOut } from './auth-error.ts';

/** Answers with an error if the work takes too long; the work itself continues. Throws AuthError. */
export function answerInTime(limitMs: number): MiddlewareHandler {
  return async (_c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(timedOut()), limitMs);
    });
    try {
      await Promise.race([next(), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
