import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRenderedFindings } from '../engine/finding/rendered/rendered-findings.store.ts';
import type { RenderedFindings } from '../engine/finding/rendered/rendered-findings.ts';
import { appForTests } from '../test/app.ts';
import { cleanUp, cleanUpPicturesJob } from './clean-up.job.ts';
import { readPicture, storePicture } from './picture-files.ts';
import { settleScreenshot } from './screenshots/settle-screenshot.ts';

const zeus = appForTests();

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

test('removes a picture whose page was never settled, but not right away, and keeps one that a row names', async () => {
  const { ctx } = zeus;
  const lost = await storePicture(ctx, new Uint8Array([1]), 'webp');
  const used = await storePicture(ctx, new Uint8Array([2]), 'webp');
  await ctx.db
    .sql`insert into screenshots (url, state, file, small_file) values ('https://used.example/', 'ready', ${used}, ${used})`;
  await cleanUp(ctx);
  expect(await readPicture(ctx, lost)).not.toBeNull();
  await cleanUp(ctx, 0);
  expect(await readPicture(ctx, lost)).toBeNull();
  expect(await readPicture(ctx, used)).not.toBeNull();
  expect(await ctx.db.sql`select from picture_leftovers`).toEqual([]);
  await ctx.db.sql`delete from screenshots`;
});

test('what was found on a page is replaced when it is captured again, and removed after a month or with its screenshot', async () => {
  const { ctx } = zeus;
  const { sql, kysely } = ctx.db;
  const url = 'https://drawn.example/story';
  const [claim] = await sql<{ id: number }[]>`insert into screenshots (url) values (${url}) returning id`;
  const capture = (findings?: RenderedFindings | null) =>
    settleScreenshot(
      ctx,
      { id: claim?.id ?? 0, url, attempts: 0 },
      { state: 'failed', reason: 'blocked' },
      { checks: [], pageCheck: null, ...(findings === undefined ? {} : { findings }) },
    );
  const by = (name: string) => ({ url, authors: [{ name, evidence: [] }], people: [], addresses: [], links: [] });
  const author = async () => (await readRenderedFindings(kysely, `${url}#top`))?.authors[0]?.name;

  await capture(by('Ann\0 Archer'));
  expect(await author()).toBe('Ann Archer');
  await capture(by('Ben Baker'));
  // The page could not be read this time.
  await capture();
  expect(await author()).toBe('Ben Baker');
  await capture(null);
  expect(await author()).toBeUndefined();

  await capture(by('Cleo Cooper'));
  await cleanUp(ctx);
  expect(await author()).toBe('Cleo Cooper');
  await sql`update rendered_findings set found_at = now() - interval '31 days'`;
  await cleanUp(ctx);
  expect(await sql`select from rendered_findings`).toHaveLength(0);

  await capture(by('Dora Draper'));
  await sql`delete from screenshots`;
  expect(await sql`select from rendered_findings`).toHaveLength(0);
});
