// Parses requests: JSON according to a schema, query parameters, and ids in paths. Malformed JSON and wrong types are bad_json. Text that
// PostgreSQL or other programs cannot store (NUL, half a surrogate pair) is refused here once and for all.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { AuthError, invalid } from './auth-error.ts';

/** Deep enough for real metadata, shallow enough to traverse and serialize. */
const maxDepth = 32;

/** A protocol field; null counts as missing. */
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined);

export const text = optional(z.string());
export const flag = optional(z.boolean());
export const metadata = optional(z.record(z.string(), z.unknown()));

/** The body's fields. Throws AuthError bad_json, or validation_failed for text that cannot be stored. */
export async function readFields<T>(c: HonoContext, schema: z.ZodType<T>): Promise<T> {
  const body = parseJson(await c.req.arrayBuffer());
  checkTexts(body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badJson(`${issue?.path.join('.') || 'body'}: ${issue?.message}`);
}

/** A query parameter; undefined if missing or empty. Throws AuthError for text that cannot be stored. */
export function readQuery(c: HonoContext, name: string): string | undefined {
  const value = c.req.query(name);
  if (value) checkTexts(value);
  return value || undefined;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(value: string): boolean {
  return uuid.test(value);
}

/** The id in a path segment. Throws the given error if it is not valid. */
export function readPathId(c: HonoContext, name: string, otherwise: () => AuthError): string {
  const id = c.req.param(name) ?? '';
  if (!isUuid(id)) throw otherwise();
  return id;
}

function parseJson(bytes: ArrayBuffer): object {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badJson('not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badJson('expected an object');
  return value;
}

function badJson(what: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${what}`);
}

function checkTexts(root: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) throw invalid('The request is nested too deeply');
    if (typeof value === 'string') checkText(value);
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      checkText(key);
      waiting.push({ value: inner, depth: depth + 1 });
    }
  }
}

function checkText(value: string): void {
  if (value.includes('\0') || !value.isWellFormed())
    throw invalid('The request contains characters that cannot be stored');
}
