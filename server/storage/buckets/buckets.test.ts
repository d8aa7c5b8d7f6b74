import { beforeEach, describe, expect, test } from 'vitest';
import { type StoragePerson, storageForTests } from '../../test/storage.ts';
import { maxBuckets } from '../limits.ts';

const t = storageForTests();
let ann: StoragePerson;
let ben: StoragePerson;
beforeEach(async () => {
  [ann, ben] = [await t.person(), await t.person()];
});

const notFound = { status: 404, statusCode: '404', code: 'NoSuchBucket', message: 'Bucket not found' };

describe('refusals', () => {
  test('another user’s bucket does not exist, and is not changed', async () => {
    const name = await t.bucketOf(ann);
    await ann.client.from(name).upload('a.txt', 'a');
    const { client } = ben;
    const from = client.from(name);
    const own = await t.bucketOf(ben);
    await client.from(own).upload('b.txt', 'b');
    const answers = [
      await client.getBucket(name),
      await client.updateBucket(name, { public: true }),
      await client.emptyBucket(name),
      await client.deleteBucket(name),
      await from.upload('a.txt', 'x', { upsert: true }),
      await from.update('a.txt', 'x'),
      await from.download('a.txt'),
      await from.info('a.txt'),
      await from.list(),
      await from.remove(['a.txt']),
      await from.copy('a.txt', 'b.txt'),
      await from.copy('a.txt', 'stolen.txt', { destinationBucket: own }),
      await from.move('a.txt', 'stolen.txt', { destinationBucket: own }),
      await client.from(own).move('b.txt', 'b.txt', { destinationBucket: name }),
      await client.from(own).copy('b.txt', 'b.txt', { destinationBucket: name }),
      await from.createSignedUrl('a.txt', 60),
      await from.createSignedUrls(['a.txt'], 60),
      await from.createSignedUploadUrl('c.txt'),
    ];
    for (const { data, error } of answers) {
      expect(data).toBeNull();
      expect(error).toMatchObject(notFound);
    }
    expect((await client.listBuckets()).data?.map(({ id }) => id)).toEqual([own]);
    expect((await ann.client.from(name).list()).data).toHaveLength(1);
    expect(await (await ann.client.from(name).download('a.txt')).data?.text()).toBe('a');
    expect((await ann.client.getBucket(name)).data?.public).toBe(false);
  });

  test.each([
    '',
    '..',
    ' padded',
    'padded ',
    'a/b',
    'a\\b',
    'a\0b',
    'ümlaut',
    'public',
    'Sign',
    'list',
    'x'.repeat(101),
  ])('the name %j', async (name) => {
    const { error } = await ann.client.createBucket(name);
    expect(error).toMatchObject({ statusCode: '400', code: 'InvalidBucketName', message: 'Bucket name invalid' });
  });

  test.each([
    [{ fileSizeLimit: 'much' }, 'InvalidRequest', '400'],
    [{ fileSizeLimit: '51gb' }, 'EntityTooLarge', '413'],
    [{ fileSizeLimit: -1 }, 'InvalidRequest', '400'],
    [{ allowedMimeTypes: ['png'] }, 'InvalidParameter', '400'],
    [{ type: 'ANALYTICS' }, 'FeatureNotEnabled', '400'],
    [{ versioningStatus: 'ENABLED' as const }, 'FeatureNotEnabled', '400'],
  ])('the options %j', async (options, code, statusCode) => {
    const { error } = await ann.client.createBucket('x', { public: false, ...options });
    expect(error).toMatchObject({ code, statusCode });
  });

  test('a name the user already has; other users can have it too', async () => {
    expect((await ann.client.createBucket('notes')).error).toBeNull();
    expect((await ben.client.createBucket('notes')).error).toBeNull();
    const { error } = await ann.client.createBucket('notes');
    expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
  });

  test('a public name that another public bucket already has', async () => {
    const name = await t.bucketOf(ann, { public: true });
    expect((await ben.client.createBucket(name, { public: true })).error).toMatchObject({ statusCode: '409' });
    expect((await ben.client.createBucket(name)).error).toBeNull();
    expect((await ben.client.updateBucket(name, { public: true })).error).toMatchObject({ statusCode: '409' });
    expect((await ben.client.getBucket(name)).data?.public).toBe(false);
  });

  test('too many buckets', async () => {
    await t.ctx.db.sql`insert into storage_buckets (user_id, name)
      select ${ann.id}, 'b' || n from generate_series(1, ${maxBuckets - 1}::int) n`;
    const made = await Promise.all(['one', 'two'].map((name) => ann.client.createBucket(name)));
    expect(made.filter(({ error }) => error === null)).toHaveLength(1);
    expect(made.find(({ error }) => error)?.error?.message).toBe('One account can have 100 buckets');
  });
});

test('create, read, partially update and list', async () => {
  const options = { public: true, fileSizeLimit: '2MB', allowedMimeTypes: ['image/*'] };
  const name = `Album (${ann.id})`;
  expect(await ann.client.createBucket(name, options)).toEqual({ data: { name }, error: null });
  const { data } = await ann.client.getBucket(name);
  const stored = { file_size_limit: 2_000_000, allowed_mime_types: ['image/*'] };
  expect(data).toMatchObject({ id: name, name, owner: ann.id, public: true, type: 'STANDARD', ...stored });
  expect(new Date(data?.created_at ?? '').getTime()).toBeGreaterThan(0);

  const changed = await ann.client.updateBucket(name, { public: false });
  expect(changed).toEqual({ data: { message: 'Successfully updated' }, error: null });
  expect((await ann.client.getBucket(name)).data).toMatchObject({ public: false, ...stored });
  await ann.client.updateBucket(name, { public: false, fileSizeLimit: null, allowedMimeTypes: null });
  expect((await ann.client.getBucket(name)).data).toMatchObject({ file_size_limit: null, allowed_mime_types: null });

  await ann.client.createBucket('zebra');
  const names = async (query?: object) => (await ann.client.listBuckets(query)).data?.map(({ id }) => id);
  expect(await names()).toEqual([name, 'zebra']);
  expect(await names({ sortColumn: 'name', sortOrder: 'desc', limit: 1 })).toEqual(['zebra']);
  expect(await names({ limit: 1, offset: 1 })).toEqual(['zebra']);
  expect(await names({ search: 'ALBUM' })).toEqual([name]);
});

test('a bucket is deleted only when empty; emptying it removes the files', async () => {
  const name = await t.bucketOf(ann);
  await ann.client.from(name).upload('a.txt', 'a');
  await ann.client.from(name).upload('b/c.txt', 'c');
  const refused = await ann.client.deleteBucket(name);
  expect(refused.error).toMatchObject({ statusCode: '409', message: 'The bucket you tried to delete is not empty' });
  expect((await ann.client.from(name).list()).data).toHaveLength(2);
  expect((await ann.client.emptyBucket(name)).data).toEqual({ message: 'Successfully emptied' });
  expect((await ann.client.emptyBucket(name)).error).toBeNull();
  expect(await t.ctx.db.sql`select 1 from storage_files where user_id = ${ann.id}`).toEqual([]);
  expect((await ann.client.deleteBucket(name)).data).toEqual({ message: 'Successfully deleted' });
  expect((await ann.client.deleteBucket(name)).error).toMatchObject(notFound);
});
