import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { cleanUpPicturesJob } from './clean-up.job.ts';

let zeus: TestApp;
beforeAll(async () => {
  zeus = await createTestApp();
});
afterAll(() => zeus.close());

test('removes a picture whose writer died, and keeps a complete one', async () => {
  const { ctx } = zeus;
  if (ctx.config.storage.kind !== 'disk') throw new Error('this test is about files on disk');
  const pictures = join(ctx.config.storage.folder, 'pictures', 'ab');
  await mkdir(pictures, { recursive: true });
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  for (const name of ['abcd.webp', 'abcd.webp.1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed.part']) {
    await writeFile(join(pictures, name), 'x');
    await utimes(join(pictures, name), twoDaysAgo, twoDaysAgo);
  }
  await cleanUpPicturesJob(ctx).run({}, { log: ctx.log, signal: new AbortController().signal, attempt: 1 });
  expect(await readdir(pictures)).toEqual(['abcd.webp']);
});
