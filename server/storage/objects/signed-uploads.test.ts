import { StorageClient } from '@supabase/storage-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StoragePerson, storageForTests } from '../../test/storage.ts';

const t = storageForTests();
let ann: StoragePerson;
let bucket: string;
beforeAll(async () => {
  ann = await t.person();
  bucket = await t.bucketOf(ann);
});

const from = () => ann.client.from(bucket);
const textOf = async (path: string) => (await from().download(path)).data?.text();

describe('a signed upload URL', () => {
  test('works once, without an access token', async () => {
    const { data } = await from().createSignedUploadUrl('in box/a.txt');
    const stranger = new StorageClient(t.url).from(bucket);
    const { path, token } = data ?? { path: '', token: '' };
    expect((await stranger.uploadToSignedUrl(path, token, 'hello')).error).toBeNull();
    expect(await textOf('in box/a.txt')).toBe('hello');
    const again = await stranger.uploadToSignedUrl(path, token, 'other');
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    expect((await from().createSignedUploadUrl(path)).error).toMatchObject({ statusCode: '409' });
    const upsert = await from().createSignedUploadUrl(path, { upsert: true });
    expect((await stranger.uploadToSignedUrl(path, upsert.data?.token ?? '', new Blob(['xxx']))).error).toBeNull();
    expect(await textOf(path)).toBe('xxx');
  });

  test('is valid only for its name and purpose', async () => {
    const { data } = await from().createSignedUploadUrl('a.txt');
    const token = data?.token ?? '';
    const stranger = new StorageClient(t.url);
    const refused = { statusCode: '400', code: 'InvalidSignature' };
    const other = await t.bucketOf(ann);
    expect((await stranger.from(bucket).uploadToSignedUrl('b.txt', token, 'x')).error).toMatchObject(refused);
    expect((await stranger.from(other).uploadToSignedUrl('a.txt', token, 'x')).error).toMatchObject(refused);
    expect((await stranger.from(bucket).uploadToSignedUrl('a.txt', `${token}x`, 'x')).error).toMatchObject(refused);
    await from().upload('a.txt', 'x');
    expect((await fetch(`${t.url}/object/sign/${bucket}/a.txt?token=${token}`)).status).toBe(400);
    const url = (await from().createSignedUrl('a.txt', 60)).data?.signedUrl ?? '';
    const toRead = new URL(url).searchParams.get('token') ?? '';
    expect((await stranger.from(bucket).uploadToSignedUrl('a.txt', toRead, 'x')).error).toMatchObject(refused);
  });
});
