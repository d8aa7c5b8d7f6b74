// What the tables themselves refuse, whatever the code above them does.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readMigrations } from '../server/platform/database/migrate.ts';
import { createBacklinks, createCampaign, createContacts, createUser } from '../server/test/build.ts';
import { databaseForTests } from '../server/test/database.ts';

const db = databaseForTests();

const spend = (user_id: string, reason: string, delta = -1) =>
  db.kysely.insertInto('credit_entries').values({ user_id, kind: 'email', delta, reason }).execute();
const balanceOf = (id: string) =>
  db.kysely.selectFrom('profiles').select(['credits', 'email_credits']).where('id', '=', id).executeTakeFirst();

describe('credits', () => {
  test('the balance is the sum of the entries, by kind', async () => {
    const user = await createUser(db, { backlink: 100, email: 25 });
    await spend(user, 'contact:1');
    expect(await balanceOf(user)).toEqual({ credits: 100, email_credits: 24 });
  });

  test('the same reason is entered once', async () => {
    const user = await createUser(db, { email: 5 });
    await spend(user, 'contact:1');
    await expect(spend(user, 'contact:1')).rejects.toThrow(/duplicate key/);
    expect((await balanceOf(user))?.email_credits).toBe(4);
  });

  test('200 spends at once on a balance of 50: exactly 50 succeed', async () => {
    const user = await createUser(db, { email: 50 });
    const results = await Promise.allSettled(Array.from({ length: 200 }, (_, i) => spend(user, `contact:${i}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect((await balanceOf(user))?.email_credits).toBe(0);
  });

  test('neither an entry nor a balance can be changed directly', async () => {
    const user = await createUser(db, { email: 5 });
    const entries = db.kysely.updateTable('credit_entries').set({ delta: 500 }).where('user_id', '=', user);
    await expect(entries.execute()).rejects.toThrow(/UPDATE of credit_entries is not allowed/);
    const removal = db.kysely.deleteFrom('credit_entries').where('user_id', '=', user);
    await expect(removal.execute()).rejects.toThrow(/DELETE of credit_entries is not allowed/);
    const balance = db.kysely.updateTable('profiles').set({ email_credits: 500 }).where('id', '=', user);
    await expect(balance.execute()).rejects.toThrow(/UPDATE of profiles is not allowed/);
    expect((await balanceOf(user))?.email_credits).toBe(5);
  });

  test('a deleted account takes its entries with it', async () => {
    const user = await createUser(db, { email: 5 });
    await db.kysely.deleteFrom('auth.users').where('id', '=', user).execute();
    expect(await balanceOf(user)).toBeUndefined();
    expect(await db.kysely.selectFrom('credit_entries').selectAll().where('user_id', '=', user).execute()).toEqual([]);
  });
});

describe('campaigns', () => {
  const campaign = { keyword: 'golf', type: 'Guest Posts', status: 'Waiting for Backlinks' };
  const create = (user_id: string, more: object = {}) =>
    db.kysely
      .insertInto('requests')
      .values({ ...campaign, user_id, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();

  test.each([
    ['an unknown status', { status: 'Waiting for Godot' }],
    ['an unknown type', { type: 'Organic' }],
    ['an empty keyword', { keyword: '' }],
    ['a DR range upside down', { min_dr: 60, max_dr: 40 }],
    ['a failure without its step', { status: 'Something went wrong' }],
    ['a step without a failure', { failed_step: 'contacts' }],
  ])('%s is refused', async (_name, more) => {
    const user = await createUser(db);
    await expect(create(user, more)).rejects.toThrow(/violates check constraint/);
  });

  test('a backlink cannot hang on another user’s campaign', async () => {
    const owner = await createUser(db);
    const other = await createUser(db);
    const { id } = await create(owner);
    const row = { user_id: other, requests_id: id, url_from: 'https://a.example/', domain: 'a.example', source: 'own' };
    await expect(db.kysely.insertInto('backlinks').values(row).execute()).rejects.toThrow(/violates foreign key/);
  });

  test('an address appears once per backlink, whatever its letter case', async () => {
    const userId = await createUser(db);
    const { id: campaignId } = await create(userId);
    const [backlinkId = ''] = await createBacklinks(db, { userId, campaignId });
    const add = (email?: string) =>
      createContacts(db, { userId, campaignId, backlinkId }, [{ email_state: 'found', ...(email && { email }) }]);
    await add('Mia@a.example');
    await expect(add('mia@a.example')).rejects.toThrow(/contacts_one_per_address/);
    await expect(add()).rejects.toThrow(/violates check constraint/);
  });

  test('a migration renames the reason catch-all-untold in cached verdicts and in contacts', async () => {
    const userId = await createUser(db);
    const { id: campaignId } = await create(userId);
    const [backlinkId = ''] = await createBacklinks(db, { userId, campaignId });
    const found = (reason: string) => ({
      ...{ email_state: 'found', email: `${reason}@a.example`, verification: 'unknown' },
      evidence: { verification: { verdict: 'unknown', reason }, search: 'author' },
    });
    const [untold = '', other = ''] = await createContacts(db, { userId, campaignId, backlinkId }, [
      found('catch-all-untold'),
      found('greylisted'),
    ]);
    await db.sql`insert into email_verifications
      values (sha256('a'), 'unknown', 'catch-all-untold', 'zeus-own', '{}', false, now(), now())`;

    const { text } = (await readMigrations()).find(({ name }) => name === 'rename_catch_all_untold') ?? { text: '' };
    await sql.raw(text).execute(db.kysely);
    const rows = await db.kysely.selectFrom('contacts').select(['id', 'verification_reason', 'evidence']).execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get(untold)).toMatchObject({
      verification_reason: 'catch-all-unverified',
      evidence: { verification: { verdict: 'unknown', reason: 'catch-all-unverified' }, search: 'author' },
    });
    expect(byId.get(other)).toMatchObject({ verification_reason: 'greylisted' });
    expect(await db.sql`select reason from email_verifications`).toEqual([{ reason: 'catch-all-unverified' }]);
  });
});

test('a migration makes blogs on platforms sites of their own', async () => {
  const userId = await createUser(db);
  const campaignId = await createCampaign(db, userId);
  const urls = ['https://www.one.wordpress.com/a', 'https://two.wordpress.com/', 'https://three.tistory.com/'];
  const own = ['https://www.tistory.com/about', 'https://a.substack.com/'];
  const domains = ['wordpress.com', 'wordpress.com', 'tistory.com', 'tistory.com', 'a.substack.com'];
  const leads = [...urls, ...own].map((url_from, at) => ({ url_from, domain: domains[at], keep: at === 1 }));
  const [one = ''] = await createBacklinks(db, { userId, campaignId }, leads);
  await createContacts(db, { userId, campaignId, backlinkId: one }, [{ email_state: 'found', email: 'a@b.example' }]);
  await db.sql`update prospects set state = 'contacted', contacted_at = '2026-01-02', note = 'wrote' where domain = 'tistory.com'`;
  await db.sql`insert into prospects (user_id, domain) values (${userId}, 'weebly.com')`;
  await db.sql`insert into site_rules (user_id, kind, pattern) values
    (${userId}, 'blocked', 'wordpress.com'), (${userId}, 'mine', 'wordpress.com'), (${userId}, 'blocked', 'medium.com')`;
  await db.sql`insert into site_aliases (domain, target) values
    ('wordpress.com', 'new.example'), ('old.example', 'weebly.com'), ('old.example.org', 'new.example')`;
  await db.sql`insert into watched_links (to_domain, domain, url) values
    ('wordpress.com', 'a.example', 'https://a.example/')`;

  const { text } = (await readMigrations()).find(({ name }) => name === 'more_sites_on_platforms') ?? { text: '' };
  for (const _ of ['first', 'second']) await sql.raw(text).execute(db.kysely);
  const sites = await db.sql`select domain from backlinks where user_id = ${userId} order by id`;
  expect(sites.map(({ domain }) => domain)).toEqual(
    expect.arrayContaining(['one.wordpress.com', 'two.wordpress.com', 'three.tistory.com', 'tistory.com']),
  );
  const known = await db.sql`
    select domain, state, contacts, note, contacted_at is not null as wrote, campaign_id is not null as has_campaign
    from prospects where user_id = ${userId} order by domain`;
  expect(known.map((row) => Object.values(row))).toEqual([
    ['a.substack.com', 'seen', 0, '', false, true],
    ['one.wordpress.com', 'contact_found', 1, '', false, true],
    ['three.tistory.com', 'contacted', 0, 'wrote', true, true],
    ['tistory.com', 'contacted', 0, 'wrote', true, true],
    ['two.wordpress.com', 'kept', 0, '', false, true],
    ['weebly.com', 'seen', 0, '', false, false],
  ]);
  expect(await db.sql`select kind, pattern from site_rules where user_id = ${userId} order by kind, pattern`).toEqual([
    { kind: 'blocked', pattern: '*.wordpress.com' },
    { kind: 'blocked', pattern: 'medium.com' },
    { kind: 'mine', pattern: 'wordpress.com' },
  ]);
  expect(await db.sql`select domain from site_aliases`).toEqual([{ domain: 'old.example.org' }]);
  expect(await db.sql`select from watched_links`).toEqual([]);
});

test('ids sort by the time they were made, and differ', async () => {
  // The count takes some microseconds, so that many ids are made within one millisecond.
  const rows = await db.sql<{ id: string }[]>`
    select new_id() as id, (select count(*) from generate_series(1, 300 + n * 0)) from generate_series(1, 200) n`;
  const ids = rows.map((row) => row.id);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(200);
  expect(new Set(ids.map((id) => id.slice(0, 13))).size).toBeLessThan(200);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('row-level security is on for every table with a user', async () => {
  const rows = await db.sql`
    select distinct c.relname as table from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('user_id', 'email_credits')
    where c.relkind = 'r' and not c.relrowsecurity`;
  expect(rows).toEqual([]);
});

test('a migration notes what paid for each address', async () => {
  const user_id = await createUser(db, { email: 9 });
  const search = 'domain:00000000-0000-4000-8000-000000000000';
  const buy = (reason: string, addresses?: string[]) => {
    const details = JSON.stringify({ ...(addresses && { addresses }) });
    return db.kysely
      .insertInto('credit_entries')
      .values({ user_id, kind: 'email', delta: -1, reason, details })
      .execute();
  };
  await buy('email:ann@tea.example');
  await buy('email:ben@tea.example', ['ben@tea.example']);
  await buy(search, ['Cleo@tea.example', 'dan@tea.example', 'ann@tea.example']);
  const paid = () => db.sql`select address, reason from paid_addresses where user_id = ${user_id} order by address`;
  const before = await paid();
  await db.sql`alter table paid_addresses drop column reason`;
  await db.sql`alter table contacts drop column single_fetch`;
  const name = 'single_fetches_and_purchases';
  const { text } = (await readMigrations()).find((one) => one.name === name) ?? { text: '' };
  await sql.raw(text).execute(db.kysely);
  expect(await paid()).toEqual(before);
  expect(before).toEqual([
    { address: 'ann@tea.example', reason: 'email:ann@tea.example' },
    { address: 'ben@tea.example', reason: 'email:ben@tea.example' },
    { address: 'cleo@tea.example', reason: search },
    { address: 'dan@tea.example', reason: search },
  ]);
});
