// What searches may write into rows, on a real database: hostile texts, second runs, people who are there already.

import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockBacklink } from '../../backlinks/contact-searches.store.ts';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';
import type { SitePerson } from '../../engine/finding/site-study.ts';
import { openQueue, type Queue } from '../../platform/queue.ts';
import { createUser } from '../../test/build.ts';
import { countWaitingForLock, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type ContactDraft, draftAddress, draftPerson } from '../finding/contact-draft.ts';
import { readContact } from './contacts.store.ts';
import { finishContactSearches } from './finish-contact-searches.ts';
import { noteFetched } from './note-fetched.ts';
import { type Price, saveContacts } from './save-contacts.ts';
import { readWork, type Work } from './work.store.ts';

let db: TestDatabase;
let queue: Queue;
beforeAll(async () => {
  db = await createTestDatabase();
  queue = await openQueue(db, { log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await queue.stop();
  await db.drop();
});

/** Another backlink of the same campaign. */
async function besides({ userId, campaignId }: Work, name: string): Promise<Work> {
  return workOf(userId, campaignId, `https://tea.example/${name}`);
}

async function newWork(email = 10): Promise<Work> {
  const user_id = await createUser(db, { email });
  return workOf(user_id, await campaignOf(user_id), 'https://tea.example/a');
}

async function campaignOf(user_id: string): Promise<string> {
  const { id } = await db.kysely
    .insertInto('requests')
    .values({ user_id, keyword: 'tea', type: 'BYOB', status: 'Waiting for Emails', mode: 'author' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function workOf(user_id: string, requests_id: string, url_from: string): Promise<Work> {
  const values = { user_id, requests_id, url_from, domain: 'tea.example', source: 'own', contact_search: 'waiting' };
  const backlink = await db.kysely
    .insertInto('backlinks')
    .values({ ...values, keep: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const work = await readWork(db.kysely, backlink.id);
  if (!work) throw new Error('The backlink is not there.');
  return work;
}

const save = (work: Work, drafts: ContactDraft[], price: Price = 'per-email') =>
  db.kysely.transaction().execute(async (tx) => {
    const balance = (await lockBacklink(tx, work, { withBalance: true }))?.balance ?? 0;
    const searches = () => ({ contact_search: 'done' });
    const { saved } = await saveContacts(tx, [{ work, drafts, price, searches }], balance);
    return saved[0];
  });
const rowsOf = ({ backlinkId }: Work) =>
  db.kysely.selectFrom('contacts').selectAll().where('backlink_id', '=', backlinkId).orderBy('id').execute();
const spent = async ({ userId }: Work) => {
  const entries = await db.kysely.selectFrom('credit_entries').selectAll().where('user_id', '=', userId).execute();
  return entries.filter(({ delta }) => delta < 0).map(({ reason }) => reason);
};

function person(name: string, more: Partial<SitePerson> = {}): SitePerson {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { name, firstName, lastName, isAuthor: false, evidence: [], seen: [], guesses: [], ...more };
}

function checked(address: string, verdict: 'valid' | 'catch_all' | 'unknown' = 'valid'): CheckedAddress {
  const from = { address, kind: 'personal' as const, page: 'https://tea.example/', rule: 'text', snippet: '' };
  const evidence = { at: '2026-01-01T00:00:00.000Z', text: 'OK\0' };
  const verification = { verdict, reason: 'accepted' as const, source: 'zeus-own', evidence };
  return { address, kind: 'personal', from, verification };
}
const found = (address: string, verdict?: 'valid' | 'catch_all' | 'unknown') => ({
  state: 'found' as const,
  checked: checked(address, verdict),
});

test('hostile texts of a page become harmless rows', async () => {
  const work = await newWork();
  const evil = person(
    `<script>alert(1)</script>\u0000\u202e${'A'.repeat(5_000)} Robert');drop/**/table/**/contacts;--\ud800`,
    {
      position: `\u0007=HYPERLINK("x")${'b'.repeat(9_000)}`,
      profile: 'javascript:alert(1)',
      twitter: 'data:text/html,x',
      photo: 'https://user:secret@tea.example/face.png',
      evidence: [{ page: 'https://tea.example/', rule: 'card', snippet: 'a\u0000b\udc00' }],
      guesses: [{ address: 'a\u0000@tea.example', pattern: '\ud800', likelihood: 1, learntFrom: 0, isSure: false }],
    },
  );
  await save(work, [draftPerson(evil, { state: 'unfetched' })]);
  const [row] = await rowsOf(work);
  expect(row).toMatchObject({ page: null, twitter: null, avatar_url: null });
  expect(row?.first_name).toMatch(/^<script>alert\(1\)<\/script> A+$/);
  expect(row?.first_name.length).toBe(100);
  expect(row?.last_name).toBe("Robert');drop/**/table/**/contacts;--");
  expect(row?.position?.length).toBe(150);
  expect(row?.position?.startsWith('=HYPERLINK')).toBe(true);
});

test('a second run changes nothing and costs nothing, and a person is known again by name', async () => {
  const work = await newWork();
  const drafts = [
    draftPerson(person('Ann Bee', { isAuthor: true }), found('ann@tea.example')),
    draftPerson(person('Cy Dee'), { state: 'unfetched' }),
    draftPerson(person('Ed Eff', { isAuthor: true }), { state: 'none' }),
    draftPerson(person('CY DÉE'), { state: 'unfetched' }),
  ];
  await save(work, drafts);
  const rows = await rowsOf(work);
  expect(rows.map((row) => [row.first_name, row.email_state, row.keep])).toEqual([
    ['Ann', 'found', true],
    ['Cy', 'unfetched', false],
    ['Ed', 'none', false],
  ]);
  await save(work, drafts);
  expect(await rowsOf(work)).toEqual(rows);
  expect(await spent(work)).toEqual(['email:ann@tea.example']);
});

test('of two authors with one address, the first gets it, and the second stays without', async () => {
  const work = await newWork();
  const drafts = [
    draftPerson(person('Mary Ann Smith', { isAuthor: true }), found('mary@tea.example')),
    draftPerson(person('Mary Smith', { isAuthor: true }), found('Mary@tea.example')),
  ];
  await save(work, drafts);
  const rows = await rowsOf(work);
  expect(rows.map((row) => [row.first_name, row.email, row.email_state])).toEqual([
    ['Mary Ann', 'mary@tea.example', 'found'],
    ['Mary', null, 'none'],
  ]);
  await save(work, drafts);
  expect(await rowsOf(work)).toEqual(rows);
  expect(await spent(work)).toEqual(['email:mary@tea.example']);
});

test('a domain search keeps the second of two authors with one address', async () => {
  const work = await newWork();
  await save(work, [
    draftPerson(person('Mary Ann Smith', { isAuthor: true }), found('mary@tea.example')),
    draftPerson(person('Mary Smith', { isAuthor: true }), found('mary@tea.example')),
  ]);
  const rows = await rowsOf(work);
  await save(work, [draftPerson(person('Mary Smith'), found('mary@tea.example'))], 'per-search');
  expect(rows).toHaveLength(2);
  expect(await rowsOf(work)).toEqual(rows);
});

test('a domain search fills in the people who wait, adds the others, and pays once', async () => {
  const work = await newWork();
  await save(work, [draftPerson(person('Ann Bee'), { state: 'unfetched' })]);
  const [ann] = await rowsOf(work);
  const drafts = [
    draftPerson(person('Ann Bee'), found('ann@tea.example')),
    draftPerson(person('Ann Bee'), found('ann.bee@mail.example', 'catch_all')),
    draftAddress(checked('INFO@tea.example')),
    draftAddress(checked('info@tea.example')),
  ];
  await save(work, drafts, 'per-search');
  const rows = await rowsOf(work);
  expect(rows.map((row) => [row.id === ann?.id, row.email])).toEqual([
    [true, 'ann@tea.example'],
    [false, 'ann.bee@mail.example'],
    [false, 'INFO@tea.example'],
  ]);
  await save(work, drafts, 'per-search');
  expect(await rowsOf(work)).toEqual(rows);
  expect(await spent(work)).toEqual([`domain:${work.backlinkId}`]);
  const [entry] = await db.sql`select details from credit_entries where reason = ${`domain:${work.backlinkId}`}`;
  expect(entry?.details).toMatchObject({
    addresses: ['ann@tea.example', 'ann.bee@mail.example', 'info@tea.example'],
    valid: ['ann@tea.example', 'info@tea.example'],
  });
  // Paid for among those of the search, so free when it is found alone.
  await db.kysely.deleteFrom('contacts').where('backlink_id', '=', work.backlinkId).execute();
  await save(work, [draftPerson(person('Ann Bee'), found('Ann@tea.example'))]);
  expect(await spent(work)).toHaveLength(1);
});

test('a nameless address that turns out to be the author’s becomes the author’s row', async () => {
  const work = await newWork();
  await save(work, [draftAddress(checked('ann@tea.example'))], 'per-search');
  await save(work, [draftPerson(person('Ann Bee'), { state: 'unfetched' })]);
  await save(work, [draftPerson(person('Ann Bee', { isAuthor: true }), found('ann@tea.example'))]);
  const rows = await rowsOf(work);
  expect(rows.map((row) => [row.first_name, row.email, row.highlighted])).toEqual([['Ann', 'ann@tea.example', true]]);
  expect(await spent(work)).toEqual([`domain:${work.backlinkId}`]);
});

test('what a mail server does not tell is free; when it tells later, it is paid and said', async () => {
  const work = await newWork();
  const ann = person('Ann Bee', { isAuthor: true });
  await save(work, [draftPerson(ann, found('ann@tea.example', 'unknown'))]);
  expect(await spent(work)).toEqual([]);
  await save(work, [draftPerson(ann, found('ann@tea.example'))]);
  expect((await rowsOf(work)).map((row) => row.verification)).toEqual(['valid']);
  expect(await spent(work)).toEqual(['email:ann@tea.example']);
});

test('a row whose address is being fetched, or is found, is left alone', async () => {
  const work = await newWork();
  const ann = person('Ann Bee');
  await save(work, [draftPerson(ann, { state: 'unfetched' })]);
  const ours = db.kysely.updateTable('contacts').where('backlink_id', '=', work.backlinkId);
  await ours.set({ email_state: 'fetching' }).execute();
  await save(work, [draftPerson(ann, found('ann@tea.example'))]);
  expect((await rowsOf(work)).map((row) => row.email_state)).toEqual(['fetching']);
  const set = { email_state: 'found', email: 'own@tea.example', verification: 'valid' };
  await ours.set(set).execute();
  await save(work, [draftPerson(ann, found('ann@tea.example'))]);
  expect((await rowsOf(work)).map((row) => row.email)).toEqual(['own@tea.example']);
  expect(await spent(work)).toEqual([]);
});

test('without credit the people stay, without addresses; what costs nothing is given all the same', async () => {
  const work = await newWork(0);
  const drafts = [
    draftPerson(person('Ann Bee'), found('ann@tea.example')),
    draftAddress(checked('info@tea.example')),
    draftAddress(checked('full@tea.example', 'unknown')),
  ];
  expect(await save(work, drafts, 'per-search')).toEqual({ isPaid: false, news: 1 });
  const rows = await rowsOf(work);
  expect(rows.map((row) => [row.first_name, row.email])).toEqual([
    ['Ann', null],
    ['', 'full@tea.example'],
  ]);
});

test('several backlinks end together: paid in their order, each address once, and what is short is told of its own backlink', async () => {
  const first = await newWork(2);
  const second = await besides(first, 'b');
  const third = await besides(first, 'c');
  const by = (name: string, address: string) => ({ drafts: [draftPerson(person(name), found(address))] });
  const ends = [
    { work: first, end: by('Ada Leaf', 'ada@tea.example') },
    { work: second, end: by('Ada Leaf', 'ADA@tea.example') },
    { work: second, end: by('Nobody Twice', 'twice@tea.example') },
    {
      work: third,
      end: { drafts: [...by('Bo Cup', 'bo@tea.example').drafts, ...by('Cy Pot', 'cy@tea.example').drafts] },
    },
  ];
  await finishContactSearches({ db, queue }, ends);
  await finishContactSearches({ db, queue }, ends);
  expect((await spent(first)).sort()).toEqual(['email:ada@tea.example', 'email:bo@tea.example']);
  expect((await rowsOf(first)).map(({ email }) => email)).toEqual(['ada@tea.example']);
  expect((await rowsOf(second)).map(({ email }) => email)).toEqual(['ADA@tea.example']);
  expect((await rowsOf(third)).map(({ email, email_state }) => [email, email_state])).toEqual([
    ['bo@tea.example', 'found'],
    [null, 'unfetched'],
  ]);
  const states = await Promise.all([first, second, third].map(({ backlinkId }) => readWork(db.kysely, backlinkId)));
  expect(states.map((work) => [work?.contactSearch, work?.emailCredits])).toEqual([
    ['done', 0],
    ['done', 0],
    ['no-credit', 0],
  ]);
});

test('rows that are filled in are locked by id: whoever changes a list of choices meanwhile waits, and both succeed', async () => {
  const work = await newWork();
  const people = ['Ann Green', 'Ben Black', 'Cleo White'];
  await save(
    work,
    people.map((name) => draftPerson(person(name), { state: 'unfetched' })),
  );
  const [first, second, third] = await rowsOf(work);
  const found = (name: string) =>
    draftPerson(person(name), { state: 'found', checked: checked(`${name.split(' ')[0]}@tea.example`) });
  let saving: Promise<unknown> = Promise.resolve();
  await db.kysely.transaction().execute(async (tx) => {
    await sql`select id from contacts where id = ${first?.id} for update`.execute(tx);
    saving = save(work, people.toReversed().map(found));
    await expect.poll(() => countWaitingForLock(db)).toBe(1);
    // The others are still free: with them held, this would be a circle.
    await sql`select id from contacts where id in (${second?.id}, ${third?.id}) for update nowait`.execute(tx);
  });
  await saving;
  expect((await rowsOf(work)).map(({ email_state }) => email_state)).toEqual(['found', 'found', 'found']);
});

test('an address paid for alone or in a domain search is free from then on, for its user alone, however it is spelled', async () => {
  const work = await newWork(2);
  const address = (name: string) => draftAddress(checked(`${name}@tea.example`));
  await save(work, [address('Ann')]);
  await save(await besides(work, 'b'), [address('ben'), address('CLEO')], 'per-search');
  const saved = await save(await besides(work, 'c'), [address('ann'), address('Ben'), address('cleo')]);
  expect(saved).toEqual({ isPaid: true, news: 3 });
  expect((await spent(work)).length).toBe(2);
  expect(await save(await newWork(0), [address('ann')])).toEqual({ isPaid: false, news: 0 });
});

test('whether addresses are paid for is told by an index, however long the ledger and without statistics', async () => {
  const { userId } = await newWork(5_000);
  await db.sql`insert into credit_entries (user_id, kind, delta, reason, details)
    select ${userId}::uuid, 'email', -1, 'domain:' || n, jsonb_build_object('addresses', jsonb_build_array('a@' || n || '.example'))
    from generate_series(1, 2000) n`;
  const paid = await db.sql`select count(*)::int as count from paid_addresses where user_id = ${userId}`;
  expect(paid).toEqual([{ count: 2_000 }]);
  const plan = await db.sql`explain select address from paid_addresses
    where user_id = ${userId}::uuid and address = any (${['a@7.example', 'b@7.example']}::text[])`;
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('paid_addresses_pkey');
  expect(text).toMatch(/Index Cond:.*address = ANY/);
});

test('a second search leaves the selection to the user', async () => {
  const work = await newWork();
  const ann = person('Ann Bee', { isAuthor: true });
  const cy = person('Cy Dee');
  await save(work, [
    draftPerson(ann, found('ann@tea.example', 'unknown')),
    draftPerson(cy, { state: 'unfetched' }),
    draftPerson(person('Ed Eff'), { state: 'unfetched' }),
  ]);
  await db.kysely
    .updateTable('contacts')
    .set({ keep: sql<boolean>`first_name = 'Cy'` })
    .where('backlink_id', '=', work.backlinkId)
    .execute();
  await save(work, [
    draftPerson(ann, found('ann@tea.example')),
    draftPerson(cy, found('cy@tea.example', 'catch_all')),
    draftPerson(person('Ed Eff'), found('ed@tea.example')),
  ]);
  expect((await rowsOf(work)).map((row) => [row.first_name, row.email_state, row.keep])).toEqual([
    ['Ann', 'found', false],
    ['Cy', 'found', true],
    ['Ed', 'found', false],
  ]);
});

test('an author who was shown before the address came starts as kept', async () => {
  const work = await newWork();
  const ann = person('Ann Bee', { isAuthor: true });
  await save(work, [draftPerson(ann, { state: 'unfetched' })]);
  await save(work, [draftPerson(ann, found('ann@tea.example'))]);
  expect((await rowsOf(work)).map((row) => row.keep)).toEqual([true]);
});

const keep = ({ backlinkId }: Work, kept: boolean) =>
  db.kysely.updateTable('backlinks').set({ keep: kept }).where('id', '=', backlinkId).execute();
const searchOf = async ({ backlinkId }: Work) => {
  const [row] = await db.sql`select contact_search from backlinks where id = ${backlinkId}`;
  const jobs =
    await db.sql`select 1 from jobs where name = 'contacts.find' and payload ->> 'backlinkId' = ${backlinkId}`;
  return [row?.contact_search, jobs.length];
};

test('so does whoever is looked up in place of an author', async () => {
  const work = await newWork();
  const editor = person('Eve Dent', { position: 'Editor' });
  await save(work, [draftPerson(editor, { state: 'unfetched' }, true)]);
  await save(work, [draftPerson(editor, found('eve@tea.example'), true)]);
  expect(await rowsOf(work)).toMatchObject([{ email: 'eve@tea.example', highlighted: false, keep: true }]);
});

test('a lead removed while it was searched costs nothing', async () => {
  const work = await newWork();
  await keep(work, false);
  const drafts = [draftPerson(person('Ann Bee', { isAuthor: true }), found('ann@tea.example'))];
  await finishContactSearches({ db, queue }, [{ work, end: { drafts } }]);
  expect(await spent(work)).toEqual([]);
  expect(await rowsOf(work)).toEqual([]);
  expect(await searchOf(work)).toEqual(['none', 0]);
});

test('contacts found for a lead that was removed meanwhile are selected when it is kept again', async () => {
  const work = await newWork();
  const ann = person('Ann Bee', { isAuthor: true });
  const eve = person('Eve Dent', { isAuthor: true });
  await save(
    work,
    [ann, eve].map((one) => draftPerson(one, { state: 'unfetched' })),
  );
  await keep(work, false);
  await db.sql`update contacts set keep = true where backlink_id = ${work.backlinkId} and first_name = 'Eve'`;
  const drafts = [
    draftPerson(ann, found('ann@tea.example')),
    draftPerson(eve, found('eve@tea.example')),
    draftAddress(checked('info@tea.example')),
    draftAddress(checked('all@tea.example', 'catch_all')),
  ];
  await save({ ...work, keep: false }, drafts, 'per-search');
  const selected = async () => (await rowsOf(work)).flatMap((row) => (row.keep ? [row.email] : []));
  expect(await selected()).toEqual(['eve@tea.example']);
  await keep(work, true);
  expect(await selected()).toEqual(['ann@tea.example', 'eve@tea.example', 'info@tea.example']);
});

test('a lead kept again while its search ends as removed is searched after all', async () => {
  const work = await newWork();
  await finishContactSearches({ db, queue }, [{ work: { ...work, keep: false }, end: 'removed' }]);
  expect(await searchOf(work)).toEqual(['waiting', 1]);
});

describe('an order with a limit', () => {
  const setLimit = ({ campaignId }: Work, left: number) =>
    db.kysely.updateTable('requests').set({ email_credits_left: left }).where('id', '=', campaignId).execute();
  const leftOf = async ({ backlinkId }: Work) => (await readWork(db.kysely, backlinkId))?.creditsLeft;
  /** Two authors of a page, each with an address. */
  const pair = (name: string) => ({
    drafts: ['Ann', 'Bob'].map((first) =>
      draftPerson(person(`${first} ${name}`, { isAuthor: true }), found(`${first}.${name}@tea.example`)),
    ),
  });

  test('spends no more, however many searches end at once and twice; another campaign is not affected', async () => {
    const first = await newWork(20);
    const works = [first];
    for (const name of ['b', 'c', 'd', 'e']) works.push(await besides(first, name));
    const other = await besides({ ...first, campaignId: await campaignOf(first.userId) }, 'z');
    await setLimit(first, 3);
    const ends = works.map((work, n) => ({ work, end: pair(`Cup${n}`) }));
    const runs = [...ends, ...ends, { work: other, end: pair('Pot') }];
    await Promise.all(runs.map((ended) => finishContactSearches({ db, queue }, [ended])));
    expect(await spent(first)).toHaveLength(3 + 2);
    expect([await leftOf(first), await leftOf(other)]).toEqual([0, null]);
    const states = await Promise.all(works.map(searchOf));
    expect(states.map(([state]) => state).sort()).toEqual(['done', 'limited', 'limited', 'limited', 'limited']);
    expect(await searchOf(other)).toEqual(['done', 0]);
    const rows = (await Promise.all(works.map(rowsOf))).flat();
    expect(rows.filter(({ email_state }) => email_state === 'found')).toHaveLength(3);
  });

  test('says no credit if the balance is what ran out', async () => {
    const work = await newWork(1);
    await setLimit(work, 1);
    await finishContactSearches({ db, queue }, [{ work, end: pair('Cup') }]);
    expect([await searchOf(work), await leftOf(work)]).toEqual([['no-credit', 0], 0]);
  });

  test('a search that ends as limited continues if the limit has been raised', async () => {
    const work = await newWork();
    await setLimit(work, 0);
    await finishContactSearches({ db, queue }, [{ work, end: 'limited' }]);
    expect(await searchOf(work)).toEqual(['limited', 0]);
    const late = await besides(work, 'b');
    await setLimit(work, 2);
    await finishContactSearches({ db, queue }, [{ work: late, end: 'limited' }]);
    expect(await searchOf(late)).toEqual(['waiting', 1]);
  });

  test('counts an address that is found after the campaign has continued', async () => {
    const work = await newWork();
    await setLimit(work, 1);
    const drafts = ['Ann Cup', 'Bob Cup'].map((name) => draftPerson(person(name), { state: 'fetching' }));
    await finishContactSearches({ db, queue }, [{ work, end: { drafts } }]);
    for (const { id, first_name } of await rowsOf(work)) {
      const contact = await readContact(db.kysely, id);
      await db.kysely.transaction().execute(async (tx) => {
        const locked = await lockBacklink(tx, work, { withBalance: true, orderOf: work.campaignId });
        const lookup = { kind: 'found' as const, found: checked(`${first_name}@tea.example`) };
        if (contact)
          await noteFetched(tx, contact, { lookup, creditsLeft: locked?.creditsLeft ?? null, isLeadKept: true });
      });
    }
    expect((await rowsOf(work)).map(({ email, email_state }) => [email, email_state])).toEqual([
      ['Ann@tea.example', 'found'],
      [null, 'unfetched'],
    ]);
    expect([await spent(work), await leftOf(work)]).toEqual([['email:ann@tea.example'], 0]);
  });
});
