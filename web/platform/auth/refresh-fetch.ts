// The fetch the auth client uses. It adds to refreshes what the client lacks: one tab at a time, the specification's back-off,
// and waiting. Temporary failures never reach the client, which would stop asking for a minute, or end the session because of
// a 429; it waits until there is a final answer. Callers limit their own waiting.
import { sessionRefresh } from '../../../shared/limits.ts';
import { keptInBrowser } from '../../kept-values.ts';
import { readSession, sessionStorageKey } from '../session-source.ts';
import { backOffMs } from './refresh-schedule.ts';

const lockName = 'zeus.session.refresh';
const lookEveryMs = 20;
/** Far longer than it takes; other tabs must not wait forever. */
const keptWithinMs = 2_000;
/** Values stored by one tab reach the other tabs' processes a moment later, on a busy machine after more than 100 ms. */
const seenWithinMs = 500;

/** Temporary refusals. */
const passingRefusals = [408, 409, 425, 429];

/** A plain fetch, except for refreshes. */
export const authFetch: typeof fetch = (input, init) => {
  const refreshToken = refreshTokenIn(input, init);
  return refreshToken === null ? fetch(input, init) : refresh(refreshToken, () => fetch(input, init));
};

function refreshTokenIn(input: RequestInfo | URL, init?: RequestInit): string | null {
  if (!String(input).includes('/token?grant_type=refresh_token')) return null;
  const { refresh_token: token } = JSON.parse(String(init?.body)) as { refresh_token?: unknown };
  return typeof token === 'string' ? token : null;
}

/** The answer to a refresh, however long it takes. Rejects if the session ended meanwhile. */
async function refresh(refreshToken: string, ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    await untilOnline();
    const startedAt = Date.now();
    const answer = await exclusively(refreshToken, () => answerOnce(refreshToken, ask));
    if (answer) return answer;
    await pause(sessionRefresh.checkEveryMs - (Date.now() - startedAt));
  }
}

async function answerOnce(refreshToken: string, ask: () => Promise<Response>): Promise<Response | null> {
  const session = readSession();
  if (!session) throw new TypeError('The session was ended while it was being refreshed.');
  // Another tab was faster; its result answers this request too.
  if (session.refreshToken !== refreshToken) return new Response(keptInBrowser.getItem(sessionStorageKey));
  return fetchWithBackOff(ask);
}

/** Retries after 200, 400, 600 … ms while the next attempt would start before the next check. Null: no answer until then. */
export async function fetchWithBackOff(ask: () => Promise<Response>): Promise<Response | null> {
  const startedAt = Date.now();
  for (let tries = 1; ; tries += 1) {
    const answer = await ask().catch(() => null);
    if (answer && !isPassing(answer.status)) return answer;
    const wait = backOffMs(tries, Date.now() - startedAt);
    if (wait === null) return null;
    await pause(wait);
  }
}

function isPassing(status: number): boolean {
  return status >= 500 || passingRefusals.includes(status);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** No attempt makes sense while the machine is offline. */
async function untilOnline(): Promise<void> {
  while (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/** Locks are unavailable on plain http; there we rely on the server's tolerance for races. */
function exclusively(refreshToken: string, act: () => Promise<Response | null>): Promise<Response | null> {
  if (!navigator.locks) return act();
  return new Promise((resolve, reject) => {
    const holdLock = async () => {
      const answer = await act();
      resolve(answer);
      if (!answer?.ok) return;
      // The auth client stores the new session a moment after it has the answer: a tab that checks earlier would ask again.
      await untilReplaced(refreshToken, keptWithinMs);
      await pause(seenWithinMs);
    };
    const waitForLock = () =>
      navigator.locks.request(lockName, async () => {
        await untilReplaced(refreshToken, seenWithinMs);
        await holdLock();
      });
    const holdOrWait = (lock: Lock | null) => (lock ? holdLock() : waitForLock());
    navigator.locks.request(lockName, { ifAvailable: true }, holdOrWait).catch(reject);
  });
}

/** Waits until this tab sees a session with another token, but not for long: the tab that asked may have got no answer. */
async function untilReplaced(refreshToken: string, withinMs: number): Promise<void> {
  for (let waited = 0; waited < withinMs && readSession()?.refreshToken === refreshToken; waited += lookEveryMs) {
    await pause(lookEveryMs);
  }
}
