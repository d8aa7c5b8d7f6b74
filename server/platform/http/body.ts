// Reading a request's JSON: never more than the limit, never a broken text, always through a schema.
import type { Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';

/** Refuses bodies over the limit with 413, told by their length or found while reading. */
export function limitBody(maxBytes: number) {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new AppError('body-too-large', `This request is larger than ${Math.floor(maxBytes / 1024)} KB.`);
    },
  });
}

/** The request's JSON as the schema says. Throws AppError bad-json or ZodError; an empty body counts as {}. */
export async function readBody<T>(c: HonoContext, schema: z.ZodType<T>): Promise<T> {
  const text = await c.req.text();
  return schema.parse(text === '' ? {} : parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad-json', 'The request is not valid JSON.');
  }
}
