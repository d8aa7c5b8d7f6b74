// "Check again" on emails that were paid for, at a mail server that reveals nothing, so that the test's partner decides.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Evidence } from '../../../shared/contact-evidence.ts';
import { addEntriesOnce } from '../../credits/credits.store.ts';
import { finderOf } from '../../engine/finding/finder.ts';
import type { Finding } from '../../engine/verification/verification.ts';
import { createBacklinks, createContacts } from '../../test/build.ts';
import { type ContactsBench, openContactsBench } from '../../test/contacts-bench.ts';
import { reasonOfDomain, reasonOfEmail } from '../rows/paid-addresses.store.ts';
import { checkEmailJob } from './check-email.job.ts';

const evidence = { at: '2030-01-01T00:00:00Z' };
const valid: Finding = { verdict: 'valid', reason: 'accepted', evidence };
const catchAll: Finding = { verdict: 'catch_all', reason: 'accepts-everything', evidence };
const invalid: Finding = { verdict: 'invalid', reason: 'no-such-mailbox', evidence };

let bench: ContactsBench;
let finding = invalid;
beforeAll(async () => {
  bench = await openContactsBench();
  const verifier = { source: 'reacher', verify: async () => finding };
  finderOf(bench.zeus.ctx, { people: [], domains: [], verifiers: [verifier] });
});
afterAll(() => bench.close());
beforeEach(() => {
  finding = invalid;
});

const domain = 'campvan.localhost';
const newAddress = () => `${randomUUID()}@campvan.localhost`;

/** Contacts of one backlink with these emails. */
async function contactsWith(userId: string, emails: readonly string[], verification = 'valid') {
  const { db } = bench.zeus.ctx;
  const { id: campaignId } = await bench.newCampaign(userId, { mode: 'domain', urls: ['http://campvan.localhost/'] });
  const [backlinkId = ''] = await createBacklinks(db, { userId, campaignId }, [{ keep: true, domain }]);
  const rows = emails.map((email) => ({ email, email_state: 'found', type: 'personal', verification }));
  return { backlinkId, ids: await createContacts(db, { userId, campaignId, backlinkId }, rows) };
}

/** Without `valid`, as entries were written before it was recorded. */
const pay = (userId: string, reason: string, addresses: readonly string[], valid?: readonly string[]) =>
  addEntriesOnce(bench.zeus.ctx.db.kysely, [
    { userId, kind: 'email', delta: -1, reason, details: { domain, addresses, ...(valid && { valid }) } },
  ]);

async function check(contactId: string): Promise<void> {
  const { db, log } = bench.zeus.ctx;
  await db.sql`update contacts set checking_since = now() where id = ${contactId}`;
  await checkEmailJob(bench.zeus.ctx).run({ contactId }, { log, signal: new AbortController().signal, attempt: 1 });
}

async function refundsOf(userId: string): Promise<unknown[]> {
  const rows = await bench.zeus.ctx.db.sql`
    select reason from credit_entries where user_id = ${userId} and reason like 'refund:%'`;
  return rows.map(({ reason }) => reason);
}

async function readEvidence(contactId: string, token: string): Promise<Evidence> {
  return (await bench.zeus.ask(`/data/contacts/${contactId}/evidence`, { token })).json();
}

test('a charged email that turns out to be invalid is refunded once, whatever later checks say', async () => {
  const { id: userId, token } = await bench.zeus.newUser({ email: 5 });
  const address = newAddress();
  const [first = ''] = (await contactsWith(userId, [address])).ids;
  const [second = ''] = (await contactsWith(userId, [address.toUpperCase()])).ids;
  await pay(userId, reasonOfEmail(address), [address]);
  expect(await readEvidence(first, token)).toMatchObject({ verification: 'valid', is_refunded: false });

  await Promise.all([check(first), check(second)]);
  expect(await refundsOf(userId)).toEqual([`refund:email:${address}`]);
  expect(await readEvidence(first, token)).toMatchObject({ verification: 'invalid', is_refunded: true });

  finding = valid;
  await check(first);
  expect(await readEvidence(first, token)).toMatchObject({ verification: 'valid', is_refunded: false });
  finding = invalid;
  await check(first);
  expect(await refundsOf(userId)).toHaveLength(1);
  const [profile] = await bench.zeus.ctx.db.sql`select email_credits from profiles where id = ${userId}`;
  expect(profile).toEqual({ email_credits: 5 });
});

test('an email that cost nothing, and a catch-all, are not refunded', async () => {
  const { id: userId, token } = await bench.zeus.newUser({ email: 5 });
  const [free = ''] = (await contactsWith(userId, [newAddress()])).ids;
  const address = newAddress();
  const [accepted = ''] = (await contactsWith(userId, [address], 'catch_all')).ids;
  await pay(userId, reasonOfEmail(address), [address], []);
  for (const id of [free, accepted, accepted]) {
    await check(id);
    expect(await readEvidence(id, token)).toMatchObject({ verification: 'invalid', is_refunded: false });
  }
  expect(await refundsOf(userId)).toEqual([]);
});

test('a domain search is refunded when the last of its emails is invalid, also if two are checked at once', async () => {
  const { id: userId } = await bench.zeus.newUser({ email: 5 });
  const addresses = [newAddress(), newAddress(), newAddress()];
  const { backlinkId, ids } = await contactsWith(userId, addresses);
  await pay(userId, reasonOfDomain(backlinkId), addresses);
  const [first = '', ...others] = ids;
  await check(first);
  expect(await refundsOf(userId)).toEqual([]);
  await Promise.all(others.map(check));
  expect(await refundsOf(userId)).toEqual([`refund:domain:${backlinkId}`]);
});

test('an email bought as valid is refunded, also if a check in between called it a catch-all', async () => {
  const { id: userId, token } = await bench.zeus.newUser({ email: 5 });
  const address = newAddress();
  const [id = ''] = (await contactsWith(userId, [address])).ids;
  await pay(userId, reasonOfEmail(address), [address], [address]);
  finding = catchAll;
  await check(id);
  expect(await readEvidence(id, token)).toMatchObject({ verification: 'catch_all' });
  finding = invalid;
  await check(id);
  expect(await refundsOf(userId)).toEqual([`refund:email:${address}`]);
});

test.each([[[0, 1]], [[1, 0]]])(
  'a domain search with a catch-all is refunded when none is left: order %j',
  async (order) => {
    const { id: userId } = await bench.zeus.newUser({ email: 5 });
    const addresses = [newAddress(), newAddress()];
    const { backlinkId, ids } = await contactsWith(userId, addresses);
    await bench.zeus.ctx.db.sql`update contacts set verification = 'catch_all' where id = ${ids[1] ?? ''}`;
    await pay(userId, reasonOfDomain(backlinkId), addresses, addresses.slice(0, 1));
    const [first = '', last = ''] = order.map((at) => ids[at] ?? '');
    await check(first);
    expect(await refundsOf(userId)).toEqual([]);
    await check(last);
    expect(await refundsOf(userId)).toEqual([`refund:domain:${backlinkId}`]);
  },
);

test('the emails of a domain search are refunded once, in whichever campaigns they turn out to be invalid', async () => {
  const { id: userId, token } = await bench.zeus.newUser({ email: 5 });
  const addresses = [newAddress(), newAddress()];
  const { backlinkId, ids } = await contactsWith(userId, addresses);
  await pay(userId, reasonOfDomain(backlinkId), addresses, addresses);
  const [elsewhere = '', there = ''] = (await contactsWith(userId, addresses)).ids;
  await check(elsewhere);
  expect(await refundsOf(userId)).toEqual([]);
  expect(await readEvidence(elsewhere, token)).toMatchObject({ is_refunded: false });
  // The other one, in the campaign that bought it. What that says of the first was true before.
  await check(ids[1] ?? '');
  expect(await refundsOf(userId)).toEqual([`refund:domain:${backlinkId}`]);
  expect(await readEvidence(elsewhere, token)).toMatchObject({ is_refunded: true });
  for (const id of [there, ...ids]) await check(id);
  expect(await refundsOf(userId)).toHaveLength(1);
  const [profile] = await bench.zeus.ctx.db.sql`select email_credits from profiles where id = ${userId}`;
  expect(profile).toEqual({ email_credits: 5 });
});

test('a domain search is not refunded while another of its emails may be usable: its site has another name, or it is gone', async () => {
  const { id: userId } = await bench.zeus.newUser({ email: 5 });
  const { db } = bench.zeus.ctx;
  const addresses = [newAddress(), newAddress()];
  const { backlinkId, ids } = await contactsWith(userId, addresses);
  await pay(userId, reasonOfDomain(backlinkId), addresses, addresses);
  await db.sql`update backlinks set domain = 'blog.campvan.localhost' where id = ${backlinkId}`;
  await check(ids[0] ?? '');
  expect(await refundsOf(userId)).toEqual([]);
  const [elsewhere = ''] = (await contactsWith(userId, addresses.slice(0, 1))).ids;
  await db.sql`delete from backlinks where id = ${backlinkId}`;
  await check(elsewhere);
  expect(await refundsOf(userId)).toEqual([]);
});

test.each(['catch_all', 'refuses_checks'])(
  'a domain search that bought only catch-alls is not refunded, also if they were %s since',
  async (since) => {
    const { id: userId } = await bench.zeus.newUser({ email: 5 });
    const addresses = [newAddress(), newAddress()];
    const { backlinkId, ids } = await contactsWith(userId, addresses, since);
    await pay(userId, reasonOfDomain(backlinkId), addresses, []);
    for (const id of ids) await check(id);
    expect(await refundsOf(userId)).toEqual([]);
  },
);

test('a free email beside those of a refunded domain search does not count as refunded', async () => {
  const { id: userId, token } = await bench.zeus.newUser({ email: 5 });
  const [address, free] = [newAddress(), newAddress()];
  const { backlinkId, ids } = await contactsWith(userId, [address.toUpperCase(), free]);
  await pay(userId, reasonOfDomain(backlinkId), [address], [address]);
  for (const id of ids) await check(id);
  expect(await refundsOf(userId)).toEqual([`refund:domain:${backlinkId}`]);
  const shown = await Promise.all(ids.map((id) => readEvidence(id, token)));
  expect(shown.map(({ is_refunded }) => is_refunded)).toEqual([true, false]);
});
