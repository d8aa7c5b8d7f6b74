// Parses the duration of a ban, such as "24h", "1h30m" or "none".
import { type Auth, secondsAfter } from '../auth.ts';
import { invalid } from '../http/auth-error.ts';

const unitSeconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };
const longestSeconds = 200 * 365 * 24 * 3600;

/** When the ban ends; null for "none", undefined if not given. Throws AuthError validation_failed. */
export function parseBan(auth: Auth, given: string | undefined): Date | null | undefined {
  if (!given) return undefined;
  if (given === 'none') return null;
  if (!/^(\d{1,10}(\.\d{1,9})?(h|ms|m|s))+$/.test(given)) throw badDuration();
  const parts = given.matchAll(/([\d.]+)(h|ms|m|s)/g);
  const seconds = [...parts].reduce(
    (sum, [, figure, unit]) => sum + Number(figure) * (unitSeconds[unit ?? ''] ?? 0),
    0,
  );
  if (seconds > longestSeconds) throw badDuration();
  return secondsAfter(auth.now(), seconds);
}

function badDuration() {
  return invalid('invalid format for ban duration: write it like 24h, 1h30m or none');
}
