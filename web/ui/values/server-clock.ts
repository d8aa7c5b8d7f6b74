// The time by the server's clock. Times of rows come from there, and the clock of this machine may be an hour off.

/** Answers state whole seconds and take a moment to arrive: smaller differences mean nothing. */
const toleranceMs = 5_000;

/** The server's clock minus ours. */
let aheadMs = 0;

/** To be called with the headers of an answer that has just arrived. */
export function noteServerTime(headers: Headers) {
  const now = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(now)) return;
  const measured = now - Date.now();
  if (Math.abs(measured - aheadMs) > toleranceMs) aheadMs = measured;
}

export const serverNow = () => Date.now() + aheadMs;
