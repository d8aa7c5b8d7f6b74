// The one way the browser calls the server: JSON, the user's token as bearer, and errors as ApiError with the server's code.
import { currentSession } from './session-source.ts';

/** Thrown for every call that did not succeed. `code` is the server's, or 'offline' / 'unexpected-answer' from here. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export type ApiPath = `/api/${string}` | `/data/${string}`;

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls the server and gives its JSON answer. Rejects with ApiError; an aborted call rejects as fetch does. */
export async function callApi<Answer>(path: ApiPath, { method = 'GET', body, signal }: ApiCall = {}): Promise<Answer> {
  const session = await currentSession();
  const headers = new Headers({ accept: 'application/json' });
  if (session) headers.set('authorization', `Bearer ${session.accessToken}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const response = await send(path, { method, headers, signal, body: JSON.stringify(body) });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw toApiError(answer, response.status);
  if (answer === undefined && response.status !== 204) throw toApiError(answer, response.status);
  return answer as Answer;
}

async function send(path: ApiPath, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError('offline', 'Zeus cannot be reached. Check your connection and try again.', 0);
  }
}

function toApiError(answer: unknown, status: number): ApiError {
  const { error, message } = (answer ?? {}) as { error?: unknown; message?: unknown };
  if (typeof error === 'string' && typeof message === 'string') return new ApiError(error, message, status);
  return new ApiError(
    'unexpected-answer',
    `Zeus gave an answer we did not expect (${status}). Please try again.`,
    status,
  );
}
