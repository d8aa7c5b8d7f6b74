// The OpenAPI document, generated from the endpoints of shared/api.
import { type ResponseDescription, tags } from '../../shared/api/endpoint.ts';
import { type ErrorCode, errorStatuses, errorTypes } from '../../shared/errors.ts';
import { errorBody, namedSchemas, toSchema } from './json-schema.ts';
import { bodyExamples, errorsOf, type Operation, operations, parametersOf, responseExample } from './operations.ts';

export const apiDescription = `Zeus finds pages worth a link, the people behind them and their verified addresses.

Every call carries the user's access token: \`authorization: Bearer …\`. It comes from the auth service at /auth/v1, which is compatible with Supabase Auth: use @supabase/auth-js with that URL, or POST /auth/v1/token?grant_type=password with {email, password}.

Users can store files at /storage/v1, which is compatible with Supabase Storage: use @supabase/storage-js with that URL and the same access token.

Request bodies are JSON, up to 1 MB (2 MB for full lists). Errors are {error, message}: the code is stable, the message is for people. Another user's id returns 404, as if it did not exist.`;

interface About {
  readonly siteUrl: string;
  readonly supportEmail: string;
}

export function makeDocument({ siteUrl, supportEmail }: About) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zeus',
      version: '1.0.0',
      description: apiDescription,
      contact: { email: supportEmail },
    },
    servers: [{ url: siteUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ accessToken: [] }],
    paths,
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: namedSchemas(),
    },
  };
}

function describe(operation: Operation) {
  const { operationId, tag, summary, description, isPublic, body, responses } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description: description ?? `${summary}.`,
    ...(isPublic && { security: [] }),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: toSchema(body, 'input'), examples: toExamples(bodyExamples(operation)) },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(Object.entries(responses).map(([status, response]) => [status, toResponse(response)])),
      ...errorResponses(errorsOf(operation)),
    },
  };
}

/** OpenAPI uses example names as keys without spaces, so the words go into the summary. */
function toExamples(examples: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [
      name.toLowerCase().replaceAll(' ', '-'),
      { summary: name, value },
    ]),
  );
}

function toResponse(response: ResponseDescription) {
  const { description } = response;
  if (!('schema' in response || 'contentType' in response)) return { description };
  const isJson = 'schema' in response;
  const example = responseExample(response);
  const headers = Object.entries(response.headers ?? {}).map(([name, text]) => [
    name,
    { description: text, schema: { type: 'string' } },
  ]);
  return {
    description,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    content: {
      [isJson ? 'application/json' : response.contentType]: {
        schema: isJson ? toSchema(response.schema, 'output') : { type: 'string' },
        ...(example !== undefined && { example }),
      },
    },
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
    message: 'What happened, as a message for the user.',
    ...(errorTypes[code] && { type: errorTypes[code] }),
    ...(code === 'bad-urls' && { lines: [{ line: 3, text: 'not a web address' }] }),
  };
}
