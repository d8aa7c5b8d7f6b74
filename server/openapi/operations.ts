// The endpoints of shared/api with what follows from their descriptions: parameters, request examples, possible errors.
import type { z } from 'zod';
import { api } from '../../shared/api/api.ts';
import type { Endpoint, ResponseDescription } from '../../shared/api/endpoint.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { exampleOf } from './example-of.ts';
import { type JsonSchema, readSchema } from './json-schema.ts';

export interface Operation extends Endpoint {
  readonly method: string;
  readonly path: string;
}

export const operations: readonly Operation[] = Object.entries<Endpoint>(api).map(([name, endpoint]) => {
  const [method = '', path = ''] = name.split(' ');
  return { ...endpoint, method: method.toLowerCase(), path };
});

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export function parametersOf({ params, query, headers = {} }: Endpoint): Parameter[] {
  return [
    ...fieldsOf('path', params),
    ...fieldsOf('query', query),
    ...Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header' as const,
      required: false,
      description,
      schema: { type: 'string' },
    })),
  ];
}

function fieldsOf(where: 'path' | 'query', fields: z.ZodObject | undefined): Parameter[] {
  const { properties = {}, required = [] } = fields ? readSchema(fields, 'input') : {};
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: (required as string[]).includes(name),
    ...(typeof description === 'string' && { description }),
    schema,
  }));
}

/** Request bodies by name: the endpoint's own, or one generated from the schema. */
export function bodyExamples({ body, examples }: Endpoint): Readonly<Record<string, unknown>> {
  return examples ?? (body ? { Example: exampleOf(body, 'input') } : {});
}

/** The body of a response; undefined if there is none to show. */
export function responseExample(response: ResponseDescription): unknown {
  if ('schema' in response) return response.example ?? exampleOf(response.schema, 'output');
  return 'contentType' in response ? response.example : undefined;
}

/** Every error of the endpoint, by its code. */
export function errorsOf({ isPublic, params, query, body, errors = [] }: Endpoint): readonly ErrorCode[] {
  const codes: ErrorCode[] = [];
  // Public endpoints accept any input; if something does not exist, their own errors say so.
  if (!isPublic) {
    if (query || body) codes.push('bad-input');
    if (body) codes.push('bad-json');
    // An account whose requests keep the database busy waits, and in the end is refused.
    codes.push('signed-out', 'too-many-requests');
    if (params) codes.push('not-found');
  }
  return [...new Set([...codes, ...errors])];
}
