// Lists that were made before each release had a partition of them (migration 0086).
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../platform/database/migrate.ts';
import { createEmptyDatabase } from '../../../test/database.ts';

test('move to the partition of their release, or to that of restored backups', async () => {
  const db = await createEmptyDatabase();
  try {
    const all = await readMigrations();
    const place = all.findIndex(({ name }) => name === 'partitions_of_lists');
    await migrate(db, all.slice(0, place));
    // One that has lists, and one that is being loaded.
    await db.sql`select index_open_pages(4), index_open_pages(5)`;
    await db.sql`
      insert into index_sample_lists
      select release, true, 1, part, 90, 80, false, '[]' from unnest(array[3, 4]) release, generate_series(0, 1) part`;
    await migrate(db);
    const lists = await db.sql`
      select release_id as release, tableoid::regclass::text as partition, count(*)::int as rows
      from index_sample_lists group by 1, 2 order by 1`;
    expect(lists).toEqual([
      { release: 3, partition: 'index_sample_lists_restored', rows: 2 },
      { release: 4, partition: 'index_sample_lists_4', rows: 2 },
    ]);
    for (const release of [3, 4, 5]) await db.sql`select index_drop_pages(${release})`;
    expect(await db.sql`select from index_sample_lists`).toEqual([]);
    expect(await db.sql`select from pg_class where relname ~ '^index_sample_[a-z]+_\\d+$'`).toEqual([]);
  } finally {
    await db.drop();
  }
});
