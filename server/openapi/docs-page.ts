// The API documentation as one page, rendered on the server, without scripts or external resources.
import { html } from 'hono/html';
import { type ResponseDescription, tags } from '../../shared/api/endpoint.ts';
import { type ErrorCode, errorStatuses } from '../../shared/errors.ts';
import { fromJsonSchema } from './example-of.ts';
import { namedSchemas, toSchema } from './json-schema.ts';
import { apiDescription } from './make-document.ts';
import { bodyExamples, errorsOf, type Operation, operations, parametersOf, responseExample } from './operations.ts';

export function docsPage(siteUrl: string) {
  const groups = Object.keys(tags).map((name) => ({ name, calls: operations.filter(({ tag }) => tag === name) }));
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API · Zeus</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/docs.css">
  </head>
  <body>
    <a class="skip" href="#calls">Skip to the endpoints</a>
    <nav id="menu" aria-label="Endpoints">
      ${mark}
      ${groups.map(({ name, calls: inGroup }) => navGroup(name, inGroup))}
      <p><a href="#rows">Schemas</a></p>
      <p><a href="/openapi.json">openapi.json</a></p>
    </nav>
    <main id="calls">
      <h1>Zeus API</h1>
      ${apiDescription.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
      ${groups.map(
        ({ name, calls: inGroup }) =>
          html`<section><h2 id="${slug(name)}">${name}</h2>${inGroup.map((call) => callArticle(call, siteUrl))}</section>`,
      )}
      <section>
        <h2 id="rows">Schemas</h2>
        ${Object.entries(namedSchemas()).map(
          ([name, schema]) => html`<details id="row-${name}"><summary>${name}</summary>${json(schema)}</details>`,
        )}
      </section>
    </main>
  </body>
</html>`;
}

const slug = (text: string) => text.toLowerCase().replaceAll(' ', '-');
const callId = ({ method, path }: Operation) => `${method}${path.replace(/[^a-z]+/gi, '-')}`;
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
const json = (value: unknown) => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

/** On phones, the list of calls is open while it is the target of the URL. A link to nothing closes it without scrolling. */
const mark = html`<p class="mark">
  <a href="/">Zeus</a> API <a class="open" href="#menu">Endpoints</a> <a class="close" href="#close">Close</a>
</p>`;

const navGroup = (name: string, calls: readonly Operation[]) => html`<details open>
  <summary>${name}</summary>
  <ul>${calls.map((call) => html`<li><a href="#${callId(call)}">${call.summary}</a></li>`)}</ul>
</details>`;

const callArticle = (call: Operation, siteUrl: string) => html`<article id="${callId(call)}">
  <h3>${call.summary}</h3>
  <p class="address"><span class="method ${call.method}">${call.method.toUpperCase()}</span> <code>${call.path}</code></p>
  ${call.description ? html`<p>${withCode(call.description)}</p>` : ''}
  ${parameters(call)}
  ${call.body ? body(call) : ''}
  ${Object.entries(call.responses).map(([status, one]) => response(status, one))}
  ${refusals(errorsOf(call))}
  <details><summary>curl example</summary><pre tabindex="0"><code>${curl(call, siteUrl)}</code></pre></details>
</article>`;

function parameters(call: Operation) {
  const rows = parametersOf(call).map(({ name, in: where, required, description = '', schema }) => ({
    name,
    where,
    about: [required && where === 'query' ? 'Required.' : '', description, where === 'query' ? inWords(schema) : '']
      .filter(Boolean)
      .join(' '),
  }));
  if (rows.length === 0) return '';
  return html`<table>
    <thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Description</th></tr></thead>
    <tbody>${rows.map(({ name, where, about }) => html`<tr><td><code>${name}</code></td><td>${where}</td><td>${about}</td></tr>`)}</tbody>
  </table>`;
}

/** Describes a parameter's schema in one line. */
function inWords(schema: Record<string, unknown>): string {
  const { type, format, enum: values, minimum, maximum, default: usual } = schema;
  const kind = Array.isArray(values) ? values.join(', ') : String(format ?? type ?? '');
  const range =
    minimum === undefined ? '' : maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`;
  return `${kind}${range}.${usual === undefined ? '' : ` Default: ${usual}.`}`;
}

const body = (call: Operation) => html`<h4>Body</h4>
  ${Object.entries(bodyExamples(call)).map(([name, value]) => html`<p class="caption">${name}</p>${json(value)}`)}
  ${call.body ? html`<details><summary>Schema</summary>${json(toSchema(call.body, 'input'))}</details>` : ''}`;

function response(status: string, one: ResponseDescription) {
  const example = responseExample(one);
  const headers = 'headers' in one ? Object.entries(one.headers ?? {}) : [];
  return html`<h4>${status}</h4>
  <p>${one.description}${'contentType' in one ? html` <code>${one.contentType}</code>` : ''}</p>
  ${headers.map(([name, text]) => html`<p><code>${name}</code>: ${text}</p>`)}
  ${example === undefined ? '' : typeof example === 'string' ? html`<pre tabindex="0"><code>${example}</code></pre>` : json(example)}
  ${'schema' in one ? html`<details><summary>Schema</summary>${json(toSchema(one.schema, 'output'))}</details>` : ''}`;
}

const refusals = (codes: readonly ErrorCode[]) =>
  codes.length === 0
    ? ''
    : html`<h4>Errors</h4>
      <ul class="refusals">${codes.map((code) => html`<li>${errorStatuses[code]} <code>${code}</code></li>`)}</ul>`;

function curl(call: Operation, siteUrl: string): string {
  const { method, path, query, isPublic, body: sent } = call;
  const filled = parametersOf(call)
    .filter(({ in: where }) => where === 'path')
    .reduce((soFar, { name, schema }) => soFar.replace(`{${name}}`, String(fromJsonSchema(schema))), path);
  const search = query && 'campaignId' in query.shape ? '?campaignId=…' : '';
  const parts = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${siteUrl}${filled}${search}'`];
  if (!isPublic) parts.push(`-H "authorization: Bearer $TOKEN"`);
  const [example] = Object.values(bodyExamples(call));
  if (sent)
    parts.push(`-H 'content-type: application/json'`, `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`);
  return parts.join(' \\\n  ');
}
