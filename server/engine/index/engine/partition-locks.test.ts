// What beginning and dropping a release needs of the others, which are being read, loaded or backed up meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { during, hasTable } from '../test/partition-tests.ts';
import { dropPartitions, openPartitions } from './partitions.ts';
import { postgresEngine } from './postgres-engine.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

async function newRelease(name: string): Promise<number> {
  const [row] = await db.sql<{ id: number }[]>`
    insert into index_releases (kind, name, wanted, crawl_files) values ('pages', ${name}, 1, 1) returning id`;
  return row?.id ?? 0;
}

const hasPartitions = (release: number) => hasTable(db, `index_sample_links_${release}`);

test('a release begins while files of another are being written', async () => {
  const release = await newRelease('CC-MAIN-1');
  // As writing does. It also locks the partition of its release.
  const writing = 'lock table only index_sample_pages, only index_sample_links in row exclusive mode';
  await during(db, writing, () => postgresEngine(db).beginRelease(release));
  await postgresEngine(db).beginRelease(release);
  expect(await hasPartitions(release)).toBe(true);
});

const backup = 'lock table index_sample_pages, index_sample_links in access share mode';
const briefly = { attempts: 3, waitMs: 50, pauseMs: 10 };

test.each([
  ['dropped', dropPartitions],
  ['begun', openPartitions],
])('a release is not %s during a backup, and nobody waits behind it for long', async (what, change) => {
  const engine = postgresEngine(db);
  const release = await newRelease(what);
  if (what === 'dropped') await engine.beginRelease(release);
  await during(db, backup, async () => {
    const changing = change(db.address, release, briefly);
    changing.catch(() => {});
    expect(await engine.backlinksOf({ urls: ['https://target.example/'] }, { limit: 1 })).toEqual([]);
    await expect(changing).rejects.toThrow('Run the same command again once that is done.');
  });
  expect(await hasPartitions(release)).toBe(what === 'dropped');
  await engine.beginRelease(release);
  expect(await hasPartitions(release)).toBe(true);
  await engine.drop(release);
  expect(await hasPartitions(release)).toBe(false);
});
