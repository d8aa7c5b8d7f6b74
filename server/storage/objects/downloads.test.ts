import { beforeAll, describe, expect, test } from 'vitest';
import { type StoragePerson, storageForTests } from '../../test/storage.ts';
import { readToken, signPlace } from '../signed-token.ts';

const t = storageForTests();
let ann: StoragePerson;
let bucket: string;
beforeAll(async () => {
  ann = await t.person();
  bucket = await t.bucketOf(ann);
  await from().upload('digits.txt', '0123456789', { contentType: 'text/plain', cacheControl: '60' });
});

const from = () => ann.client.from(bucket);
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${t.url}/object/${bucket}/${path}`, { headers: { authorization: `Bearer ${ann.token}`, ...headers } });
const signed = async (path: string, ...rest: [number, { download?: string | boolean }?]) =>
  (await from().createSignedUrl(path, ...rest)).data?.signedUrl ?? '';

describe('harmful content', () => {
  test.each([
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['page.xhtml', 'application/xhtml+xml'],
    ['feed.xml', 'text/xml'],
    ['code.js', 'text/javascript'],
    ['style.css', 'text/css'],
    ['module.wasm', 'application/wasm'],
    ['paper.pdf', 'application/pdf'],
    ['unknown', 'application/x-anything'],
    ['shouting.html', 'TEXT/HTML; charset=utf-8'],
  ])('%s is a sandboxed attachment with nosniff', async (name, contentType) => {
    const script = '<script>alert(1)</script>';
    await from().upload(name, script, { contentType });
    for (const answer of [await get(name), await fetch(await signed(name, 60))]) {
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await answer.text()).toBe(script);
    }
  });

  test('images and text are inline, under the same policy', async () => {
    await from().upload('p.png', Buffer.from('x'), { contentType: 'image/png' });
    for (const name of ['p.png', 'digits.txt']) {
      const { headers } = await fetch(await signed(name, 60));
      expect(headers.get('content-disposition')).toMatch(/^inline;/);
      expect(headers.get('content-security-policy')).toContain('sandbox');
    }
  });

  test('names cannot inject headers', async () => {
    const name = `a"; filename*=x'y (é).txt`;
    await from().upload(name, 'x');
    const { headers } = await get(encodeURIComponent(name));
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="a___filename__x_y____.txt"; filename*=UTF-8''a%22%3B%20filename%2a%3Dx%27y%20%28%C3%A9%29.txt`,
    );
    const asked = await fetch(`${await signed('digits.txt', 60)}&download=a%0d%0ax:%20y.txt`);
    expect(asked.headers.get('content-disposition')).toMatch(/^attachment; filename="a__x__y.txt"; /);
    expect(asked.headers.get('x')).toBeNull();
  });
});

describe('by the owner', () => {
  test('through the client', async () => {
    const { data } = await from().download('digits.txt');
    expect([data?.type, await data?.text()]).toEqual(['text/plain', '0123456789']);
    const stream = await from().download('digits.txt').asStream();
    expect(await new Response(stream.data).text()).toBe('0123456789');
    expect((await from().download('missing')).error).toMatchObject({ statusCode: '404', message: 'Object not found' });
    const older = await fetch(`${t.url}/object/authenticated/${bucket}/digits.txt`, {
      headers: { authorization: `Bearer ${ann.token}` },
    });
    expect(await older.text()).toBe('0123456789');
  });

  test('browsers revalidate instead of reusing it for the next user', async () => {
    const { headers } = await get('digits.txt');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toContain('Authorization');
    const etag = headers.get('etag') ?? '';
    expect((await get('digits.txt', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('digits.txt', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=2-4', '234', '2-4'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-300', '0123456789', '0-9'],
    ['bytes=8-100', '89', '8-9'],
  ])('%s', async (range, text, answered) => {
    const answer = await get('digits.txt', { range });
    expect([answer.status, await answer.text()]).toEqual([206, text]);
    expect(answer.headers.get('content-range')).toBe(`bytes ${answered}/10`);
    expect(answer.headers.get('content-length')).toBe(String(text.length));
  });

  test('unsatisfiable ranges are 416, unsupported ones are ignored', async () => {
    for (const range of ['bytes=10-', 'bytes=5-4', 'bytes=-0']) {
      const answer = await get('digits.txt', { range });
      expect([answer.status, await answer.json()]).toMatchObject([416, { code: 'InvalidRange' }]);
    }
    for (const range of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b']) {
      expect((await get('digits.txt', { range })).status).toBe(200);
    }
  });

  test('a range of a file larger than one chunk', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251));
    await from().upload('large.bin', bytes, { contentType: 'application/octet-stream' });
    const answer = await get('large.bin', { range: 'bytes=65530-200001' });
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(65_530, 200_002))).toBe(true);
  });

  test('an aborted download harms nothing', async () => {
    await from().upload('film.bin', Buffer.alloc(8_000_000), { contentType: 'video/mp4' });
    for (let n = 0; n < 3; n++) {
      const abort = new AbortController();
      const headers = { authorization: `Bearer ${ann.token}` };
      const { body } = await fetch(`${t.url}/object/${bucket}/film.bin`, { headers, signal: abort.signal });
      await body?.getReader().read();
      abort.abort();
    }
    expect((await from().remove(['film.bin'])).data).toHaveLength(1);
    expect(await (await get('digits.txt')).text()).toBe('0123456789');
  });

  test('a compressed file keeps its encoding', async () => {
    const { gzipSync } = await import('node:zlib');
    const options = { contentType: 'text/plain', contentEncoding: 'gzip' };
    expect((await from().upload('packed.txt', gzipSync('hello'), options)).error).toBeNull();
    const answer = await get('packed.txt');
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual(['gzip', 'hello']);
  });

  test('readers get a complete version while the object is being replaced', async () => {
    const texts = ['a'.repeat(50_000), 'b'.repeat(70_000)] as const;
    await from().upload('busy.txt', texts[0]);
    let writing = true;
    const write = async () => {
      for (let n = 0; n < 10; n++) await from().update('busy.txt', texts[n % 2] ?? '');
      writing = false;
    };
    const read = async () => {
      while (writing) expect(texts).toContain(await (await from().download('busy.txt')).data?.text());
    };
    await Promise.all([write(), read(), read()]);
  });

  test('an object whose file is missing is 404', async () => {
    await from().upload('lost.txt', 'x');
    const [row] = await t.ctx.db.sql<{ file_id: string }[]>`
      select file_id from storage_objects where name = 'lost.txt' and user_id = ${ann.id}`;
    const id = row?.file_id ?? '';
    await t.ctx.storage.delete(`objects/${id.slice(-2)}/${id}`);
    const answer = await get('lost.txt');
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NoSuchKey' }]);
    expect(answer.headers.get('content-disposition')).toBeNull();
  });
});

test('no one reads the files of a banned or deleted account', async () => {
  const owner = await t.person();
  const files = owner.client.from(await t.bucketOf(owner, { public: true }));
  await files.upload('a.txt', 'x', { contentType: 'text/plain' });
  const urls = [
    files.getPublicUrl('a.txt').data.publicUrl,
    files.getPublicUrl('a.txt').data.publicUrl.replace('/object/public/', '/object/info/public/'),
    (await files.createSignedUrl('a.txt', 60)).data?.signedUrl ?? '',
  ];
  const statuses = () => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  const { sql } = t.ctx.db;
  await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${owner.id}`;
  expect(await statuses()).toEqual([404, 404, 404]);
  await sql`update auth.users set banned_until = now() - interval '1 hour' where id = ${owner.id}`;
  expect(await statuses()).toEqual([200, 200, 200]);
  await sql`update auth.users set deleted_at = now() where id = ${owner.id}`;
  expect(await statuses()).toEqual([404, 404, 404]);
});

describe('from a public bucket', () => {
  test('without a token, while the bucket is public', async () => {
    const name = await t.bucketOf(ann, { public: true });
    const album = ann.client.from(name);
    await album.upload('my cat.png', Buffer.from('x'), { contentType: 'image/png', cacheControl: '60' });
    const { publicUrl } = album.getPublicUrl('my cat.png').data;
    const answer = await fetch(publicUrl);
    expect([answer.status, await answer.text()]).toEqual([200, 'x']);
    expect(answer.headers.get('cache-control')).toBe('max-age=60');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const download = await fetch(album.getPublicUrl('my cat.png', { download: 'cat.png' }).data.publicUrl);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="cat.png"/);
    const info = await fetch(publicUrl.replace('/object/public/', '/object/info/public/'));
    expect(await info.json()).toMatchObject({ name: 'my cat.png', size: 1 });
    // Other users can download, but not list or change it.
    const ben = await t.person();
    expect((await ben.client.from(name).list()).error).toMatchObject({ statusCode: '404' });

    await ann.client.updateBucket(name, { public: false });
    const gone = await fetch(publicUrl);
    expect([gone.status, await gone.json()]).toMatchObject([404, { code: 'NoSuchBucket' }]);
  });

  test('another user’s private bucket with the same name stays private', async () => {
    const name = await t.bucketOf(ann);
    await ann.client.from(name).upload('a.txt', 'secret');
    const ben = await t.person();
    await ben.client.createBucket(name, { public: true });
    await ben.client.from(name).upload('b.txt', 'open');
    const read = (file: string) => fetch(`${t.url}/object/public/${name}/${file}`);
    expect((await read('a.txt')).status).toBe(404);
    expect(await (await read('b.txt')).text()).toBe('open');
  });
});

describe('through a signed URL', () => {
  test('without a token, optionally as a download', async () => {
    await from().upload('folder/with space & ü 100%.txt', 'hello');
    const address = await signed('folder/with space & ü 100%.txt', 60);
    expect(await (await fetch(address)).text()).toBe('hello');
    const { headers } = await fetch(await signed('digits.txt', 60, { download: 'numbers.txt' }));
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="numbers.txt"/);
    expect(
      (await fetch(await signed('digits.txt', 60, { download: true }))).headers.get('content-disposition'),
    ).toMatch(/^attachment; filename="digits.txt"/);
  });

  test('several at once, including missing ones', async () => {
    const { data } = await from().createSignedUrls(['digits.txt', 'missing.txt'], 60);
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('0123456789');
    expect(data?.[1]).toEqual({
      error: 'Either the object does not exist or you do not have access to it',
      path: 'missing.txt',
      signedURL: null,
      signedUrl: null,
    });
  });

  test('responses are not cached longer than the URL is valid', async () => {
    const age = async (seconds: number) =>
      (await fetch(await signed('digits.txt', seconds))).headers.get('cache-control');
    expect(await age(3600)).toBe('private, max-age=60');
    expect(await age(30)).toMatch(/^private, max-age=(2\d|30)$/);
  });

  test('is rejected for another object, after tampering and after expiry', async () => {
    await from().upload('other.txt', 'x');
    const address = await signed('digits.txt', 60);
    const token = new URL(address).searchParams.get('token') ?? '';
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = (change: object) => Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
    const bad = [
      address.replace('digits.txt?', 'other.txt?'),
      address.replace(/token=.*$/, ''),
      `${address}x`,
      address.replace(body, forged({ exp: 9_999_999_999 })),
      address.replace(body, forged({ url: `${bucket}/other.txt` })),
      address.replace(token, `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`),
      address.replace(token, `${head}.${body}.${signature.slice(0, -2)}AA`),
      address.replace(token, ann.token),
    ];
    for (const url of bad) {
      const answer = await fetch(url);
      expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'InvalidSignature' }]);
    }
    const place = { userId: ann.id, bucket, name: 'digits.txt', purpose: 'download' as const };
    const old = await signPlace(t.ctx, { ...place, seconds: 60 }, new Date(Date.now() - 61_000));
    const expired = await fetch(address.replace(token, old));
    expect([expired.status, await expired.json()]).toMatchObject([400, { code: 'ExpiredToken' }]);
    await expect(readToken(t.ctx, { ...place, token, name: 'other.txt' })).rejects.toThrow('Invalid signature');
  });

  test('its token is not an access token', async () => {
    const token = new URL(await signed('digits.txt', 60)).searchParams.get('token');
    const answer = await fetch(`${t.url}/bucket`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });

  test.each([0, -5, 1.5, 40_000_000])('cannot be valid for %d seconds', async (seconds) => {
    expect((await from().createSignedUrl('digits.txt', seconds)).error).toMatchObject({ statusCode: '400' });
  });

  test('is not created for a missing object or an image transformation', async () => {
    expect((await from().createSignedUrl('missing', 60)).error).toMatchObject({ statusCode: '404' });
    const transform = { width: 10, height: 10 };
    const { error } = await from().createSignedUrl('digits.txt', 60, { transform });
    expect(error).toMatchObject({ code: 'FeatureNotEnabled', message: 'Image transformation is not available here' });
    expect((await from().download('digits.txt', { transform })).error).toMatchObject({ code: 'FeatureNotEnabled' });
  });
});
