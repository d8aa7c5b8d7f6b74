// The time by the server's clock. Timestamps in rows come from the server, and this machine's clock may be an hour off.

/** The Date header has whole seconds and answers take a moment to arrive, so smaller differences mean nothing. */
const toleranceMs = 5_000;

/** The server's clock minus ours. */
let aheadMs = 0;

/** Call it with the headers of a response that has just arrived. */
export function noteServerTime(headers: Headers) {
  const now = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(now)) return;
  const measured = now - Date.now();
  if (Math.abs(measured - aheadMs) > toleranceMs) aheadMs = measured;
}

export const serverNow = () => Date.now() + aheadMs;
