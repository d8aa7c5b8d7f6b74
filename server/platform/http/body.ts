// Reads a request's JSON: never more than the limit, never invalid text, always through a schema.
import type { IncomingMessage } from 'node:http';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';

/** Refuses bodies over the limit with 413, by their declared length or while reading. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  const refuse = () => {
    throw new AppError('body-too-large', `This request is larger than ${Math.floor(maxBytes / 1024)} KB.`);
  };
  const limitStream = bodyLimit({ maxSize: maxBytes, onError: refuse });
  return (c, next) => {
    // These have no body, and looking for one costs as much as a small response.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return limitStream(c, next);
    // Node holds the client to the length it declared.
    return Number(length) <= maxBytes ? next() : refuse();
  };
}

/** The request's JSON, validated by the schema. Throws AppError bad-json or ZodError; an empty body counts as {}. */
export async function readBody<T>(c: HonoContext, schema: z.ZodType<T>): Promise<T> {
  const text = await c.req.text();
  return schema.parse(text === '' ? {} : parseJson(text));
}

/** Whether the client disconnected before its whole body had arrived. In-process requests (tests) have no connection. */
export function isUploadAborted(c: HonoContext): boolean {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  return incoming?.destroyed === true && !incoming.complete;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-json', 'The request is not valid JSON.');
  }
}
