import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../test/app.ts';
import { mountedCalls } from '../test/mounted-routes.ts';
import { allCalls } from './calls/all-calls.ts';

let zeus: TestApp;
beforeAll(async () => {
  zeus = await createTestApp({ env: { SITE_URL: 'http://zeus.example:3000' } });
});
afterAll(() => zeus.close());

const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;

describe('the list of calls', () => {
  test('describes every call that is mounted, and no other', () => {
    const described = allCalls.map(nameOf);
    const missing = mountedCalls(zeus.app).filter((call) => !described.includes(call));
    const gone = described.filter((call) => !mountedCalls(zeus.app).includes(call));
    expect(missing, 'mounted, but not described in server/openapi/calls').toEqual([]);
    expect(gone, 'described in server/openapi/calls, but not mounted').toEqual([]);
    expect(new Set(described).size).toBe(described.length);
  });

  test.each(allCalls.map((call) => [nameOf(call), call] as const))('%s names its parameters', (_name, call) => {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(call.params ?? {})).toEqual(inPath);
  });

  test('shows an example of every answer that can be read', () => {
    const bare = allCalls.flatMap((call) =>
      call.answers
        .filter(({ status, type, example }) => status !== 204 && !type?.startsWith('image/') && example === undefined)
        .map(({ status }) => `${nameOf(call)}: ${status}`),
    );
    expect(bare).toEqual([]);
  });

  test.each(
    allCalls.flatMap((call) =>
      [
        ...Object.entries(call.body?.examples ?? {}).map(([name, value]) => ({
          name,
          value,
          schema: call.body?.schema,
        })),
        ...call.answers.map(({ status, example: value, schema }) => ({ name: status, value, schema })),
      ].flatMap(({ name, value, schema }) => (schema ? [[`${nameOf(call)}: ${name}`, schema, value] as const] : [])),
    ),
  )('the example of %s is right', (_name, schema, value) => {
    schema.parse(value);
  });
});

describe('/openapi.json', () => {
  const read = async () => (await zeus.ask('/openapi.json')).json();

  test('is a document of its kind: every reference leads somewhere, every operation has an answer', async () => {
    const document = await read();
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://zeus.example:3000' }] });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name ?? '');
    expect(JSON.stringify(document)).not.toContain('$defs');
    const operation = z.object({
      summary: z.string().min(3),
      tags: z.array(z.string()).length(1),
      parameters: z.array(
        z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: z.object({}) }),
      ),
      responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.object({ description: z.string().min(1) })),
    });
    for (const path of Object.values(document.paths)) z.record(z.string(), operation).parse(path);
  });

  test('says what the routes parse with', async () => {
    const { paths } = await read();
    const { parameters } = paths['/data/backlinks'].get;
    expect(parameters.find(({ name }: { name: string }) => name === 'campaignId')).toEqual({
      name: 'campaignId',
      in: 'query',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
    expect(parameters.find(({ name }: { name: string }) => name === 'order').schema).toMatchObject({
      default: 'domain_rating.desc',
      enum: expect.arrayContaining(['domain_rating.asc', 'title.desc']),
    });
    const put = paths['/data/contacts'].put;
    expect(put.requestBody.content['application/json'].schema).toMatchObject({ type: 'array', maxItems: 10_000 });
    expect(Object.keys(put.responses)).toEqual(['200', '400', '401', '404', '413']);
    expect(paths['/healthz'].get.security).toEqual([]);
  });
});

describe('/docs', () => {
  test('shows every call, and asks for nothing but our own files', async () => {
    const answer = await zeus.ask('/docs');
    expect(answer.headers.get('content-type')).toContain('text/html');
    const page = await answer.text();
    for (const { path, summary } of allCalls) {
      expect(page).toContain(`<code>${path}</code>`);
      expect(page).toContain(summary);
    }
    expect(page).not.toMatch(/<script|<style|style=|onclick|(src|href)="(https?:)?\/\//);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, anchor] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor);
    const styles = await zeus.ask('/docs.css');
    expect(styles.headers.get('content-type')).toContain('text/css');
  });
});
