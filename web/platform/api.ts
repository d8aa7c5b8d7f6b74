// The only way the browser calls the server: JSON, the user's token as bearer, and errors as ApiError with the server's code.
import type { Api } from '../../shared/api/api.ts';
import type { FileResponse, RequestParts, ResponseBody } from '../../shared/api/endpoint.ts';
import { fillPath, type UrlValues } from '../../shared/api/route-url.ts';
import type { ErrorBody, ErrorCode } from '../../shared/errors.ts';
import { noteServerTime } from '../ui/values/server-clock.ts';
import { accessToken, replaceToken } from './auth/access-token.ts';
import { forgetSession } from './session-source.ts';
import { withinTime } from './within-time.ts';

/** The server's codes, plus those of errors that happen in the browser. */
type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'unexpected-answer' | 'unsaved';

/** Thrown for every call that fails. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;
  /** The server's answer, for errors that say more than their message. */
  readonly body: ErrorBody | undefined;

  constructor(code: ApiErrorCode, message: string, status: number, body?: ErrorBody) {
    super(message);
    this.code = code;
    this.status = status;
    this.body = body;
  }
}

/** The server has answered that it did nothing (4xx). After any other failure, it may have completed the call. */
export const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export const unreachable = 'Zeus cannot be reached. Check your connection and try again.';

const noAnswer = 'Zeus did not respond in time. Check your connection and try again.';

type RouteName = keyof Api;
/** Endpoints that do not answer with JSON. */
type FileRoute = {
  [Name in RouteName]: Api[Name]['responses'] extends { 200: FileResponse } ? Name : never;
}[RouteName];
type JsonRoute = Exclude<RouteName, FileRoute>;

interface CallOptions {
  signal?: AbortSignal;
  /** Gives up after this time with the code 'timeout'. The server may have completed the call nevertheless. */
  timeoutMs?: number;
}

/** The JSON body of a request to an endpoint. */
export type RequestBody<Name extends JsonRoute> =
  RequestParts<Api[Name]> extends { readonly body?: infer Body } ? Body : never;

type RequestOf<Name extends RouteName> = RequestParts<Api[Name]> & CallOptions;

/** Any request, after its types were checked. */
interface AnyRequest extends UrlValues, CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Calls an endpoint and returns its JSON. Names, inputs and outputs are those of shared/api. Rejects with ApiError; an aborted
 * call rejects as fetch does.
 */
export function callApi<Name extends JsonRoute>(name: Name, request: RequestOf<Name>): Promise<ResponseBody<Api[Name]>>;
export function callApi(name: string, request: AnyRequest): Promise<unknown> {
  return inTime(request, (signal) => readJson(name, { ...request, signal }));
}

/** Runs a call with its time limit, if it has one, and aborts what is left of it. */
export function inTime<Result>(
  { timeoutMs, signal }: CallOptions,
  call: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  if (timeoutMs === undefined) return call(signal);
  const limited = new AbortController();
  const abort = () => limited.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return withinTime(timeoutMs, call(limited.signal), new ApiError('timeout', noAnswer, 0)).finally(() => {
    signal?.removeEventListener('abort', abort);
    limited.abort();
  });
}

async function readJson(name: string, request: AnyRequest): Promise<unknown> {
  const response = await sendChecked(name, request);
  if (response.status === 204) return undefined;
  return response.json().catch(() => {
    throw toApiError(response.status);
  });
}

/** Like callApi, for endpoints that do not answer with JSON: returns the response of a successful call. */
export const askServer: <Name extends FileRoute>(name: Name, request: RequestOf<Name>) => Promise<Response> =
  sendChecked;

async function sendChecked(name: string, request: AnyRequest): Promise<Response> {
  const response = await sendWithToken(name, request);
  if (response.ok) return response;
  throw toApiError(response.status, await response.json().catch(() => {}));
}

/** A refused token is replaced once. If that is refused too, the session has ended: the guard then redirects to /login. */
async function sendWithToken(name: string, request: AnyRequest): Promise<Response> {
  const [method, path] = name.split(' ') as [string, string];
  const sendAs = (token: string | null) => send(fillPath(path, request), toInit(method, request, token));
  const token = await accessToken();
  const response = await sendAs(token);
  if (response.status !== 401 || token === null) return response;
  const next = await replaceToken(token);
  if (next === 'unavailable') throw new ApiError('offline', unreachable, 0);
  if (next === null) return response;
  const second = await sendAs(next);
  if (second.status === 401) forgetSession();
  return second;
}

function toInit(method: string, { body, headers, signal }: AnyRequest, token: string | null): RequestInit {
  return {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    signal,
    body: JSON.stringify(body),
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    noteServerTime(response.headers);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError('offline', unreachable, 0);
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  const { error, message }: Record<string, unknown> = Object(body);
  return !!error && typeof message === 'string';
}

function toApiError(status: number, body?: unknown): ApiError {
  // A proxy in between may have answered instead of the server.
  if (isErrorBody(body)) return new ApiError(body.error, body.message, status, body);
  const message = `Zeus sent an unexpected response (${status}). Please try again.`;
  return new ApiError('unexpected-answer', message, status);
}
