// The OpenAPI document, made from the calls and their schemas.
import { type ErrorCode, errorStatuses, errorTypes } from '../../shared/errors.ts';
import { type Answer, type Call, callGroups } from './call.ts';
import { errorBody, type JsonSchema, namedSchemas, readSchema, toSchema } from './json-schema.ts';

export const apiDescription = `Zeus finds pages worth a link, the people behind them and their verified addresses.

Every call carries the user's access token: \`authorization: Bearer …\`. It comes from the auth service at /auth/v1, which speaks the protocol of Supabase Auth: use @supabase/auth-js with that address, or POST /auth/v1/token?grant_type=password with {email, password}.

Users can store files at /storage/v1, which is compatible with Supabase Storage: use @supabase/storage-js with that URL and the same access token.

Bodies are JSON, of 1 MB at most (full lists 2 MB). Errors are {error, message}: the code stays the same, the message is for people. An id that is not the user's own answers 404, as one that does not exist.`;

/** The document for programs. Made of the calls alone, so a call that is not listed is not in it. */
export function makeDocument(calls: readonly Call[], siteUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of calls) {
    const path = paths[call.path] ?? {};
    paths[call.path] = { ...path, [call.method]: toOperation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Zeus', version: '1.0.0', description: apiDescription },
    servers: [{ url: siteUrl }],
    tags: callGroups.map((name) => ({ name })),
    security: [{ accessToken: [] }],
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: namedSchemas(),
    },
  };
}

function toOperation(call: Call) {
  return {
    tags: [call.group],
    summary: call.summary,
    ...(call.about && { description: call.about }),
    ...(call.open && { security: [] }),
    parameters: [...pathParameters(call), ...queryParameters(call), ...headerParameters(call)],
    ...(call.body && { requestBody: requestBody(call.body) }),
    responses: {
      ...Object.fromEntries(call.answers.map((answer) => [answer.status, toResponse(answer)])),
      ...errorResponses(errorsOf(call)),
    },
  };
}

/** Every refusal of the call by its code. */
export function errorsOf({ open, errors = [] }: Call): readonly ErrorCode[] {
  return open ? errors : ['signed-out', ...errors];
}

function pathParameters({ params = {} }: Call) {
  return Object.entries(params).map(([name, { about: description, example }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }));
}

/** The fields of a call's query, as they are written in an address. */
export function queryParameters({ query }: Call) {
  const { properties = {}, required = [] } = query ? readSchema(query, 'input') : {};
  return Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }));
}

function headerParameters({ headers = {} }: Call) {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }));
}

function requestBody({ schema, examples }: NonNullable<Call['body']>) {
  const shown = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    required: true,
    content: { 'application/json': { schema: toSchema(schema, 'input'), examples: Object.fromEntries(shown) } },
  };
}

function toResponse({ about: description, schema, type, example, headers = {} }: Answer) {
  const content = schema ? toSchema(schema, 'output') : { type: 'string' };
  const shown = Object.entries(headers).map(([name, text]) => [
    name,
    { description: text, schema: { type: 'string' } },
  ]);
  return {
    description,
    ...(shown.length > 0 && { headers: Object.fromEntries(shown) }),
    ...((schema || type) && {
      content: { [type ?? 'application/json']: { schema: content, ...(example !== undefined && { example }) } },
    }),
  };
}

function errorResponses(codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => errorStatuses[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => errorStatuses[code] === status);
      const examples = Object.fromEntries(here.map((code) => [code, { value: errorExample(code) }]));
      const content = { 'application/json': { schema: toSchema(errorBody, 'output'), examples } };
      return [status, { description: here.join(', '), content }];
    }),
  );
}

function errorExample(code: ErrorCode) {
  return {
    error: code,
    message: 'What happened, in words for the user.',
    ...(errorTypes[code] && { type: errorTypes[code] }),
    ...(code === 'bad-urls' && { lines: [{ line: 3, text: 'not a web address' }] }),
  };
}
