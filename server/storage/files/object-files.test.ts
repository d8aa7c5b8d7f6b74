// Uploads, downloads and copies with files in S3.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestS3, type TestS3 } from '../../test/s3.ts';
import { createTestStorage, type TestStorage } from '../../test/storage.ts';

let s3: TestS3;
let t: TestStorage;

beforeAll(async () => {
  s3 = await startTestS3();
  const { bucket, endpoint = '', accessKeyId, secretAccessKey } = s3.settings;
  t = await createTestStorage({
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
});
afterAll(async () => {
  await t.close();
  await s3.stop();
});

test('upload, download, copy, replace and remove', async () => {
  const ann = await t.person();
  const from = ann.client.from(await t.bucketOf(ann));
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 251));
  expect((await from.upload('raw', bytes)).error).toBeNull();
  expect((await from.upload('form', new Blob([bytes]))).error).toBeNull();
  expect((await from.upload('stream', new Blob([bytes]).stream())).error).toBeNull();
  expect((await from.upload('empty', new Blob([]))).error).toBeNull();
  for (const name of ['raw', 'form', 'stream']) {
    const { data } = await from.download(name);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
  }
  expect((await from.download('empty')).data?.size).toBe(0);
  expect((await from.copy('raw', 'copy')).error).toBeNull();
  expect((await from.update('raw', 'short')).error).toBeNull();
  expect((await from.download('copy')).data?.size).toBe(200_000);
  expect(await s3.keys()).toHaveLength(5);
  await from.remove(['raw', 'form', 'stream', 'copy', 'empty']);
  expect(await s3.keys()).toEqual([]);
});
