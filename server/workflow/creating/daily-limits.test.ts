// Daily limits per account: a call above one is refused with a message and changes nothing.
import { expect, onTestFinished, test } from 'vitest';
import { perDay } from '../../../shared/limits.ts';
import { addEntriesOnce } from '../../credits/credits.store.ts';
import { appForTests, createTestApp } from '../../test/app.ts';
import { createBacklinks, createCampaign, createContacts } from '../../test/build.ts';

const zeus = appForTests();

const organic = { keyword: 'golf' };
const own = (backlinks: string[]) => ({ campaignType: 'BYOB', keyword: 'Own backlinks', backlinks });

async function post(path: string, token: string, json: object) {
  const answer = await zeus.ask(`/api/campaign/${path}`, { method: 'POST', token, json });
  if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  return { status: answer.status, json: await answer.json() };
}
const create = (token: string, json: object) => post('new', token, json);

async function campaignsOf(userId: string) {
  return zeus.ctx.db.kysely.selectFrom('requests').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Leaves this much of a limit. */
const leave = (userId: string, what: keyof typeof perDay, left: number) => zeus.ctx.db.sql`
  insert into auth.rate_limits (key, used_until)
  values (${`${what}:user:${userId}`}, now() + make_interval(secs => ${((perDay[what] - left) * 86_400) / perDay[what]}))`;
const refused = (message: RegExp) => ({
  status: 429,
  json: { error: 'too-many-requests', message: expect.stringMatching(message) },
});

test('campaigns per day, including deleted ones; a repeated request does not count', async () => {
  const { id, token } = await zeus.newUser({ backlink: 5 });
  await leave(id, 'campaigns', 2);
  const first = await create(token, organic);
  expect(await create(token, organic)).toEqual(first);
  expect((await create(token, { ...organic, keyword: 'tennis' })).status).toBe(200);
  await zeus.ask(`/data/requests/${first.json.id}`, { method: 'DELETE', token });
  expect(await create(token, { ...organic, keyword: 'chess' })).toEqual(
    refused(/^You can start up to 100 campaigns a day\. Please try again in 1\d minutes\.$/),
  );
  expect((await campaignsOf(id)).map(({ keyword }) => keyword)).toEqual(['tennis']);
});

const sellsPlans = {
  ...{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  STRIPE_PRICES: 'starter:price_1,growth:price_2',
};

test('fewer campaigns for accounts that have never paid, where plans are sold', async () => {
  const selling = await createTestApp({ env: sellsPlans });
  onTestFinished(() => selling.close());
  const { id: userId, token } = await selling.newUser({ backlink: 5 });
  const start = async (keywords: string[], by = token) => {
    const answer = await selling.ask('/api/campaign/new', { method: 'POST', token: by, json: { keywords } });
    return { status: answer.status, json: await answer.json() };
  };
  expect(await start(['a', 'b', 'c', 'd', 'e', 'f'])).toEqual(
    refused(/^You can start up to 5 campaigns a day\. With a plan, you can start up to 100\.$/),
  );
  expect((await start(['a', 'b', 'c', 'd', 'e'])).status).toBe(200);
  expect(await start(['f'])).toEqual(
    refused(
      /^You can start up to 5 campaigns a day\. Please try again in 5 hours\. With a plan, you can start up to 100\.$/,
    ),
  );
  await addEntriesOnce(selling.ctx.db.kysely, [{ userId, kind: 'backlink', delta: 500, reason: 'invoice:in_1' }]);
  expect((await start(['f', 'g', 'h', 'i', 'j', 'k'])).status).toBe(200);

  // A customer who pays a price that the operator arranged gets as many, although it brings no credits.
  const customer = await selling.newUser({ backlink: 5 });
  const { sql } = selling.ctx.db;
  await sql`insert into billing_customers (user_id, account, id) values (${customer.id}, 'sandbox', 'cus_1')`;
  await sql`insert into billing_records (user_id, customer_id, kind, object_id, at)
    values (${customer.id}, 'cus_1', 'payment', 'in_1', now())`;
  expect((await start(['a', 'b', 'c', 'd', 'e', 'f'], customer.token)).status).toBe(200);
});

test('own URLs per day; a shorter list still fits, and so do other campaigns', async () => {
  const { id, token } = await zeus.newUser({ backlink: 5 });
  await leave(id, 'ownBacklinks', 10);
  const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://a.example/${count}/${n}`);
  expect(await create(token, own(urls(500)))).toEqual(
    refused(/^You can submit up to 5,000 URLs a day\. Please try again in 3 hours\.$/),
  );
  expect((await create(token, own(urls(9)))).status).toBe(200);
  expect((await create(token, organic)).status).toBe(200);
  expect((await campaignsOf(id)).length).toBe(2);
});

test('contact searches per day: whole campaigns, single backlinks and contacts', async () => {
  const { id: userId, token } = await zeus.newUser({ email: 5 });
  const campaignId = await createCampaign(zeus.ctx.db, userId);
  const [backlinkId = ''] = await createBacklinks(zeus.ctx.db, { userId, campaignId }, [
    { keep: true },
    { keep: true },
  ]);
  const [contactId] = await createContacts(zeus.ctx.db, { userId, campaignId, backlinkId });
  // They come back every few seconds; overdrawn, none returns before this test ends.
  await leave(userId, 'contactSearches', -8);
  const tooMany = refused(/^You can search for contacts up to 20,000 times a day\. Please try again in a minute\.$/);
  expect(await post('get-emails', token, { campaignId, mode: 'author' })).toEqual(tooMany);
  expect(await post(`get-email/${contactId}`, token, {})).toEqual(tooMany);
  const single = { campaignId, mode: 'domain', backlinkId, sendDataBack: true };
  expect(await post('get-emails', token, single)).toEqual(tooMany);
  const states = await zeus.ctx.db.sql`
    select contact_search, domain_search, email_state from backlinks left join contacts on backlink_id = backlinks.id
    where requests_id = ${campaignId} order by email_state`;
  expect(states).toEqual([
    { contact_search: 'none', domain_search: 'none', email_state: 'unfetched' },
    { contact_search: 'none', domain_search: 'none', email_state: null },
  ]);
});
