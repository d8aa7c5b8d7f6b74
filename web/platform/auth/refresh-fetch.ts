// The fetch that the auth client uses. Refreshes get three things the client does not do by itself:
// one tab at a time, the back-off of the specification, and no sign-out because of a passing refusal (429 and the like).
import { keptInBrowser } from '../kept-values.ts';
import { readSession, sessionStorageKey } from '../session-source.ts';
import { backOffMs } from './refresh-schedule.ts';

const lockName = 'zeus.session.refresh';

/** Refusals that pass by themselves; the client would take them for the end of the session. */
const passingRefusals = [408, 409, 425, 429];

/** Fetches as the browser does; a refresh as said above. */
export const authFetch: typeof fetch = (input, init) => {
  const refreshToken = refreshTokenIn(input, init);
  return refreshToken === null ? fetch(input, init) : refresh(refreshToken, () => fetch(input, init));
};

function refreshTokenIn(input: RequestInfo | URL, init?: RequestInit): string | null {
  if (!String(input).includes('/token?grant_type=refresh_token')) return null;
  const { refresh_token: token } = JSON.parse(String(init?.body)) as { refresh_token?: unknown };
  return typeof token === 'string' ? token : null;
}

async function refresh(refreshToken: string, ask: () => Promise<Response>): Promise<Response> {
  await untilOnline();
  return exclusively(async () => {
    const session = readSession();
    const isDone = session !== null && session.refreshToken !== refreshToken;
    // Another tab was faster: what it got is the answer to this request too.
    return isDone ? new Response(keptInBrowser.getItem(sessionStorageKey)) : askPatiently(ask);
  });
}

/** Tries again after 200, 400, 600 … ms while the next try would start before the next check. */
export async function askPatiently(ask: () => Promise<Response>): Promise<Response> {
  const startedAt = Date.now();
  for (let tries = 1; ; tries += 1) {
    const answer = await ask().catch((error: unknown) => ({ failed: error }));
    if (answer instanceof Response && !isPassing(answer.status)) return answer;
    const wait = backOffMs(tries, Date.now() - startedAt);
    if (wait !== null) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      continue;
    }
    if (!(answer instanceof Response)) throw answer.failed;
    return passingRefusals.includes(answer.status) ? new Response('{}', { status: 503 }) : answer;
  }
}

function isPassing(status: number): boolean {
  return status >= 500 || passingRefusals.includes(status);
}

/** While the machine is offline no try is worth making, and a failed one would be remembered by the client for a minute. */
async function untilOnline(): Promise<void> {
  while (!navigator.onLine) await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
}

/** Locks are missing on plain http; then the server's tolerance for races has to do. */
function exclusively(act: () => Promise<Response>): Promise<Response> {
  return navigator.locks ? navigator.locks.request(lockName, act) : act();
}
