import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ResponseDescription } from '../../shared/api/endpoint.ts';
import { appForTests } from '../test/app.ts';
import { mountedCalls } from '../test/mounted-routes.ts';
import { bodyExamples, errorsOf, operations, parametersOf, responseExample } from './operations.ts';

const zeus = appForTests({ env: { SITE_URL: 'http://zeus.example:3000' } });

const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;

describe('the endpoints', () => {
  test('are exactly those that are mounted', () => {
    const described = operations.map(nameOf);
    expect(described.toSorted()).toEqual(mountedCalls(zeus.app));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  test.each(operations.map((operation) => [nameOf(operation), operation] as const))(
    '%s names its parameters and has valid examples',
    (_name, operation) => {
      const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(operation.params?.shape ?? {})).toEqual(inPath);
      for (const example of Object.values(bodyExamples(operation))) operation.body?.parse(example);
      for (const response of Object.values<ResponseDescription>(operation.responses)) {
        if ('schema' in response) response.schema.parse(responseExample(response));
      }
    },
  );

  test('of a campaign say that it may not exist', () => {
    const ofCampaign = operations.filter((operation) =>
      parametersOf(operation).some(({ name, required }) => name === 'campaignId' && required),
    );
    expect(ofCampaign.length).toBeGreaterThan(8);
    for (const operation of ofCampaign) expect(errorsOf(operation), nameOf(operation)).toContain('not-found');
  });
});

describe('/openapi.json', () => {
  const read = async () => (await zeus.ask('/openapi.json')).json();

  test('is a valid document: every reference resolves, every operation has a response', async () => {
    const document = await read();
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://zeus.example:3000' }] });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, name] of references) expect(document.components.schemas).toHaveProperty(name ?? '');
    expect(JSON.stringify(document)).not.toContain('$defs');
    const operation = z.object({
      operationId: z.string().min(3),
      summary: z.string().min(3),
      tags: z.array(z.string()).length(1),
      parameters: z.array(
        z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: z.object({}) }),
      ),
      responses: z.record(z.string().regex(/^[2-5]\d\d$/), z.object({ description: z.string().min(1) })),
    });
    for (const path of Object.values(document.paths)) z.record(z.string(), operation).parse(path);
  });

  test('describes the schemas that the routes parse with', async () => {
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
    expect(put.operationId).toBe('updateContacts');
    expect(Object.keys(put.responses)).toEqual(['200', '400', '401', '404', '413', '429']);
    expect(paths['/healthz'].get.security).toEqual([]);
  });
});

test.each(['/openapi.json', '/docs'])('%s is sent again only if it has changed', async (path) => {
  const first = await zeus.ask(path);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{20}"$/);
  const again = await zeus.ask(path, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await zeus.ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

describe('/docs', () => {
  test('shows every call, and loads only our own files', async () => {
    const answer = await zeus.ask('/docs');
    expect(answer.headers.get('content-type')).toContain('text/html');
    const page = await answer.text();
    expect(page).toContain('<title>API · Zeus</title>');
    for (const { path, summary } of operations) {
      expect(page).toContain(`<code>${path}</code>`);
      expect(page).toContain(summary);
    }
    expect(page).not.toMatch(/<script|<style|style=|onclick|(src|href)="(https?:)?\/\//);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    // Following a link to nothing closes the list on phones without scrolling.
    expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual(['close']);
    const styles = await zeus.ask('/docs.css');
    expect(styles.headers.get('content-type')).toContain('text/css');
  });
});
