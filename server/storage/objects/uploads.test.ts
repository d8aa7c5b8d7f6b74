import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../../test/auth.ts';
import { type StoragePerson, storageForTests } from '../../test/storage.ts';
import { maxFileBytes, maxFiles } from '../limits.ts';

const t = storageForTests({ UPLOADS_PER_USER_MB: '3' });
let ann: StoragePerson;
let bucket: string;
beforeEach(async () => {
  ann = await t.person();
  bucket = await t.bucketOf(ann);
});

const mb = 1024 * 1024;
const from = () => ann.client.from(bucket);
const filesOf = ({ id }: StoragePerson) =>
  t.ctx.db.sql<{ state: string; size: number }[]>`
    select state, size from storage_files where user_id = ${id} order by size`;
const textOf = async (path: string) => (await from().download(path)).data?.text();
const blob = (bytes: number, type = 'text/plain') => new Blob([Buffer.alloc(bytes, 'x')], { type });

describe('accepts', () => {
  test.each([
    ['a text', () => 'hello'],
    ['a buffer', () => Buffer.from('hello')],
    ['an array buffer', () => new TextEncoder().encode('hello').buffer],
    ['a blob', () => new Blob(['hello'], { type: 'text/plain' })],
    ['a file', () => new File(['hello'], 'other-name.html', { type: 'text/plain' })],
    ['a web stream', () => new Blob(['hello']).stream()],
  ])('%s', async (_kind, make) => {
    const { data, error } = await from().upload('folder/a.txt', make());
    expect(error).toBeNull();
    expect(data).toEqual({ id: expect.any(String), path: 'folder/a.txt', fullPath: `${bucket}/folder/a.txt` });
    expect(await textOf('folder/a.txt')).toBe('hello');
    expect(await filesOf(ann)).toEqual([{ state: 'stored', size: 5 }]);
  });

  test('a form and a file stream', async () => {
    const form = new FormData();
    form.append('file', new Blob(['from a form']), 'a.bin');
    expect((await from().upload('form.bin', form)).error).toBeNull();
    expect(await textOf('form.bin')).toBe('from a form');
    const folder = await mkdtemp(join(tmpdir(), 'zeus-upload-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'a'), 'from a file');
    expect((await from().upload('file.txt', createReadStream(join(folder, 'a')))).error).toBeNull();
    expect(await textOf('file.txt')).toBe('from a file');
  });

  test('an empty file', async () => {
    expect((await from().upload('empty', new Blob([]))).error).toBeNull();
    const { data } = await from().download('empty');
    expect(data?.size).toBe(0);
  });

  test('stores content type, cache control and metadata', async () => {
    const options = { contentType: 'image/png', cacheControl: '60', metadata: { alt: 'Müller', n: { deep: [1] } } };
    const described = { contentType: 'image/png', cacheControl: 'max-age=60', metadata: options.metadata };
    await from().upload('raw.png', Buffer.from('x'), options);
    expect((await from().info('raw.png')).data).toMatchObject({ ...described, size: 1, bucketId: bucket });
    await from().upload('blob.png', new Blob(['x'], { type: 'image/png' }), options);
    expect((await from().info('blob.png')).data).toMatchObject(described);
  });

  test('names in any script, with spaces and symbols', async () => {
    for (const name of [
      'Größe & Maß (1).txt',
      '写真/東京.txt',
      'a+b=c,d;e@f!.txt',
      '100%.txt',
      'می‌خواهم.txt',
      '😀/👩‍👩‍👧.txt',
    ]) {
      expect((await from().upload(name, name)).error).toBeNull();
      expect(await textOf(name)).toBe(name);
    }
    expect((await from().list()).data).toHaveLength(6);
  });
});

describe('rejects the name', () => {
  test.each([
    '%2e%2e%2fescape',
    'a%2f..%2f..%2fb',
    'a%00b',
    'a%0ab',
    'a%5cb',
    'evil%E2%80%AEgpj.exe',
    'a%2f%2fb',
    'a%2f',
    '%ff',
    'x'.repeat(1025),
  ])('%s', async (path) => {
    const answer = await fetch(`${t.url}/object/${bucket}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}` },
      body: 'x',
    });
    const { statusCode } = (await answer.json()) as { statusCode: string };
    expect([statusCode, answer.status]).toEqual([String(answer.status), answer.status]);
    expect([400, 404]).toContain(answer.status);
    expect(await filesOf(ann)).toEqual([]);
  });
});

describe('an existing object', () => {
  test('is kept without upsert, even with two concurrent uploads', async () => {
    const both = await Promise.all(['one', 'two'].map((text) => from().upload('a.txt', text)));
    const duplicate = { statusCode: '409', code: 'KeyAlreadyExists', message: 'The resource already exists' };
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
    expect(both.find(({ error }) => error)?.error).toMatchObject(duplicate);
    const kept = await textOf('a.txt');
    expect((await from().upload('a.txt', 'three')).error).toMatchObject(duplicate);
    expect((await from().upload('a.txt', blob(9))).error).toMatchObject(duplicate);
    expect(await textOf('a.txt')).toBe(kept);
    expect(await filesOf(ann)).toHaveLength(1);
  });

  test('is replaced by upsert and update, and the old file is removed', async () => {
    const first = await from().upload('a.txt', 'one');
    const second = await from().upload('a.txt', 'number two', { upsert: true, contentType: 'text/csv' });
    expect(second.data?.id).toBe(first.data?.id);
    expect(await textOf('a.txt')).toBe('number two');
    expect((await from().info('a.txt')).data).toMatchObject({ contentType: 'text/csv', size: 10 });
    await from().update('a.txt', 'three');
    expect(await textOf('a.txt')).toBe('three');
    expect(await filesOf(ann)).toEqual([{ state: 'stored', size: 5 }]);
  });

  test('ends as one complete upload with one file after many concurrent upserts', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => String(n).repeat(1000 + n));
    const answers = await Promise.all(texts.map((text) => from().upload('a.txt', text, { upsert: true })));
    expect(answers.map(({ error }) => error)).toEqual(texts.map(() => null));
    expect(texts).toContain(await textOf('a.txt'));
    expect(await filesOf(ann)).toHaveLength(1);
  });
});

describe('limits', () => {
  const full = { statusCode: '413', message: 'Your storage is full: one account can store 3 MB' };
  const tooLarge = { statusCode: '413', message: 'The object exceeded the maximum allowed size' };

  test('bucket: file size', async () => {
    const small = ann.client.from(await t.bucketOf(ann, { public: false, fileSizeLimit: '1kb' }));
    expect((await small.upload('a', Buffer.alloc(1001))).error).toMatchObject(tooLarge);
    expect((await small.upload('a', blob(1001))).error).toMatchObject(tooLarge);
    expect((await small.upload('a', blob(1001).stream())).error).toMatchObject(tooLarge);
    expect(await filesOf(ann)).toEqual([]);
    expect((await small.upload('a', Buffer.alloc(1000))).error).toBeNull();
    expect((await small.upload('b', blob(1000))).error).toBeNull();
    await from().upload('c', Buffer.alloc(1001));
    const destinationBucket = (await ann.client.listBuckets()).data?.find((one) => one.file_size_limit)?.id ?? '';
    expect((await from().copy('c', 'c', { destinationBucket })).error).toMatchObject(tooLarge);
    expect((await from().move('c', 'c', { destinationBucket })).error).toMatchObject(tooLarge);
  });

  test('bucket: MIME type', async () => {
    const pictures = await t.bucketOf(ann, { public: false, allowedMimeTypes: ['image/*', 'text/csv'] });
    const to = ann.client.from(pictures);
    const refused = { statusCode: '415', message: 'mime type text/html is not supported' };
    expect((await to.upload('a', 'x', { contentType: 'text/html' })).error).toMatchObject(refused);
    expect((await to.upload('a', blob(1, 'text/html'))).error).toMatchObject(refused);
    await from().upload('a', 'x', { contentType: 'text/html' });
    expect((await from().copy('a', 'a', { destinationBucket: pictures })).error).toMatchObject(refused);
    expect((await to.upload('a', blob(1, 'image/webp'))).error).toBeNull();
    expect((await to.upload('b', 'x', { contentType: 'text/csv;charset=utf-8' })).error).toBeNull();
  });

  test('user: total size, even with parallel uploads', async () => {
    const uploads = [
      ...[1, 2, 3].map((n) => from().upload(`raw-${n}`, Buffer.alloc(mb))),
      ...[1, 2, 3].map((n) => from().upload(`form-${n}`, blob(mb))),
      ...[1, 2, 3].map((n) => from().upload(`stream-${n}`, blob(mb).stream())),
    ];
    for (const { error } of await Promise.all(uploads)) if (error) expect(error).toMatchObject(full);
    const used = (await filesOf(ann)).reduce((sum, { size }) => sum + size, 0);
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThanOrEqual(3 * mb);
    await ann.client.emptyBucket(bucket);
    for (const n of [1, 2]) expect((await from().upload(`big-${n}`, Buffer.alloc(1.5 * mb))).error).toBeNull();
    for (const body of [Buffer.alloc(1), blob(1), blob(1).stream()]) {
      expect((await from().upload('one more', body)).error).toMatchObject(full);
    }
    expect((await from().copy('big-1', 'copy')).error).toMatchObject(full);
    // Other users are not affected.
    const ben = await t.person();
    expect((await ben.client.from(await t.bucketOf(ben)).upload('a', 'a')).error).toBeNull();
  });

  test('user: number of files', async () => {
    await t.ctx.db.sql`insert into storage_files (user_id, size, state)
      select ${ann.id}, 0, 'stored' from generate_series(1, ${maxFiles - 1}::int)`;
    expect((await from().upload('a', 'x')).error).toBeNull();
    expect((await from().upload('b', 'x')).error?.message).toMatch(/10,000 files/);
  });

  test('a declared length over the limit is refused before the file is sent', async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${t.url}/object/${bucket}/huge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.token}`, 'content-length': maxFileBytes + 1 },
      });
      call.on('response', ({ statusCode }) => {
        call.destroy();
        resolve(statusCode);
      });
      call.on('error', reject);
      call.flushHeaders();
    });
    expect(answer).toBe(413);
    expect(await filesOf(ann)).toEqual([]);
  });
});

describe('rejects', () => {
  const send = (init: RequestInit) =>
    fetch(`${t.url}/object/${bucket}/a`, {
      method: 'POST',
      ...init,
      headers: { authorization: `Bearer ${ann.token}`, ...init.headers },
    });
  const multipart = { 'content-type': 'multipart/form-data; boundary=x' };

  test.each([
    ['a form without a boundary', { headers: { 'content-type': 'multipart/form-data' }, body: 'x' }],
    [
      'a form without a file',
      { headers: multipart, body: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n' },
    ],
    [
      'a form that ends inside its file',
      { headers: multipart, body: '--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nhalf of it' },
    ],
    ['a form that is not multipart', { headers: multipart, body: 'hello' }],
    ['an invalid content type', { headers: { 'content-type': 'nonsense' }, body: 'x' }],
    ['metadata that is not an object', { headers: { 'x-metadata': btoa('[1]') }, body: 'x' }],
    ['metadata that is not JSON', { headers: { 'x-metadata': btoa('{') }, body: 'x' }],
    ['metadata with NUL', { headers: { 'x-metadata': btoa('{"a":"\\u0000"}') }, body: 'x' }],
    [
      'metadata that is too long',
      { headers: { 'x-metadata': btoa(JSON.stringify({ a: 'x'.repeat(9000) })) }, body: 'x' },
    ],
    ['an unknown encoding', { headers: { 'content-encoding': 'secret' }, body: 'x' }],
  ])('%s', async (_what, init) => {
    const answer = await send(init);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await answer.json()).toMatchObject({ statusCode: String(answer.status), message: expect.any(String) });
    expect(await filesOf(ann)).toEqual([]);
    expect((await from().list()).data).toEqual([]);
  });

  test.each(['application/octet-stream', 'multipart/form-data; boundary=x'])('an aborted upload: %s', async (type) => {
    const call = request(`${t.url}/object/${bucket}/a`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, 'content-length': 100_000, 'content-type': type },
    });
    call.on('error', () => {});
    call.write('--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n\r\nhalf of it');
    await waitFor(async () => (await filesOf(ann)).length === 1);
    call.destroy();
    await waitFor(async () => (await filesOf(ann)).length === 0);
    expect((await from().list()).data).toEqual([]);
  });
});
