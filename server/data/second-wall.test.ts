// The second wall: what the database itself allows a web request, if the queries of the data service (the first wall) name the
// wrong user or none.
import { type Compilable, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createBacklinks, createCampaign, createContacts, createSearchResults, createUser } from '../test/build.ts';
import { databaseForTests } from '../test/database.ts';

const db = databaseForTests();
let ann: string;
let ben: string;
beforeAll(async () => {
  [ann, ben] = [await createUserWithRows(), await createUserWithRows()];
});

async function createUserWithRows(): Promise<string> {
  const userId = await createUser(db, { backlink: 5, email: 5 });
  const campaignId = await createCampaign(db, userId);
  await createSearchResults(db, { userId, campaignId });
  const [backlinkId = ''] = await createBacklinks(db, { userId, campaignId });
  await createContacts(db, { userId, campaignId, backlinkId });
  await db.sql`
    with bucket as (insert into storage_buckets (user_id, name) values (${userId}, 'bucket') returning id),
    file as (insert into storage_files (user_id, size, state) values (${userId}, 1, 'stored') returning id)
    insert into storage_objects (user_id, bucket_id, file_id, name, size, etag, content_type, cache_control)
    select ${userId}, bucket.id, file.id, 'object', 1, '"e"', 'text/plain', 'no-cache' from bucket, file`;
  return userId;
}

const owners = {
  profiles: 'id',
  credit_entries: 'user_id',
  requests: 'user_id',
  search_results: 'user_id',
  backlinks: 'user_id',
  contacts: 'user_id',
  storage_buckets: 'user_id',
  storage_objects: 'user_id',
} as const;
type Table = keyof typeof owners;
const tables = Object.keys(owners) as Table[];
const flagged = ['search_results', 'backlinks', 'contacts'] as const;

const statement = (text: string): Compilable<Record<string, unknown>> => ({
  compile: () => sql<Record<string, unknown>>`${sql.raw(text)}`.compile(db.kysely),
});
const asAnn = (text: string) => db.asUser(ann, statement(text));

describe.each(tables)('%s', (table) => {
  test("without a condition, and with another user's: only own rows", async () => {
    const { rows } = await asAnn(`select ${owners[table]} as owner from ${table}`);
    expect(new Set(rows.map(({ owner }) => owner))).toEqual(new Set([ann]));
    expect((await asAnn(`select 1 from ${table} where ${owners[table]} = '${ben}'`)).rows).toEqual([]);
    expect((await asAnn(`select count(*) from ${table} where ${owners[table]} <> '${ann}'`)).rows).toEqual([
      { count: 0 },
    ]);
  });

  test('inserts and deletes are refused', async () => {
    await expect(asAnn(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    await expect(asAnn(`insert into ${table} default values`)).rejects.toThrow(/permission denied/);
    await expect(asAnn(`truncate ${table} cascade`)).rejects.toThrow(/permission denied/);
  });

  test('the owner cannot be changed', async () => {
    await expect(asAnn(`update ${table} set ${owners[table]} = '${ben}'`)).rejects.toThrow(/permission denied/);
  });
});

describe.each(flagged)('keep of %s', (table) => {
  test('can be set only on own rows, whatever the statement names', async () => {
    const { rows } = await asAnn(`update ${table} set keep = not keep returning user_id`);
    expect(rows).toEqual([{ user_id: ann }]);
    const bens = await asAnn(`update ${table} set keep = not keep where user_id = '${ben}' returning user_id`);
    expect(bens.rows).toEqual([]);
    const kept = await db.kysely.selectFrom(table).select('keep').where('user_id', '=', ben).execute();
    expect(kept).toEqual([{ keep: false }]);
  });

  test('another user’s row cannot be locked', async () => {
    expect((await asAnn(`select 1 from ${table} where user_id = '${ben}' for update`)).rows).toEqual([]);
  });
});

test('of all tables, a web request may change only decisions, notes, and the mark of a bulk change', async () => {
  const rights = await db.sql<{ right: string }[]>`
    select concat_ws(' ', lower(privilege_type), table_name, column_name) as "right"
    from information_schema.column_privileges where grantee = 'zeus_web' and privilege_type <> 'SELECT'
    union select concat_ws(' ', lower(privilege_type), table_name)
    from information_schema.table_privileges where grantee = 'zeus_web' and privilege_type <> 'SELECT'`;
  expect(rights.map(({ right }) => right).sort()).toEqual([
    'update backlinks bulk_change',
    'update backlinks keep',
    'update backlinks note',
    'update backlinks removal_reason',
    'update backlinks screened',
    'update backlinks tags',
    'update contacts bulk_change',
    'update contacts keep',
    'update search_results bulk_change',
    'update search_results keep',
  ]);
});

test('accounts, sessions, jobs and the link index are invisible to a web request', async () => {
  for (const table of [
    'auth.users',
    'auth.sessions',
    'auth.refresh_tokens',
    'jobs',
    'dead_letters',
    'index_pages',
    'index_captures',
    'index_crawled_links',
    'storage_files',
  ]) {
    await expect(asAnn(`select 1 from ${table}`)).rejects.toThrow(/permission denied|does not exist/);
  }
});

test("every table a web request may read is limited to its user's rows", async () => {
  const open = await db.sql`
    select distinct table_name from information_schema.column_privileges p
    join pg_class c on c.oid = format('%I.%I', p.table_schema, p.table_name)::regclass
    where p.grantee = 'zeus_web' and not c.relrowsecurity`;
  expect(open).toEqual([]);
});
