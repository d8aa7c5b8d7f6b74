// Routes made from the endpoint descriptions in shared/api: each is mounted at its path, its input is parsed by its schemas,
// and its handler has to return what its schemas say.
import { Hono, type Context as HonoContext } from 'hono';
import type { z } from 'zod';
import type { BodyOf, EmptyResponse, Endpoint, Endpoints, FileResponse } from '../../../shared/api/endpoint.ts';
import { AppError } from '../../../shared/errors.ts';
import { readBody } from './body.ts';

type Env = { Variables: { userId: string; isSignedIn: () => Promise<boolean> } };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export interface Input<E extends Endpoint> {
  /** Empty for public endpoints. */
  readonly userId: string;
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly headers: { readonly [Name in keyof E['headers']]: string | undefined };
}

/** JSON that is already text, such as rows the database wrote as JSON. `Value` is what it holds. */
export class JsonText<Value> {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  declare readonly value: Value;

  constructor(text: string, headers: Readonly<Record<string, string>> = {}) {
    this.text = text;
    this.headers = headers;
  }
}

/** For work that continues after the response: 202 instead of 200. */
export class Accepted<Value> {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** A value before it becomes JSON, which turns dates into strings. */
type Unsent<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Unsent<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Unsent<T[Key]> }
      : T;

type Output<R> = R extends { readonly 204: EmptyResponse }
  ? undefined
  : R extends { readonly 200: FileResponse }
    ? Response
    :
        | Unsent<BodyOf<R, 200>>
        | JsonText<Unsent<BodyOf<R, 200>>>
        | (R extends { readonly 202: unknown } ? Accepted<Unsent<BodyOf<R, 202>>> : never);

type Handler<E extends Endpoint> = (
  input: Input<E>,
  c: HonoContext<Env>,
) => Output<E['responses']> | Promise<Output<E['responses']>>;

/** One handler for each endpoint: none may be missing, and none may be left over. */
export type Handlers<All extends Endpoints> = { readonly [Name in keyof All & keyof Endpoints]: Handler<All[Name]> };

/** Expects the user of endpoints that are not public to be known already. */
export function endpointRoutes<All extends Endpoints>(endpoints: All, handlers: NoInfer<Handlers<All>>): Hono<Env> {
  const routes = new Hono<Env>();
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    // The types above hold each handler against its own endpoint; here they are all alike.
    const handle = handlers[name as keyof Endpoints] as unknown as Handler<Endpoint>;
    routes.on(method, path.replace(/\{(\w+)\}/g, ':$1'), async (c) =>
      toResponse(c, await handle(await readInput(c, endpoint), c)),
    );
  }
  return routes;
}

/** The query is parsed first, then the body, then the path. Throws ZodError, AppError bad-json or not-found. */
async function readInput(
  c: HonoContext<Env>,
  { query, body, params, headers = {} }: Endpoint,
): Promise<Input<Endpoint>> {
  return {
    userId: c.get('userId') ?? '',
    query: query?.parse(c.req.query()),
    body: body && (await readBody(c, body)),
    params: params && readParams(c, params),
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, c.req.header(name)])),
  };
}

/** An invalid id belongs to no row. */
function readParams(c: HonoContext<Env>, schema: z.ZodObject): Record<string, unknown> {
  const parsed = schema.safeParse(c.req.param());
  if (parsed.success) return parsed.data;
  throw new AppError('not-found', parsed.error.issues[0]?.message ?? 'Nothing exists at this URL.');
}

function toResponse(c: HonoContext<Env>, output: unknown): Response {
  if (output instanceof Response) return output;
  if (output instanceof JsonText) {
    return c.body(output.text, 200, { 'Content-Type': 'application/json', ...output.headers });
  }
  if (output instanceof Accepted) return c.json(output.value, 202);
  return output === undefined ? c.body(null, 204) : c.json(output);
}
