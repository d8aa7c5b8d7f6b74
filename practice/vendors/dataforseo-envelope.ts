// The envelope around every DataForSEO answer, which contains the status.
import { createHash } from 'node:crypto';
import type { StandInRequest, StandInResponse } from './stand-in.ts';

/** The whole call failed. */
export const failed = (status: number, code: number, message: string): StandInResponse => ({
  status,
  body: { ...head(code, message, 0), tasks_count: 0, tasks_error: 0, tasks: [] },
});

const head = (code: number, message: string, cost: number) => ({
  ...{ version: '0.1.20260901', status_code: code, status_message: message, time: '0.1 sec.', cost },
});

/** The answer to a call with one task. */
export function enveloped(
  { path }: StandInRequest,
  task: { id?: string; code?: number; message?: string; cost?: number; data?: object; result?: unknown[] | null },
): StandInResponse {
  const { id = 'practice', code = 20000, message = 'Ok.', cost = 0, data = {}, result: rows = null } = task;
  const isError = code >= 40000;
  const drawn = {
    ...{ id, status_code: code, status_message: message, time: '0.1 sec.', cost },
    ...{ result_count: rows?.length ?? 0, path: path.slice(1).split('/'), data, result: rows },
  };
  return {
    status: 200,
    body: { ...head(20000, 'Ok.', cost), tasks_count: 1, tasks_error: isError ? 1 : 0, tasks: [drawn] },
  };
}

/** The request's single task; null unless the body is an array of exactly one. */
export function only({ body }: StandInRequest): Record<string, unknown> | null {
  return Array.isArray(body) && body.length === 1 ? (body[0] as Record<string, unknown>) : null;
}

export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-0139-0000-${hex.slice(12, 24)}`;
}
