// Retry-After in seconds or as a date, capped at one day.

const MOST_SECONDS = 24 * 3600;

/** The seconds to wait, or undefined if the header is unusable. */
export function retryAfterSeconds(header: unknown): number | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(MOST_SECONDS, Math.max(1, seconds));
}
