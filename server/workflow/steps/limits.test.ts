// The price of an order of backlinks, and its limit, whatever happens to the order. The sources are replaced by ones that know
// how many backlinks a page has; jobs run when the test says so.
import { expect, test } from 'vitest';
import { findBacklinksJob } from '../../backlink-search/find.job.ts';
import { findContactsJob } from '../../contacts/find-contacts.job.ts';
import type { StatedBacklink } from '../../engine/backlinks/found-backlink.ts';
import { ProviderError } from '../../engine/provider.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults } from '../../test/build.ts';
import { advanceCampaignJob } from '../orchestration/advance.job.ts';

const zeus = appForTests();

/** `strength` and `strength - 1` … down to `strength - count + 1`, each on a domain of its own. */
const links = (name: string, count: number, strength = 90): StatedBacklink[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ urlFrom: `https://${name}-${n}.example/`, urlTo: `https://${name}.example/`, title: '', anchor: '', rel: '' },
    ...{ domainRating: strength - n, urlRating: 1, searchTraffic: 1, trafficValue: 1 },
  }));

const pages: Record<string, StatedBacklink[]> = {
  'https://ale.example/': links('ale', 5),
  'https://bay.example/': links('bay', 4, 60),
  'https://cod.example/': links('cod', 3, 30),
};

interface Sources {
  down: ReadonlySet<string>;
  asked: string[];
  /** What a Magic Search finds. */
  magic?: StatedBacklink[];
}

function jobWith({ down, asked, magic = links('magic', 8) }: Sources) {
  const find = async ({ url }: { url: string }) => {
    asked.push(url);
    if (down.has(url)) throw new ProviderError('test', 'It is busy.', { retryAfterSeconds: 1 });
    return pages[url] ?? null;
  };
  const search = async () => magic;
  return findBacklinksJob(zeus.ctx, { finders: [{ source: 'test', find }], magic: [{ source: 'test', search }] });
}

const call = () => ({ log: zeus.ctx.log, signal: new AbortController().signal, attempt: 1 });

/** Runs the job as the queue would, and sets the status. Returns the pages that were looked up. */
async function work(campaignId: string, down: readonly string[] = []): Promise<string[]> {
  const asked: string[] = [];
  const run = jobWith({ down: new Set(down), asked }).run({ campaignId }, call());
  if (down.length > 0) await expect(run).rejects.toThrow();
  else await run;
  await advanceCampaignJob(zeus.ctx).run({ campaignId }, call());
  return asked;
}

async function campaign({ credits = 50, ...more }: { credits?: number; type?: string } = {}) {
  const user = await zeus.newUser({ backlink: credits });
  const status = 'Waiting to Pick Search Results';
  const campaignId = await createCampaign(zeus.ctx.db, user.id, { status, search: 'done', ...more });
  return { ...user, campaignId, of: { userId: user.id, campaignId } };
}

type Campaign = Awaited<ReturnType<typeof campaign>>;

/** Kept results for these pages of the ones above. */
const keep = ({ of }: Campaign, known: Record<string, number>) =>
  createSearchResults(
    zeus.ctx.db,
    of,
    Object.entries(known).map(([name, referring_domains]) => ({
      ...{ keep: true, url: `https://${name}.example/`, referring_domains },
    })),
  );

async function order({ token, campaignId }: Campaign, more: object = {}) {
  const json = { campaignId, ...more };
  return (await zeus.ask('/api/campaign/get-backlinks', { method: 'POST', token, json })).json();
}

const price = async ({ token, campaignId }: Campaign) =>
  (await zeus.ask(`/data/campaigns/${campaignId}/backlink-price`, { token })).json();

async function delivered({ id, campaignId }: Campaign) {
  const rows = await zeus.ctx.db.sql<{ url: string }[]>`
    select url_from as url from backlinks where requests_id = ${campaignId} order by domain_rating desc`;
  const [ledger] = await zeus.ctx.db.sql<{ spent: number }[]>`
    select -sum(delta)::int as spent from credit_entries where user_id = ${id} and delta < 0`;
  expect(ledger?.spent ?? 0).toBe(rows.length);
  return rows.map(({ url }) => url.slice('https://'.length, -'.example/'.length));
}

const rowOf = async ({ campaignId }: Campaign) =>
  (await zeus.ctx.db.kysely.selectFrom('requests').selectAll().where('id', '=', campaignId).execute())[0];

test('the price: referring domains, unknown ones named, the balance, and the kept results', async () => {
  const one = await campaign({ credits: 7 });
  const ids = await keep(one, { ale: 5, bay: -1, cod: 2_000 });
  expect(await price(one)).toEqual({ results: 3, known: 1_005, unknown: 1, most: 2_005, balance: 7, keptIds: ids });
});

test('the strongest within the limit are delivered; later orders have limits of their own', async () => {
  const one = await campaign();
  await keep(one, { ale: 5, bay: 4, cod: 3 });
  await order(one, { limit: 6 });
  await work(one.campaignId);
  expect(await delivered(one)).toEqual(['ale-0', 'ale-1', 'ale-2', 'ale-3', 'ale-4', 'bay-0']);
  expect(await rowOf(one)).toMatchObject({
    status: 'Waiting to Pick Backlinks',
    status_message: '6 backlinks were left out: your limit was reached.',
  });
  // What was delivered is not counted again, and neither is the first result, which is done.
  expect(await price(one)).toMatchObject({ results: 2, known: 6, most: 6, balance: 44 });
  await order(one, { limit: 1 });
  await work(one.campaignId);
  expect(await delivered(one)).toHaveLength(7);
  await order(one);
  await work(one.campaignId);
  expect(await delivered(one)).toHaveLength(12);
  expect(await rowOf(one)).toMatchObject({ status_message: null, over_limit: 0 });
});

test('a limit holds over several runs of the job and a retry, and nothing is looked up beyond it', async () => {
  const one = await campaign();
  await keep(one, { ale: 5, bay: 4, cod: 3 });
  await order(one, { limit: 7 });
  await work(one.campaignId, ['https://bay.example/', 'https://cod.example/']);
  expect(await delivered(one)).toHaveLength(5);
  await jobWith({ down: new Set(), asked: [] }).gaveUp?.({ campaignId: one.campaignId }, 'too often', call());
  await advanceCampaignJob(zeus.ctx).run({ campaignId: one.campaignId }, call());
  expect(await rowOf(one)).toMatchObject({ status: 'Something went wrong', backlinks_left: 2 });
  await zeus.ask(`/api/campaign/${one.campaignId}/retry`, { method: 'POST', token: one.token, json: {} });
  await work(one.campaignId, ['https://cod.example/']);
  expect(await delivered(one)).toEqual(['ale-0', 'ale-1', 'ale-2', 'ale-3', 'ale-4', 'bay-0', 'bay-1']);
  expect(await work(one.campaignId)).toEqual([]);
  expect(await delivered(one)).toHaveLength(7);
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Backlinks', backlinks_left: 0 });
});

test('a limit that is reached exactly: what was not looked up because of it is named and can be ordered', async () => {
  const one = await campaign();
  await keep(one, { ale: 5, bay: 4, cod: 3 });
  await order(one, { limit: 5 });
  await work(one.campaignId, ['https://bay.example/', 'https://cod.example/']);
  expect(await delivered(one)).toHaveLength(5);
  expect(await rowOf(one)).toMatchObject({
    status: 'Waiting to Pick Backlinks',
    status_message: 'Your limit was reached before 2 of 3 search results had been looked up.',
  });
  expect(await price(one)).toMatchObject({ results: 2, known: 7, most: 7 });
  await order(one);
  await work(one.campaignId);
  expect(await delivered(one)).toHaveLength(12);
  expect(await rowOf(one)).toMatchObject({ status_message: null });
});

test('double clicks are one order; an order of another window adds its limit; jobs at once deliver no more', async () => {
  const one = await campaign();
  await keep(one, { ale: 5 });
  await Promise.all([order(one, { limit: 3 }), order(one, { limit: 3 })]);
  expect(await rowOf(one)).toMatchObject({ backlinks_left: 3 });
  await createSearchResults(zeus.ctx.db, one.of, [{ keep: true, url: 'https://bay.example/' }]);
  await order(one, { limit: 4 });
  expect(await rowOf(one)).toMatchObject({ backlinks_left: 7 });
  await Promise.all([work(one.campaignId), work(one.campaignId)]);
  expect(await delivered(one)).toHaveLength(7);
});

test.each([
  [{}, { limit: 2 }, 5 + 2],
  [{ limit: 3 }, {}, 3 + 4],
  [{}, {}, null],
])(
  'an order %j that is joined by %j: together they deliver no more than the sum of what each can cost',
  async (first, second, sum) => {
    const one = await campaign();
    await keep(one, { ale: 5 });
    await order(one, first);
    await keep(one, { bay: 4 });
    await order(one, second);
    expect(await rowOf(one)).toMatchObject({ backlinks_left: sum });
    await work(one.campaignId);
    expect(await delivered(one)).toHaveLength(sum ?? 9);
  },
);

test('with fewer credits than the limit, what is missing says why', async () => {
  const one = await campaign({ credits: 2 });
  await keep(one, { ale: 5, bay: 4 });
  await order(one, { limit: 6 });
  await work(one.campaignId);
  expect(await delivered(one)).toEqual(['ale-0', 'ale-1']);
  expect((await rowOf(one))?.status_message).toBe(
    '4 backlinks were left out: your backlink credits ran out. 3 backlinks were left out: your limit was reached.',
  );
});

test('Magic Search: a limit in the form, and the rest later', async () => {
  const user = await zeus.newUser({ backlink: 50 });
  const form = { keyword: 'tea', magicCampaign: true, minWords: 1, minTraffic: 1 };
  const create = async (limit: unknown) =>
    (
      await zeus.ask('/api/campaign/new', { method: 'POST', token: user.token, json: { ...form, limit } })
    ).json() as Promise<{ id: string }>;
  for (const limit of [0, 101, 1.5, 'x']) expect(await create(limit)).toMatchObject({ error: 'bad-input' });
  const { id: campaignId } = await create('5');
  const one = { ...user, campaignId, of: { userId: user.id, campaignId } };
  await work(campaignId);
  expect(await delivered(one)).toEqual(['magic-0', 'magic-1', 'magic-2', 'magic-3', 'magic-4']);
  expect(await price(one)).toMatchObject({ results: 0, known: 3, unknown: 0, most: 3, balance: 45 });
  await order(one, { limit: 2 });
  await work(campaignId);
  expect(await delivered(one)).toHaveLength(7);
});

test('Magic Search: a hundred credits per campaign at most, whatever the source finds and however often it is ordered', async () => {
  const user = await zeus.newUser({ backlink: 60 });
  const campaignId = await createCampaign(zeus.ctx.db, user.id, {
    ...{ type: 'Magic Campaign', status: 'Waiting for Backlinks', search: 'waiting' },
  });
  const one = { ...user, campaignId, of: { userId: user.id, campaignId } };
  const magic = links('magic', 130).map((link) => ({ ...link, domainRating: 50 }));
  const search = async () => {
    await jobWith({ down: new Set(), asked: [], magic }).run({ campaignId }, call());
    await advanceCampaignJob(zeus.ctx).run({ campaignId }, call());
  };
  await search();
  expect(await delivered(one)).toHaveLength(60);
  expect((await rowOf(one))?.status_message).toBe('40 backlinks were left out: your backlink credits ran out.');
  await zeus.ctx.db.sql`
    insert into credit_entries (user_id, kind, delta, reason) values (${user.id}, 'backlink', 500, 'more')`;
  expect(await price(one)).toMatchObject({ known: 40, most: 40, balance: 500 });
  await order(one);
  await search();
  expect(await delivered(one)).toHaveLength(100);
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Backlinks', status_message: null });
  expect(await order(one)).toEqual({ error: false, message: 'Zeus has already found all backlinks.' });
});

test('backlinks that a campaign has from another search do not count against the limit', async () => {
  const one = await campaign();
  await createBacklinks(zeus.ctx.db, one.of, [{ domain: 'ale-0.example' }]);
  await keep(one, { ale: 5 });
  await order(one, { limit: 2 });
  await work(one.campaignId);
  const [{ count } = { count: 0 }] = await zeus.ctx.db.sql<{ count: number }[]>`
    select count(*)::int as count from backlinks where requests_id = ${one.campaignId}`;
  expect(count).toBe(3);
});

async function emailCampaign() {
  const user = await zeus.newUser({ email: 50 });
  const status = 'Waiting to Pick Backlinks';
  const campaignId = await createCampaign(zeus.ctx.db, user.id, { status, search: 'done' });
  const one = { ...user, campaignId, of: { userId: user.id, campaignId } };
  const orderEmails = async (more: object) => {
    const json = { campaignId, mode: 'author', ...more };
    return (await zeus.ask('/api/campaign/get-emails', { method: 'POST', token: user.token, json })).status;
  };
  return { ...one, orderEmails };
}

const keepBacklinks = ({ of }: Campaign, count: number) =>
  createBacklinks(zeus.ctx.db, of, Array(count).fill({ keep: true }));

const limitOf = async (one: Campaign) => (await rowOf(one))?.email_credits_left;

test.each([
  ['author', {}, { limit: 5 }, 2 * 5 + 5],
  ['domain', {}, { limit: 2 }, 2 + 2],
  ['author', { limit: 3 }, {}, 3 + 3 * 5],
  ['author', { limit: 50 }, { limit: 4 }, 2 * 5 + 4],
  ['author', { limit: 3 }, { limit: 50 }, 3 + 3 * 5],
  ['author', {}, {}, null],
])(
  'emails in %s mode: an order %j of two backlinks that is joined by %j of three: the sum of what each can cost',
  async (mode, first, second, sum) => {
    const one = await emailCampaign();
    await keepBacklinks(one, 2);
    await one.orderEmails({ mode, ...first });
    await keepBacklinks(one, 3);
    await one.orderEmails({ mode, ...second });
    expect(await limitOf(one)).toBe(sum);
  },
);

test.each([
  [0, {}, 2 * 5],
  [4, { limit: 7 }, 1 + 7],
  [null, { limit: 7 }, 1 + 7],
  [null, {}, null],
])(
  'emails: an order with a late email and %j credits left keeps to them beside a later order %j',
  async (left, later, sum) => {
    const one = await emailCampaign();
    const done = { keep: true, contact_search: 'done', contact_search_mode: 'author' };
    const [backlinkId = ''] = await createBacklinks(zeus.ctx.db, one.of, [done]);
    const late = { first_name: 'Ann', email_state: 'fetching' };
    await createContacts(zeus.ctx.db, { ...one.of, backlinkId }, [late, { ...late, single_fetch: true }]);
    await zeus.ctx.db.sql`update requests set email_credits_left = ${left} where id = ${one.campaignId}`;
    // Nothing to search: the contacts are there.
    expect(await one.orderEmails({ limit: 50 })).toBe(200);
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Download Emails', email_credits_left: left });
    await keepBacklinks(one, 2);
    await one.orderEmails(later);
    expect(await limitOf(one)).toBe(sum);
  },
);

test('emails: an order has a limit of its own; what is beyond it is not looked for and can be ordered later', async () => {
  const one = await emailCampaign();
  const { campaignId, orderEmails, token } = one;
  const ids = await keepBacklinks(one, 3);
  for (const limit of [0, 50_001, 1.5, 'x']) expect(await orderEmails({ limit })).toBe(400);
  expect(await Promise.all([orderEmails({ limit: 2 }), orderEmails({ limit: 2 })])).toEqual([200, 200]);
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting for Emails', email_credits_left: 2 });
  ids.push(...(await keepBacklinks(one, 1)));
  await orderEmails({ limit: 3 });
  expect(await rowOf(one)).toMatchObject({ email_credits_left: 5 });

  // As if others had spent it. Nothing is looked up any more.
  await zeus.ctx.db.sql`update requests set email_credits_left = 0 where id = ${campaignId}`;
  const job = findContactsJob(zeus.ctx);
  await Promise.all(ids.map((backlinkId) => job.run({ backlinkId }, call())));
  await advanceCampaignJob(zeus.ctx).run({ campaignId }, call());
  expect(await rowOf(one)).toMatchObject({
    status: 'Waiting to Download Emails',
    status_message: '4 of 4 backlinks are not fully searched: your limit was reached.',
  });
  await zeus.ask(`/api/campaign/${campaignId}/retry`, { method: 'POST', token, json: {} });
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Download Emails' });
  await orderEmails({ limit: 1 });
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting for Emails', email_credits_left: 1 });

  // A retry keeps to what the order has left.
  await zeus.ask(`/api/campaign/${campaignId}/stop`, { method: 'POST', token, json: {} });
  const retryPrice = await zeus.ask(`/data/campaigns/${campaignId}/retry-price`, { token });
  expect(await retryPrice.json()).toEqual({ most: 1, balance: 50 });
  await zeus.ask(`/api/campaign/${campaignId}/retry`, { method: 'POST', token, json: {} });
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting for Emails', email_credits_left: 1 });
  await zeus.ask(`/api/campaign/${campaignId}/stop`, { method: 'POST', token, json: {} });
  await orderEmails({});
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting for Emails', email_credits_left: null });
});
