// One call of the API as it is described to people and programs. Its schemas are those that the route itself parses with.
import type { z } from 'zod';
import type { ErrorCode } from '../../shared/errors.ts';

export const callGroups = [
  'Campaigns',
  'Search results',
  'Backlinks',
  'Contacts',
  'Files',
  'Account and credits',
  'Plan and payments',
  'Live',
  'Operating',
] as const;
export type CallGroup = (typeof callGroups)[number];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Call {
  readonly method: Method;
  /** With its parameters in braces: /data/requests/{id}. */
  readonly path: `/${string}`;
  readonly group: CallGroup;
  /** A few words for lists. */
  readonly summary: string;
  readonly about?: string;
  /** Answers without a token. */
  readonly open?: true;
  /** What each parameter in the path is. */
  readonly params?: Readonly<Record<string, Param>>;
  readonly query?: z.ZodObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
  readonly answers: readonly Answer[];
  /** Refusals of this call, besides those every call can give. */
  readonly errors?: readonly ErrorCode[];
}

export interface Param {
  readonly about: string;
  readonly example: string;
}

export interface Body {
  readonly schema: z.ZodType;
  /** By a few words that say what each is. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: 200 | 202 | 204;
  readonly about: string;
  /** JSON by this schema; or another type of content. */
  readonly schema?: z.ZodType;
  readonly type?: string;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
