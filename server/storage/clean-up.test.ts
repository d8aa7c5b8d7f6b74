import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { removeUser } from '../auth/account/delete-account.ts';
import { authOf } from '../auth/auth.ts';
import { waitFor } from '../test/auth.ts';
import { type StoragePerson, storageForTests } from '../test/storage.ts';
import { cleanUpStorageJob } from './clean-up.job.ts';
import { reserveFile } from './files/reserve-file.ts';

const t = storageForTests();
let ann: StoragePerson;
let bucket: string;
beforeEach(async () => {
  await t.ctx.db.sql`delete from storage_objects`;
  await cleanUp();
  await t.ctx.db.sql`delete from storage_files`;
  ann = await t.person();
  bucket = await t.bucketOf(ann);
});

const cleanUp = () =>
  cleanUpStorageJob(t.ctx).run({}, { log: t.ctx.log, signal: new AbortController().signal, attempt: 1 });

/** The files actually in the store. */
async function stored(): Promise<string[]> {
  if (t.ctx.config.storage.kind !== 'disk') throw new Error('this test is about files on disk');
  const entries = await readdir(join(t.ctx.config.storage.folder, 'objects'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('deleting an account deletes its buckets, objects and files, and no others', async () => {
  const ben = await t.person();
  const other = await t.bucketOf(ben);
  await ben.client.from(other).upload('b.txt', 'b');
  for (const name of ['a.txt', 'deep/a.txt']) await ann.client.from(bucket).upload(name, 'a');
  const url = (await ann.client.from(bucket).createSignedUrl('a.txt', 60)).data?.signedUrl ?? '';

  expect(await removeUser(authOf(t.ctx), ann.id)).toBe(true);
  expect(await t.ctx.db.sql`select name from storage_objects`).toEqual([{ name: 'b.txt' }]);
  expect(await t.ctx.db.sql`select 1 from storage_buckets where user_id = ${ann.id}`).toEqual([]);
  expect((await fetch(url)).status).toBe(404);
  await cleanUp();
  expect(await stored()).toHaveLength(1);
  await cleanUp();
  expect(await t.files()).toEqual([{ state: 'stored', size: 1 }]);
  expect(await (await ben.client.from(other).download('b.txt')).data?.text()).toBe('b');
});

test('the file and row of an upload whose process died are removed after an hour', async () => {
  const { id } = await reserveFile(t.ctx, { userId: ann.id, least: 0, most: 100 });
  await t.ctx.storage.put(`objects/${id.slice(-2)}/${id}`, 'half of i');
  await cleanUp();
  expect(await t.files()).toEqual([{ state: 'writing', size: 100 }]);
  await t.ctx.db.sql`update storage_files set created_at = now() - interval '61 minutes' where id = ${id}`;
  await cleanUp();
  expect([await t.files(), await stored()]).toEqual([[], []]);
});

test('a file that could not be removed is removed later, and counts until then', async () => {
  await ann.client.from(bucket).upload('a.txt', 'a');
  const { storage } = t.ctx;
  const remove = storage.delete.bind(storage);
  storage.delete = () => Promise.reject(new Error('the store is away'));
  try {
    expect((await ann.client.from(bucket).remove(['a.txt'])).error).toBeNull();
    expect(await t.files()).toEqual([{ state: 'removing', size: 1 }]);
    await expect(cleanUp()).rejects.toThrow('the store is away');
    expect(await t.files()).toHaveLength(1);
  } finally {
    storage.delete = remove;
  }
  await cleanUp();
  expect([await t.files(), await stored()]).toEqual([[], []]);
});

test('the job finishes emptying a large bucket', async () => {
  await ann.client.from(bucket).upload('a.txt', 'a');
  await t.ctx.db.sql`
    with files as (insert into storage_files (user_id, size, state)
      select ${ann.id}, 1, 'stored' from generate_series(1, 600) returning id)
    insert into storage_objects (user_id, bucket_id, name, file_id, size, etag, content_type, cache_control)
    select o.user_id, o.bucket_id, f.id::text, f.id, 1, 'e', 'a/b', 'no-cache' from storage_objects o, files f`;
  expect((await ann.client.emptyBucket(bucket)).error).toBeNull();
  expect((await ann.client.from(bucket).list()).data).toEqual([]);
  expect(await t.files()).toHaveLength(401);
  expect(await t.ctx.db.sql`select 1 from jobs where name = 'storage.clean-up' and due_at <= now()`).toHaveLength(1);
  await cleanUp();
  expect([await t.files(), await stored()]).toEqual([[], []]);
});

test('an upload leaves nothing if the account is deleted meanwhile', async () => {
  const more = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(Buffer.from('first'));
      await more.promise;
      controller.enqueue(Buffer.from('second'));
      controller.close();
    },
  });
  const sending = ann.client.from(bucket).upload('a.txt', body);
  await waitFor(async () => (await t.files()).length > 0);
  await removeUser(authOf(t.ctx), ann.id);
  more.resolve();
  expect((await sending).error).toMatchObject({ statusCode: '400' });
  await cleanUp();
  expect([await t.files(), await stored()]).toEqual([[], []]);
});
