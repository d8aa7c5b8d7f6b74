// URLs of pictures that need no token, so that an <img> can show them: signed, valid for some minutes, and given only to the
// owner of a backlink.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import { deriveKey } from '../platform/settings/secrets.ts';

type Parts = Pick<Context, 'config'>;

const stepSeconds = 900;

/** `/files/pictures/<name>?…`, valid for 15 to 30 minutes; the same within 15 minutes, so that browsers cache the picture. */
export function signAddress(ctx: Parts, name: string, now = new Date()): string {
  const until = (Math.floor(now.getTime() / 1000 / stepSeconds) + 2) * stepSeconds;
  return `/files/pictures/${name}?until=${until}&signature=${signatureOf(ctx, name, until).toString('base64url')}`;
}

/** How many seconds it is still valid; 0 if it isn't, or never was. */
export function secondsLeft(
  ctx: Parts,
  { name, until, signature }: { name: string; until: string; signature: string },
  now = new Date(),
): number {
  if (!/^\d{1,12}$/.test(until)) return 0;
  const expected = signatureOf(ctx, name, Number(until));
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 0;
  return Math.max(0, Math.floor(Number(until) - now.getTime() / 1000));
}

function signatureOf({ config }: Parts, name: string, until: number): Buffer {
  const key = deriveKey(config.secret, 'picture addresses');
  return createHmac('sha256', key).update(`${until}:${name}`).digest();
}
