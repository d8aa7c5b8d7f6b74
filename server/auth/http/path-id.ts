import type { Context as HonoContext } from 'hono';
import type { AuthError } from './auth-error.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** The id in a path segment. Throws the given error if it is not valid. */
export function readPathId(c: HonoContext, name: string, otherwise: () => AuthError): string {
  const id = c.req.param(name) ?? '';
  if (!isUuid(id)) throw otherwise();
  return id;
}
