import { beforeAll, describe, expect, test } from 'vitest';
import { appForTests } from '../test/app.ts';

const zeus = appForTests();
let token: string;
beforeAll(async () => {
  ({ token } = await zeus.newUser());
});

const base = '/storage/v1';

const ownerCalls = [
  'GET /bucket',
  'POST /bucket',
  'GET /bucket/b',
  'PUT /bucket/b',
  'DELETE /bucket/b',
  'POST /bucket/b/empty',
  'POST /object/list/b',
  'POST /object/copy',
  'POST /object/move',
  'POST /object/sign/b',
  'POST /object/sign/b/a.txt',
  'POST /object/upload/sign/b/a.txt',
  'POST /object/b/a.txt',
  'PUT /object/b/a.txt',
  'GET /object/b/a.txt',
  'GET /object/authenticated/b/a.txt',
  'GET /object/info/b/a.txt',
  'GET /object/info/authenticated/b/a.txt',
  'DELETE /object/b',
  'DELETE /object/b/a.txt',
];

describe('401 without a valid token', () => {
  test.each(ownerCalls)('%s', async (call) => {
    const [method = '', path] = call.split(' ');
    for (const wrong of [undefined, 'a.b.c', 'not-a-token']) {
      const body = method === 'GET' ? {} : { json: {} };
      const answer = await zeus.ask(`${base}${path}`, { method, token: wrong, ...body });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { statusCode: '401', error: 'Unauthorized', code: 'InvalidJWT', message: expect.any(String) },
      ]);
    }
  });

  test('the list above contains every mounted route except the open ones', () => {
    const open = ['GET /object/public', 'GET /object/info/public', 'GET /object/sign', 'PUT /object/upload/sign'];
    const mounted = zeus.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith(base))
      .map(({ method, path }) => `${method} ${path.slice(base.length)}`)
      .filter((call) => !open.some((start) => call.startsWith(`${start}/`)));
    const shape = (call: string) =>
      call
        .replace(/:bucket/, 'b')
        .replace(/\/\*$/, '/a.txt')
        .replace('/sign/a.txt', '/sign/b');
    expect([...new Set(mounted.map(shape))].filter((call) => !ownerCalls.includes(call))).toEqual([]);
  });
});

describe('unknown paths answer JSON, never the app page', () => {
  test.each([
    'GET /',
    'GET /nothing',
    'GET /bucket/a/b/c',
    'PATCH /bucket/a',
    'PATCH /object/a/b',
    'GET /object',
    'POST /object',
    'POST /upload/resumable',
    'GET /s3/bucket',
    'DELETE /cdn/bucket/a.txt',
  ])('%s', async (call) => {
    const [method = '', path] = call.split(' ');
    const answer = await zeus.ask(`${base}${path}`, { method, token });
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { statusCode: '404', message: expect.stringMatching(/not found/) },
    ]);
  });

  test('including paths just outside', async () => {
    for (const path of ['/storage', '/storage/v2/bucket']) expect((await zeus.ask(path)).status).toBe(404);
  });

  test.each(['GET /render/image/public/b/a.png', 'POST /object/list-v2/b'])('not offered: %s', async (call) => {
    const [method = '', path] = call.split(' ');
    const answer = await zeus.ask(`${base}${path}`, { method, token });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'FeatureNotEnabled' }]);
  });
});

test('invalid and oversized bodies', async () => {
  const post = (body: string) => zeus.ask(`${base}/bucket`, { method: 'POST', token, body });
  for (const body of ['{', '[]', '"x"', 'null', '{"name":1}']) {
    const answer = await post(body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { statusCode: '400' }]);
  }
  const large = await post(JSON.stringify({ name: 'x'.repeat(1_100_000) }));
  expect([large.status, await large.json()]).toMatchObject([413, { statusCode: '413', code: 'EntityTooLarge' }]);
});

test('cross-origin calls are allowed', async () => {
  const headers = {
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,x-upsert,content-type,x-client-info',
  };
  const answer = await zeus.ask(`${base}/object/b/a.txt`, { method: 'OPTIONS', headers });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  for (const name of ['authorization', 'x-upsert', 'x-metadata', 'cache-control']) {
    expect(answer.headers.get('access-control-allow-headers')).toContain(name);
  }
});
