// 'Get email' and the full domain search over HTTP and by their rules: refusals first, then one search and one credit
// however often it is requested, and no search stays in progress forever.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Contact } from '../../shared/contact.ts';
import { type ContactsBench, openContactsBench } from '../test/contacts-bench.ts';
import { fetchEmail } from './fetch-email.ts';
import { repairContacts } from './repair-contacts.ts';
import { searchDomainJob } from './search-domain.job.ts';
import { searchDomain } from './search-domain.ts';

let bench: ContactsBench;
let someone: { id: string; token: string };
beforeAll(async () => {
  bench = await openContactsBench();
  someone = await bench.zeus.newUser({ email: 100 });
});
afterAll(() => bench.close());

/** A user whose campaign has one backlink, searched in Author Mode. */
async function searched(site: string, credits: number) {
  const user = await bench.zeus.newUser({ email: credits });
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [bench.articleOf(site).url] });
  const backlinkId = campaign.backlinkIds[0] ?? '';
  await bench.find(backlinkId);
  const contacts = await bench.contactsOf(campaign);
  const others = contacts.filter((one) => one.email_state === 'unfetched');
  return {
    user,
    campaign,
    backlinkId,
    contacts,
    others,
    search: { userId: user.id, campaignId: campaign.id, backlinkId },
  };
}

const getEmail = (contactId: string, token: string) =>
  bench.zeus.ask(`/api/campaign/get-email/${contactId}`, { method: 'POST', token, json: {} });

const spendAll = (userId: string, left: number) =>
  bench.zeus.ctx.db.kysely
    .insertInto('credit_entries')
    .values({ user_id: userId, kind: 'email', delta: -left, reason: `gone:${randomUUID()}` })
    .execute();

const truthOf = (row: { first_name: string; last_name: string } | undefined, site: string) =>
  bench.truth.people.find(
    ({ first, name, site: host }) =>
      row && host === `${site}.localhost` && first.startsWith(row.first_name) && name.endsWith(row.last_name),
  );

test('Get email: somebody else’s contact, none at all and no id are 404; without credit 402', async () => {
  const { user, others } = await searched('fairwaydigest', 1);
  const id = others[0]?.id ?? '';
  for (const [contactId, token] of [
    [id, someone.token],
    [randomUUID(), user.token],
    ['1 or 1=1', user.token],
  ] as const) {
    expect((await getEmail(contactId, token)).status).toBe(404);
  }
  const refused = await getEmail(id, user.token);
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({ error: 'no-credit', type: 'no credit' });
  const { kysely } = bench.zeus.ctx.db;
  const states = await kysely.selectFrom('contacts').select('email_state').where('id', '=', id).execute();
  expect(states).toEqual([{ email_state: 'unfetched' }]);
});

test('domain search: somebody else’s backlink or another campaign is 404; without credit 402', async () => {
  const { user, search } = await searched('fairwaydigest', 1);
  const refusals = [{ userId: someone.id }, { campaignId: randomUUID() }, { backlinkId: randomUUID() }];
  for (const wrong of refusals) {
    await expect(searchDomain(bench.zeus.ctx, { ...search, ...wrong })).rejects.toMatchObject({ code: 'not-found' });
  }
  await expect(searchDomain(bench.zeus.ctx, search)).rejects.toMatchObject({ code: 'no-credit' });
  expect(Object.keys(await bench.spentBy(user.id))).toHaveLength(1);
});

test('a search without a running job is pending, and is enqueued again when it is stuck', async () => {
  const { user, campaign, others, search, backlinkId } = await searched('golfcompass', 10);
  const contactId = others.find((one) => !truthOf(one, 'golfcompass')?.isAlias)?.id ?? '';
  expect(await fetchEmail(bench.zeus.ctx, { userId: user.id, contactId, ms: 50 })).toBeUndefined();
  expect(await searchDomain(bench.zeus.ctx, { ...search, ms: 50 })).toBeUndefined();
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ id: backlinkId, domain_search: 'running' }]);
  // The jobs are lost, as after a backup that was put back.
  await bench.zeus.ctx.db.sql`delete from jobs where name in ('contacts.fetch-email', 'contacts.search-domain')`;
  expect(await repairContacts(bench.zeus.ctx)).toBe(0);
  expect(await repairContacts(bench.zeus.ctx, { stuckSeconds: 0 })).toBe(2);
  await bench.startWorker();
  const row = await fetchEmail(bench.zeus.ctx, { userId: user.id, contactId });
  expect(row?.email).toBe(truthOf(row, 'golfcompass')?.address);
  expect((await searchDomain(bench.zeus.ctx, search))?.length).toBeGreaterThan(0);
});

test('Get email: ten clicks at once are one search and one credit, and all are told the address', async () => {
  await bench.startWorker();
  const { user, others } = await searched('fairwaydigest', 10);
  const contact = others.find((one) => truthOf(one, 'fairwaydigest')?.verdict === 'valid');
  const before = Object.keys(await bench.spentBy(user.id)).length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => getEmail(contact?.id ?? '', user.token)));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      noEmailFound: false,
      error: false,
      id: contact?.id,
      email: truthOf(contact, 'fairwaydigest')?.address,
      verification: 'valid',
      type: 'personal',
      location: null,
      source: 'zeus-own',
    });
  }
  expect(Object.keys(await bench.spentBy(user.id))).toHaveLength(before + 1);
  // Asked again when nothing is left: it is there already, and costs nothing.
  await spendAll(user.id, 10 - before - 1);
  expect((await getEmail(contact?.id ?? '', user.token)).status).toBe(200);
});

test('Get email: one credit for many contacts pays for one; the others stay as they were', async () => {
  await bench.startWorker();
  const { user, campaign, others } = await searched('inkwell', 10);
  const spent = Object.keys(await bench.spentBy(user.id)).length;
  await spendAll(user.id, 10 - spent - 1);
  const isFindable = (one: (typeof others)[number]) => {
    const person = truthOf(one, 'inkwell');
    return person?.verdict === 'valid' && !person.isAlias;
  };
  const valid = others.filter(isFindable).slice(0, 4);
  expect(valid.length).toBeGreaterThan(1);
  const answers = await Promise.all(valid.map((one) => getEmail(one.id, user.token)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...valid.slice(1).map(() => 402)]);
  const states = (await bench.contactsOf(campaign)).filter((one) => valid.some(({ id }) => id === one.id));
  expect(states.map((one) => one.email_state).sort()).toEqual(['found', ...valid.slice(1).map(() => 'unfetched')]);
});

test('Get email: no mailbox is no email, and a server that cannot be asked is no answer; both cost nothing', async () => {
  await bench.startWorker();
  const { user, campaign, backlinkId } = await searched('fairwaydigest', 10);
  const before = await bench.spentBy(user.id);
  const { id: guessless } = await addContact(user.id, campaign.id, backlinkId, 'nobody@fairwaydigest.localhost');
  const none = await getEmail(guessless, user.token);
  expect([none.status, await none.json()]).toMatchObject([200, { noEmailFound: true, email: false, error: false }]);
  const { id: blocked } = await addContact(user.id, campaign.id, backlinkId, 'nobody@juniorfairways.localhost');
  const unverified = await getEmail(blocked, user.token);
  expect([unverified.status, (await unverified.json()).error]).toEqual([503, 'could-not-look']);
  const contacts = await bench.contactsOf(campaign);
  expect(contacts.find(({ id }) => id === blocked)?.email_state).toBe('unfetched');
  expect(await bench.spentBy(user.id)).toEqual(before);
});

/** Somebody of whom only this guess is known. */
function addContact(userId: string, campaignId: string, backlinkId: string, address: string) {
  const guess = { address, pattern: 'first', likelihood: 0.9, learntFrom: 1, isSure: true };
  return bench.zeus.ctx.db.kysely
    .insertInto('contacts')
    .values({
      user_id: userId,
      request_id: campaignId,
      backlink_id: backlinkId,
      first_name: 'No',
      last_name: address,
      source: 'zeus-own',
      evidence: JSON.stringify({ seen: [], guesses: [guess] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

test('domain search: two clicks are one search and one credit, and give the new contacts in the shape of the list', async () => {
  await bench.startWorker();
  const { user, search, backlinkId, contacts } = await searched('kestrelcloud', 10);
  const json = { mode: 'domain', sendDataBack: true, backlinkId, campaignId: search.campaignId };
  const click = () =>
    bench.zeus.ask('/api/campaign/get-emails', { method: 'POST', token: user.token, json }).then((one) => one.json());
  const [first, second] = (await Promise.all([click(), click()])) as Contact[][];
  expect(first).toEqual(second);
  expect(first?.length).toBeGreaterThan(1);
  expect(first?.length).toBeLessThanOrEqual(10);
  expect(first?.[0]?.backlink_id).toMatchObject({ id: backlinkId, url_from: bench.articleOf('kestrelcloud').url });
  expect(first?.every(({ email, is_fetching }) => typeof email === 'string' && !is_fetching)).toBe(true);
  const spent = await bench.spentBy(user.id);
  expect(spent[`domain:${backlinkId}`]).toBe(1);
  // Whoever was there without an address has one now; nobody is there twice.
  const after = await bench.contactsOf({ id: search.campaignId, userId: user.id, backlinkIds: [] });
  const names = after.filter((one) => one.first_name !== '').map((one) => `${one.first_name} ${one.last_name}`);
  expect(new Set(names).size).toBe(names.length);
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(contacts.map(({ id }) => id)));
  expect(await searchDomain(bench.zeus.ctx, search)).toEqual(first);
  expect(await bench.spentBy(user.id)).toEqual(spent);
});

test('domain search: a page that can never be reached has nothing, and cannot be searched again', async () => {
  await bench.startWorker();
  const user = await bench.zeus.newUser({ email: 5 });
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: ['http://10.0.0.1/page'] });
  await bench.zeus.ctx.db.kysely
    .updateTable('backlinks')
    .set({ contact_search: 'none' })
    .where('requests_id', '=', campaign.id)
    .execute();
  const search = { userId: user.id, campaignId: campaign.id, backlinkId: campaign.backlinkIds[0] ?? '' };
  expect(await searchDomain(bench.zeus.ctx, search)).toEqual([]);
  expect(await bench.backlinksOf(campaign)).toMatchObject([
    { contact_search: 'unreachable', contact_search_problem: expect.any(String), domain_search: 'empty' },
  ]);
  expect(await bench.spentBy(user.id)).toEqual({});
});

test('domain search: leaves an order of emails alone that began meanwhile', async () => {
  const { ctx } = bench.zeus;
  const user = await bench.zeus.newUser({ email: 5 });
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: ['http://10.0.0.1/page'] });
  const [backlinkId = ''] = campaign.backlinkIds;
  await ctx.db.sql`update backlinks set contact_search = 'done', domain_search = 'running' where id = ${backlinkId}`;
  let search: Promise<void> | undefined;
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await sql`update backlinks set contact_search = 'waiting' where id = ${backlinkId}`.execute(tx);
    const call = { log: ctx.log, signal: new AbortController().signal, attempt: 1 };
    search = searchDomainJob(ctx).run({ backlinkId }, call);
    await vi.waitFor(async () => expect(await isHeldUp()).toBe(true), 20_000);
  });
  await search;
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'waiting', domain_search: 'empty' }]);
});

/** Whether a search waits for the lock on its backlink. */
async function isHeldUp(): Promise<boolean> {
  const waiting = await bench.zeus.ctx.db.sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%no key update of backlinks%'`;
  return waiting.length > 0;
}

test('domain search: nothing found is an empty list and free; what could not be looked at may be asked for again', async () => {
  await bench.startWorker();
  const empty = await searched('hutwarden', 5);
  expect(await searchDomain(bench.zeus.ctx, empty.search)).toEqual([]);
  expect(await bench.backlinksOf(empty.campaign)).toMatchObject([{ domain_search: 'empty' }]);
  expect(await bench.spentBy(empty.user.id)).toEqual({});
  const user = await bench.zeus.newUser({ email: 5 });
  const url = `http://robots500.localhost:${bench.practice.port}/`;
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [url] });
  const search = { userId: user.id, campaignId: campaign.id, backlinkId: campaign.backlinkIds[0] ?? '' };
  await expect(searchDomain(bench.zeus.ctx, search)).rejects.toMatchObject({ code: 'could-not-look' });
  const problem = { end: 'could-not-look', message: expect.stringMatching(/\.$/) };
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ domain_search: 'none', domain_search_problem: problem }]);
  expect(await searchDomain(bench.zeus.ctx, { ...search, ms: 0 })).toBeUndefined();
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ domain_search: 'running', domain_search_problem: null }]);
});

test('domain search: one that cannot be paid for when it ends says so in its row, until it is paid', async () => {
  const { user, campaign, backlinkId } = await searched('golfcompass', 10);
  const job = searchDomainJob(bench.zeus.ctx);
  const call = { log: bench.zeus.ctx.log, signal: new AbortController().signal, attempt: 1 };
  const row = async () => {
    const list = await bench.zeus.ask(`/data/backlinks?campaignId=${campaign.id}`, { token: user.token });
    return (await list.json())[0];
  };
  const { kysely } = bench.zeus.ctx.db;
  const begin = () =>
    kysely.updateTable('backlinks').set({ domain_search: 'running' }).where('id', '=', backlinkId).execute();
  const spent = Object.keys(await bench.spentBy(user.id)).length;
  await spendAll(user.id, 10 - spent);
  await begin();
  await job.run({ backlinkId }, call);
  const unpaid = { end: 'no-credit', message: '' };
  expect(await row()).toMatchObject({ domain_search: 'none', domain_search_problem: unpaid });
  await kysely
    .insertInto('credit_entries')
    .values({ user_id: user.id, kind: 'email', delta: 5, reason: `more:${randomUUID()}` })
    .execute();
  await begin();
  await job.run({ backlinkId }, call);
  expect(await row()).toMatchObject({ domain_search: 'found', domain_search_problem: null });
});
