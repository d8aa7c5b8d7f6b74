// The network of a web test: gives the answers a test has set, records requests, and lets nothing out.
import { vi } from 'vitest';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Record<string, unknown> | null;
}

type Answer = (request: RecordedRequest, signal?: AbortSignal | null) => Response | Promise<Response>;

const answers = new Map<string, Answer>();

/** All requests of this test, in order. */
export const recordedRequests: RecordedRequest[] = [];

/** Sets the answer of a route, such as 'POST /auth/v1/token'. */
export function serve(route: string, answer: Answer) {
  answers.set(route, answer);
}

/** The requests to one route. */
export function requestsTo(route: string): RecordedRequest[] {
  return recordedRequests.filter(({ method, path }) => `${method} ${path}` === route);
}

/** A refusal in the auth service's format. */
export function refuse(status: number, code: string, more: object = {}): Response {
  const headers = { 'X-Supabase-Api-Version': '2024-01-01' };
  return Response.json({ code, message: code, ...more }, { status, headers });
}

/** Installs the network; called around every test. */
export function openTestNetwork() {
  recordedRequests.length = 0;
  answers.clear();
  serve('GET /auth/v1/settings', () => Response.json({ external: { google: true }, disable_signup: false }));
  serve('POST /api/user/init', () => Response.json({}));
  serve('GET /data/live', (_, signal) => new Response(silentStream(signal)));
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { pathname: path, searchParams: query } = new URL(String(input), window.location.href);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as RecordedRequest['body']) : null;
    const one = { method: init.method ?? 'GET', path, query, headers: new Headers(init.headers), body };
    recordedRequests.push(one);
    const answer = answers.get(`${one.method} ${path}`);
    return answer
      ? Promise.resolve(one).then((asked) => answer(asked, init.signal))
      : Promise.reject(new TypeError(`no answer for ${path}`));
  });
}

/** Nothing arrives until the request is aborted. Left open, it would keep its reader waiting long after the test. */
function silentStream(signal?: AbortSignal | null): ReadableStream {
  return new ReadableStream({
    start: (stream) => signal?.addEventListener('abort', () => stream.error(new DOMException('', 'AbortError'))),
  });
}
