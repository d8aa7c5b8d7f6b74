// Changes the URL without adding to the history. Safari throws if a page does that more than 100 times in 30 seconds (10 in newer
// versions), which a held arrow key does in three: after a burst, changes are collected.

/** At most 70 in 30 seconds; the rest is for navigation between pages. */
const burst = 40;
const gapMs = 1_000;

type Change = (address: URL) => void;

let allowed = burst;
let countedAt = 0;
let waiting: { changes: Change[]; pathname: string; timer: number } | null = null;

/** Usually immediate. A delayed change is dropped if the user has moved to another page by then. */
export function replaceAddress(change: Change) {
  const { pathname } = window.location;
  if (waiting?.pathname === pathname) {
    waiting.changes.push(change);
    return;
  }
  clearTimeout(waiting?.timer);
  refill();
  waiting = { changes: [change], pathname, timer: window.setTimeout(write, Math.max(0, 1 - allowed) * gapMs) };
  if (allowed >= 1) write();
}

/** A clock that was set back counts as no time passed. */
function refill() {
  const now = Date.now();
  allowed = Math.min(burst, allowed + Math.max(0, now - countedAt) / gapMs);
  countedAt = now;
}

function write() {
  if (!waiting) return;
  const { changes, pathname, timer } = waiting;
  waiting = null;
  clearTimeout(timer);
  if (pathname !== window.location.pathname) return;
  refill();
  allowed -= 1;
  const address = new URL(window.location.href);
  for (const change of changes) change(address);
  window.history.replaceState(window.history.state, '', address);
}

/** As in a page that was just opened. For tests, which share one page. */
export function forgetChanges() {
  clearTimeout(waiting?.timer);
  waiting = null;
  allowed = burst;
}

// A reload shows what the URL says.
window.addEventListener('pagehide', write);
