// The API for people to read: one page, made on the server, without script and without anything from elsewhere.
import { html } from 'hono/html';
import { type ErrorCode, errorStatuses } from '../../shared/errors.ts';
import { type Answer, type Call, type CallGroup, callGroups } from './call.ts';
import { namedSchemas, toSchema } from './json-schema.ts';
import { apiDescription, errorsOf, queryParameters } from './make-document.ts';

export function docsPage(calls: readonly Call[], siteUrl: string) {
  const groups = callGroups
    .map((name) => ({ name, calls: calls.filter(({ group }) => group === name) }))
    .filter((group) => group.calls.length > 0);
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>API – Zeus</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/docs.css">
  </head>
  <body>
    <a class="skip" href="#calls">Skip to the calls</a>
    <nav aria-label="Calls">
      <p class="mark"><a href="/">Zeus</a> API</p>
      ${groups.map(({ name, calls: inGroup }) => navGroup(name, inGroup))}
      <p><a href="#rows">Rows</a></p>
      <p><a href="/openapi.json">openapi.json</a></p>
    </nav>
    <main id="calls">
      <h1>The API of Zeus</h1>
      ${apiDescription.split('\n\n').map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
      ${groups.map(
        ({ name, calls: inGroup }) =>
          html`<section><h2 id="${slug(name)}">${name}</h2>${inGroup.map((call) => callArticle(call, siteUrl))}</section>`,
      )}
      <section>
        <h2 id="rows">Rows</h2>
        ${Object.entries(namedSchemas()).map(
          ([name, schema]) => html`<details id="row-${name}"><summary>${name}</summary>${json(schema)}</details>`,
        )}
      </section>
    </main>
  </body>
</html>`;
}

const slug = (text: string) => text.toLowerCase().replaceAll(' ', '-');
const callId = ({ method, path }: Call) => `${method}${path.replace(/[^a-z]+/gi, '-')}`;
const withCode = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
const json = (value: unknown) => html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

const navGroup = (name: CallGroup, calls: readonly Call[]) => html`<details open>
  <summary>${name}</summary>
  <ul>${calls.map((call) => html`<li><a href="#${callId(call)}">${call.summary}</a></li>`)}</ul>
</details>`;

const callArticle = (call: Call, siteUrl: string) => html`<article id="${callId(call)}">
  <h3>${call.summary}</h3>
  <p class="address"><span class="method ${call.method}">${call.method.toUpperCase()}</span> <code>${call.path}</code></p>
  ${call.about ? html`<p>${withCode(call.about)}</p>` : ''}
  ${parameters(call)}
  ${call.body ? body(call.body) : ''}
  ${call.answers.map(answer)}
  ${refusals(errorsOf(call))}
  <details><summary>With curl</summary><pre tabindex="0"><code>${curl(call, siteUrl)}</code></pre></details>
</article>`;

function parameters(call: Call) {
  const rows = [
    ...Object.entries(call.params ?? {}).map(([name, { about }]) => ({ name, where: 'path', about })),
    ...queryParameters(call).map(({ name, required, schema }) => ({
      name,
      where: 'query',
      about: [required ? 'Required.' : '', inWords(schema)].filter(Boolean).join(' '),
    })),
    ...Object.entries(call.headers ?? {}).map(([name, about]) => ({ name, where: 'header', about })),
  ];
  if (rows.length === 0) return '';
  return html`<table>
    <thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">What</th></tr></thead>
    <tbody>${rows.map(({ name, where, about }) => html`<tr><td><code>${name}</code></td><td>${where}</td><td>${about}</td></tr>`)}</tbody>
  </table>`;
}

/** A parameter's schema in a line. */
function inWords(schema: Record<string, unknown>): string {
  const { type, format, enum: values, minimum, maximum, default: usual } = schema;
  const kind = Array.isArray(values) ? values.join(', ') : String(format ?? type ?? '');
  const range =
    minimum === undefined ? '' : maximum === undefined ? ` from ${minimum}` : ` from ${minimum} to ${maximum}`;
  return `${kind}${range}.${usual === undefined ? '' : ` Without it ${usual}.`}`;
}

const body = ({ schema, examples }: NonNullable<Call['body']>) => html`<h4>Body</h4>
  ${Object.entries(examples).map(([name, value]) => html`<p class="caption">${name}</p>${json(value)}`)}
  <details><summary>Schema</summary>${json(toSchema(schema, 'input'))}</details>`;

const answer = ({ status, about, schema, type, example, headers = {} }: Answer) => html`<h4>${status}</h4>
  <p>${about}${type ? html` <code>${type}</code>` : ''}</p>
  ${Object.entries(headers).map(([name, text]) => html`<p><code>${name}</code>: ${text}</p>`)}
  ${example === undefined ? '' : typeof example === 'string' ? html`<pre tabindex="0"><code>${example}</code></pre>` : json(example)}
  ${schema ? html`<details><summary>Schema</summary>${json(toSchema(schema, 'output'))}</details>` : ''}`;

const refusals = (codes: readonly ErrorCode[]) =>
  codes.length === 0
    ? ''
    : html`<h4>Refusals</h4>
      <ul class="refusals">${codes.map((code) => html`<li>${errorStatuses[code]} <code>${code}</code></li>`)}</ul>`;

function curl({ method, path, params = {}, body: sent, query, open }: Call, siteUrl: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => params[name]?.example ?? whole);
  const search = query && 'campaignId' in query.shape ? '?campaignId=…' : '';
  const parts = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${siteUrl}${filled}${search}'`];
  if (!open) parts.push(`-H "authorization: Bearer $TOKEN"`);
  const [example] = sent ? Object.values(sent.examples) : [];
  if (sent)
    parts.push(`-H 'content-type: application/json'`, `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`);
  return parts.join(' \\\n  ');
}
