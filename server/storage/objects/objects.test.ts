import { beforeEach, describe, expect, test } from 'vitest';
import { type StoragePerson, storageForTests } from '../../test/storage.ts';

const t = storageForTests();
let ann: StoragePerson;
let bucket: string;
beforeEach(async () => {
  ann = await t.person();
  bucket = await t.bucketOf(ann);
});

const from = () => ann.client.from(bucket);
const textOf = async (path: string, name = bucket) => (await ann.client.from(name).download(path)).data?.text();
const upload = async (...names: string[]) => {
  for (const name of names) expect((await from().upload(name, name)).error).toBeNull();
};
const noObject = { status: 404, statusCode: '404', code: 'NoSuchKey', message: 'Object not found' };
const duplicate = { statusCode: '409', message: 'The resource already exists' };
const filesOf = ({ id }: StoragePerson) => t.ctx.db.sql`select 1 from storage_files where user_id = ${id}`;

describe('list', () => {
  const names = async (...[path, options]: Parameters<ReturnType<typeof from>['list']>) =>
    (await from().list(path, options)).data?.map(({ name }) => name);

  test('lists one level: folders first with a null id, then objects with metadata', async () => {
    await upload(
      'b.txt',
      'a.txt',
      'pets/cat.txt',
      'pets/dog.txt',
      'pets/small/mouse.txt',
      'petshop.txt',
      'zoo/ape.txt',
    );
    const { data } = await from().list();
    expect(data?.map(({ name, id }) => [name, id !== null])).toEqual([
      ['pets', false],
      ['zoo', false],
      ['a.txt', true],
      ['b.txt', true],
      ['petshop.txt', true],
    ]);
    expect(data?.[0]).toEqual({
      name: 'pets',
      id: null,
      created_at: null,
      updated_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[2]?.metadata).toEqual({
      eTag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
      size: 5,
      mimetype: 'text/plain;charset=UTF-8',
      cacheControl: 'max-age=3600',
      lastModified: data?.[2]?.updated_at,
      contentLength: 5,
      httpStatusCode: 200,
    });
    for (const path of ['pets', 'pets/', '/pets']) expect(await names(path)).toEqual(['small', 'cat.txt', 'dog.txt']);
    expect(await names('pets/small')).toEqual(['mouse.txt']);
    expect(await names('pet')).toEqual([]);
    expect(await names('nothing/here')).toEqual([]);
  });

  test('returns 100 entries by default', async () => {
    await upload('file.txt');
    await t.ctx.db.sql`
      with files as (insert into storage_files (user_id, size, state)
        select user_id, 1, 'stored' from storage_objects, generate_series(1, 149) where user_id = ${ann.id} returning id)
      insert into storage_objects (user_id, bucket_id, name, file_id, size, etag, content_type, cache_control)
      select o.user_id, o.bucket_id, 'n' || lpad((row_number() over ())::text, 3, '0'), f.id, 1, 'e', 'a/b', 'no-cache'
      from storage_objects o, files f where o.user_id = ${ann.id}`;
    expect(await names()).toHaveLength(100);
    const answer = await t.ask(`/storage/v1/object/list/${bucket}`, { method: 'POST', token: ann.token, json: {} });
    expect(await answer.json()).toHaveLength(100);
    expect(await names('', { limit: 1_000_000 })).toHaveLength(150);
    expect(await names('', { limit: 2, offset: 100 })).toEqual(['n100', 'n101']);
    expect(await names('', { offset: 149 })).toEqual(['n149']);
    expect(await names('', { search: 'N14', limit: 2 })).toEqual(['n140', 'n141']);
  });

  test('sorts and searches', async () => {
    await upload('c.txt', 'a.txt', 'B.txt', '100%.txt', 'under_score.txt', 'zoo/x');
    expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'zoo',
      'under_score.txt',
      'c.txt',
      'a.txt',
      'B.txt',
      '100%.txt',
    ]);
    expect((await names('', { sortBy: { column: 'created_at', order: 'asc' } }))?.slice(1, 4)).toEqual([
      'c.txt',
      'a.txt',
      'B.txt',
    ]);
    await from().update('c.txt', 'new');
    expect((await names('', { sortBy: { column: 'updated_at', order: 'desc' } }))?.[1]).toBe('c.txt');
    expect(await names('', { search: 'b' })).toEqual(['B.txt']);
    expect(await names('', { search: '%' })).toEqual([]);
    expect(await names('', { search: 'underX' })).toEqual([]);
    expect(await names('', { search: 'ZO' })).toEqual(['zoo']);
  });

  test.each([
    { limit: 0 },
    { limit: 1.5 },
    { offset: -1 },
    { sortBy: { column: 'user_id' } },
    { sortBy: { column: 'name; drop table storage_objects' } },
    { sortBy: { order: 'up' } },
  ])('rejects %j', async (options) => {
    expect((await from().list('', options)).error).toMatchObject({ statusCode: '400', code: 'InvalidParameter' });
  });
});

describe('copy', () => {
  test('creates an independent object with the same metadata', async () => {
    await from().upload('a.png', Buffer.from('picture'), { contentType: 'image/png', metadata: { alt: 'A' } });
    const { data, error } = await from().copy('a.png', 'copies/b.png');
    expect([data, error]).toEqual([{ path: `${bucket}/copies/b.png` }, null]);
    await from().remove(['a.png']);
    expect(await textOf('copies/b.png')).toBe('picture');
    expect((await from().info('copies/b.png')).data).toMatchObject({
      contentType: 'image/png',
      metadata: { alt: 'A' },
    });
    const other = await t.bucketOf(ann);
    expect((await from().copy('copies/b.png', 'c.png', { destinationBucket: other })).error).toBeNull();
    expect(await textOf('c.png', other)).toBe('picture');
  });

  test('can override metadata', async () => {
    await from().upload('a.png', Buffer.from('x'), { contentType: 'image/png', metadata: { alt: 'A' } });
    const options = { copyMetadata: false, metadata: { mimetype: 'image/webp', cacheControl: 'max-age=5' } };
    expect((await from().copy('a.png', 'b.png', options)).error).toBeNull();
    expect((await from().info('b.png')).data).toMatchObject({
      contentType: 'image/webp',
      cacheControl: 'max-age=5',
      metadata: {},
    });
  });

  test('fails for a missing source and a taken or invalid name, leaving nothing behind', async () => {
    await upload('a.txt', 'b.txt');
    expect((await from().copy('missing', 'c.txt')).error).toMatchObject(noObject);
    expect((await from().copy('a.txt', 'b.txt')).error).toMatchObject(duplicate);
    expect((await from().copy('a.txt', '../c.txt')).error).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
    expect(await textOf('b.txt')).toBe('b.txt');
    expect(await filesOf(ann)).toHaveLength(2);
  });
});

describe('move', () => {
  test('changes name and bucket, keeping the id', async () => {
    await upload('a.txt');
    const { data: before } = await from().info('a.txt');
    expect((await from().move('a.txt', 'deep/b.txt')).data).toMatchObject({ message: 'Successfully moved' });
    expect((await from().download('a.txt')).error).toMatchObject(noObject);
    const other = await t.bucketOf(ann);
    await from().move('deep/b.txt', 'c.txt', { destinationBucket: other });
    expect(await textOf('c.txt', other)).toBe('a.txt');
    expect((await ann.client.from(other).info('c.txt')).data?.id).toBe(before?.id);
    expect(await filesOf(ann)).toHaveLength(1);
  });

  test('fails for a missing source and a taken or invalid name; one of two concurrent moves wins', async () => {
    await upload('a.txt', 'b.txt');
    expect((await from().move('missing', 'c.txt')).error).toMatchObject(noObject);
    expect((await from().move('a.txt', 'b.txt')).error).toMatchObject(duplicate);
    expect((await from().move('a.txt', 'b//c')).error).toMatchObject({ code: 'InvalidKey' });
    expect(await textOf('a.txt')).toBe('a.txt');
    const both = await Promise.all(['a.txt', 'b.txt'].map((name) => from().move(name, 'c.txt')));
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
    expect((await from().list()).data).toHaveLength(2);
  });
});

describe('remove', () => {
  test('returns the removed objects and leaves no files', async () => {
    await upload('a.txt', 'b.txt', 'c/d.txt');
    const { data } = await from().remove(['a.txt', 'c/d.txt', 'missing', 'c']);
    expect(data?.map(({ name, bucket_id }) => [name, bucket_id]).sort()).toEqual([
      ['a.txt', bucket],
      ['c/d.txt', bucket],
    ]);
    expect((await from().remove(['a.txt'])).data).toEqual([]);
    expect((await from().list()).data?.map(({ name }) => name)).toEqual(['b.txt']);
    expect(await filesOf(ann)).toHaveLength(1);
  });

  test('removes a single object by URL', async () => {
    await upload('a b.txt');
    const call = () => t.ask(`/storage/v1/object/${bucket}/a%20b.txt`, { method: 'DELETE', token: ann.token });
    expect(await (await call()).json()).toEqual({ message: 'Successfully deleted' });
    expect((await call()).status).toBe(404);
  });

  test('rejects too many names, and versions', async () => {
    const many = Array.from({ length: 1_001 }, (_, n) => `${n}`);
    expect((await from().remove(many)).error).toMatchObject({ statusCode: '400' });
    expect((await from().remove([{ path: 'a', versionId: 'b' }])).error).toMatchObject({ statusCode: '400' });
  });
});

describe('info and exists', () => {
  test('for an existing and a missing object', async () => {
    await upload('a.txt');
    expect((await from().info('a.txt')).data).toEqual({
      id: expect.any(String),
      version: expect.any(String),
      name: 'a.txt',
      bucketId: bucket,
      size: 5,
      contentType: 'text/plain;charset=UTF-8',
      contentEncoding: null,
      cacheControl: 'max-age=3600',
      etag: expect.any(String),
      metadata: {},
      lastModified: expect.any(String),
      createdAt: expect.any(String),
    });
    expect(await from().exists('a.txt')).toEqual({ data: true, error: null });
    expect(await from().exists('b.txt')).toMatchObject({ data: false, error: noObject });
    const head = (name: string) => t.ask(`/storage/v1/object/${bucket}/${name}`, { method: 'HEAD', token: ann.token });
    expect([(await head('a.txt')).status, (await head('b.txt')).status]).toEqual([200, 404]);
  });
});
