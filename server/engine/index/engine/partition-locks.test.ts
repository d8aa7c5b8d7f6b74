// What beginning and dropping a release needs of the others, which are being read, loaded or backed up meanwhile.
import { describe, expect, test } from 'vitest';
import { databaseForTests } from '../../../test/database.ts';
import { dropRanks, findRanks, openRanks } from '../common-crawl/ranks/ranks.store.ts';
import { dropPartitions, openPartitions } from './partitions.ts';
import { postgresReader } from './postgres-engine.ts';

const db = databaseForTests();

/** Runs `work` during another transaction that begins with `statement`. */
async function during(statement: string, work: () => Promise<void>): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const pages = {
  tables: ['index_sample_pages', 'index_sample_links', 'index_sample_lists'],
  ...{ open: openPartitions, drop: dropPartitions },
  read: () => postgresReader(db).backlinksOf({ urls: ['https://target.example/'] }, { limit: 1 }),
};
const ranks = {
  tables: ['index_domain_ranks'],
  ...{ open: openRanks, drop: dropRanks },
  read: () => findRanks(db.kysely, ['a.example']),
};
const briefly = { attempts: 3, waitMs: 50, pauseMs: 10 };

describe.each(Object.entries({ pages, ranks }))('a release of %s', (kind, { tables, open, drop, read }) => {
  async function newRelease(name: string): Promise<number> {
    const files = kind === 'pages' ? 1 : null;
    const [row] = await db.sql<{ id: number }[]>`
      insert into index_releases (kind, name, domains, wanted, crawl_files)
      values (${kind}, ${name}, ${kind === 'ranks' ? 9 : null}, 1, ${files}) returning id`;
    return row?.id ?? 0;
  }
  /** Throws if only some of the partitions are there. */
  async function isOpen(release: number): Promise<boolean> {
    const names = tables.map((table) => `${table}_${release}`);
    const found = await db.sql`select from pg_class where relname = any(${names})`;
    expect([0, tables.length]).toContain(found.length);
    return found.length > 0;
  }

  test('begins while another is being written', async () => {
    const release = await newRelease('begins');
    // As writing does. It also locks the partition of its release.
    const writing = `lock table ${tables.map((table) => `only ${table}`).join()} in row exclusive mode`;
    await during(writing, () => open(db.address, release));
    await open(db.address, release);
    expect(await isOpen(release)).toBe(true);
  });

  test.each([
    ['dropped', drop],
    ['begun', open],
  ])('is not %s during a backup, and nobody waits behind it for long', async (what, change) => {
    const release = await newRelease(what);
    if (what === 'dropped') await open(db.address, release);
    await during(`lock table ${tables.join()} in access share mode`, async () => {
      const changing = change(db.address, release, briefly);
      changing.catch(() => {});
      expect(await read()).toEqual([]);
      await expect(changing).rejects.toThrow('Run the same command again once that is done.');
    });
    expect(await isOpen(release)).toBe(what === 'dropped');
    await change(db.address, release);
    expect(await isOpen(release)).toBe(what === 'begun');
  });
});

test('a release is not dropped while another is being published, and searches do not wait behind it', async () => {
  const [row] = await db.sql<{ id: number }[]>`
    insert into index_releases (kind, name, wanted, crawl_files) values ('pages', 'old', 1, 1) returning id`;
  const release = row?.id ?? 0;
  await openPartitions(db.address, release);
  let dropping = Promise.resolve();
  // As making lists does.
  await during('lock table only index_sample_lists in row exclusive mode', async () => {
    dropping = dropPartitions(db.address, release, { attempts: 1, waitMs: 60_000, pauseMs: 0 });
    const waiting = () => db.sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'zeus index' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(1);
    expect(await postgresReader(db).capturesOf(['https://target.example/'])).toEqual(new Map());
  });
  await dropping;
  expect(await db.sql`select to_regclass(${`index_sample_links_${release}`}) as links`).toEqual([{ links: null }]);
});
