// What beginning and dropping a release needs of the others, which are being read, loaded or backed up meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { during, hasTable } from '../../test/partition-tests.ts';
import { openRelease } from '../releases/releases.store.ts';
import { dropRanks, findRanks, openRanks } from './ranks.store.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db?.drop());

async function newRelease(name: string): Promise<number> {
  return (await openRelease(db.kysely, { kind: 'ranks', name, domains: 9, wanted: 9 })).id;
}

const hasPartition = (release: number) => hasTable(db, `index_domain_ranks_${release}`);

test('a release begins while ranks of another are being written', async () => {
  const release = await newRelease('begins');
  // As writing does. It also locks the partition of its release.
  const writing = 'lock table only index_domain_ranks in row exclusive mode';
  await during(db, writing, () => openRanks(db.address, release));
  await openRanks(db.address, release);
  expect(await hasPartition(release)).toBe(true);
});

const briefly = { attempts: 3, waitMs: 50, pauseMs: 10 };

test.each([
  ['begun', openRanks],
  ['dropped', dropRanks],
])('a release is not %s during a backup, and nobody waits behind it for long', async (what, change) => {
  const release = await newRelease(what);
  if (what === 'dropped') await openRanks(db.address, release);
  await during(db, 'lock table index_domain_ranks in access share mode', async () => {
    const changing = change(db.address, release, briefly);
    changing.catch(() => {});
    expect(await findRanks(db.kysely, ['a.example'])).toEqual([]);
    await expect(changing).rejects.toThrow('Run the same command again once that is done.');
  });
  expect(await hasPartition(release)).toBe(what === 'dropped');
  await change(db.address, release);
  expect(await hasPartition(release)).toBe(what === 'begun');
});
