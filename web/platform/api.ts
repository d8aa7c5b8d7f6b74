// The one way the browser calls the server: JSON, the user's token as bearer, and errors as ApiError with the server's code.
import { noteServerTime } from '../ui/values/server-clock.ts';
import { accessToken, replaceToken } from './auth/access-token.ts';
import { forgetSession } from './session-source.ts';

/** Thrown for every call that did not succeed. `code` is the server's, or 'offline' / 'timeout' / 'unexpected-answer' from here. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;
  /** The whole answer, for refusals that say more than their message. */
  readonly answer: unknown;

  constructor(code: string, message: string, status: number, answer?: unknown) {
    super(message);
    this.code = code;
    this.status = status;
    this.answer = answer;
  }
}

export const unreachable = 'Zeus cannot be reached. Check your connection and try again.';

const noAnswer = 'Zeus did not answer in time. Check your connection and try again.';

export type ApiPath = `/api/${string}` | `/data/${string}`;

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** In place of signal: gives up after this time, with the code 'timeout'. The server may have done what was asked all the same. */
  timeoutMs?: number;
}

/** Calls the server and gives its JSON answer. Rejects with ApiError; an aborted call rejects as fetch does. */
export async function callApi<Answer>(path: ApiPath, call: ApiCall = {}): Promise<Answer> {
  const { timeoutMs, ...untimed } = call;
  if (timeoutMs !== undefined) return withinTime(timeoutMs, (signal) => callApi(path, { ...untimed, signal }));
  const response = await askServer(path, call);
  const answer: unknown = await response.json().catch(() => undefined);
  if (answer === undefined && response.status !== 204) throw toApiError(answer, response.status);
  return answer as Answer;
}

async function withinTime<Answer>(ms: number, ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const call = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError('timeout', noAnswer, 0));
      call.abort();
    }, ms);
  });
  try {
    return await Promise.race([ask(call.signal), isLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** As callApi, for answers that are no JSON: gives the response of a call that succeeded. */
export async function askServer(path: ApiPath, call: ApiCall = {}): Promise<Response> {
  const response = await sendWithToken(path, call);
  if (!response.ok) throw toApiError(await response.json().catch(() => undefined), response.status);
  return response;
}

/** A refused token is replaced once. Refused again, the session is over: the guard then leads to /login. */
async function sendWithToken(path: ApiPath, call: ApiCall): Promise<Response> {
  const token = await accessToken();
  const response = await send(path, toRequest(call, token));
  if (response.status !== 401 || token === null) return response;
  const next = await replaceToken(token);
  if (next === 'unavailable') throw new ApiError('offline', unreachable, 0);
  if (next === null) return response;
  const second = await send(path, toRequest(call, next));
  if (second.status === 401) forgetSession();
  return second;
}

function toRequest({ method = 'GET', body, signal, ...call }: ApiCall, token: string | null): RequestInit {
  const headers = new Headers({ accept: 'application/json', ...call.headers });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  return { method, headers, signal, body: JSON.stringify(body) };
}

async function send(path: ApiPath, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, init);
    noteServerTime(response.headers);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError('offline', unreachable, 0);
  }
}

function toApiError(answer: unknown, status: number): ApiError {
  const { error, message } = (answer ?? {}) as { error?: unknown; message?: unknown };
  if (typeof error === 'string' && typeof message === 'string') return new ApiError(error, message, status, answer);
  return new ApiError(
    'unexpected-answer',
    `Zeus gave an answer we did not expect (${status}). Please try again.`,
    status,
  );
}
