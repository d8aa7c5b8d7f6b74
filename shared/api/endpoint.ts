// How an endpoint of the API is described. The server routes, validates and answers according to these descriptions, the browser's
// client takes its types from them, and /openapi.json and /docs are generated from them.
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

export const tags = {
  Campaigns: 'Create campaigns, start their steps, rename and delete them.',
  'Search results': 'The search results of a campaign.',
  Backlinks: 'The backlinks of a campaign, and their screenshots.',
  Contacts: 'The contacts of a campaign.',
  Prospects: 'What you know about sites, whatever campaign they came from, and your rules about sites.',
  Files: 'Screenshots and favicons.',
  'Account and credits': 'The account, its balances and its credit history.',
  'Plan and payments': 'The plan, payments, and the pages where users pay.',
  Live: 'Events about changes.',
  Operating: 'Health checks and metrics for operators.',
} as const;
export type Tag = keyof typeof tags;

/** Method and path, with path parameters in braces: 'GET /data/requests/{id}'. */
export type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

export type Endpoints = Readonly<Record<RouteName, Endpoint>>;

export interface Endpoint {
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Needs no access token. */
  readonly isPublic?: true;
  /** Path parameters. One that does not match answers 404 with the schema's message. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** What each request header means; all of them are optional. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** Example request bodies, by a short description of each. */
  readonly examples?: Readonly<Record<string, unknown>>;
  readonly responses: Responses;
  /** Errors besides those implied by the fields above. */
  readonly errors?: readonly ErrorCode[];
}

export type Responses =
  | { readonly 200: JsonResponse | FileResponse; readonly 202?: JsonResponse }
  | { readonly 204: EmptyResponse };

export type ResponseDescription = JsonResponse | FileResponse | EmptyResponse;

export interface EmptyResponse {
  readonly description: string;
}

export interface JsonResponse {
  readonly description: string;
  readonly schema: z.ZodType;
  /** Only if the one generated from the schema would not be self-explanatory. */
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FileResponse {
  readonly description: string;
  readonly contentType: string;
  readonly example?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type SchemaOf<Response> = Response extends { readonly schema: infer Schema extends z.ZodType } ? Schema : never;

/** What an endpoint sends with one status. */
export type BodyOf<R, Status extends PropertyKey> = Status extends keyof R ? z.output<SchemaOf<R[Status]>> : never;

/** The JSON an endpoint can answer with; undefined if it answers 204. */
export type ResponseBody<E extends Endpoint> = E['responses'] extends { readonly 204: EmptyResponse }
  ? undefined
  : BodyOf<E['responses'], 200> | BodyOf<E['responses'], 202>;

/** Clients may send readonly values. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Sent<T[Key]> }
    : T;

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? object extends z.input<Schema>
    ? { readonly [Key in Name]?: Sent<z.input<Schema>> }
    : { readonly [Key in Name]: Sent<z.input<Schema>> }
  : unknown;

/** What goes into the URL. */
export type UrlParts<E extends Endpoint> = Part<'params', E['params']> & Part<'query', E['query']>;

/** What a client sends. */
export type RequestParts<E extends Endpoint> = UrlParts<E> &
  Part<'body', E['body']> & { readonly headers?: Readonly<Record<keyof E['headers'], string>> };
