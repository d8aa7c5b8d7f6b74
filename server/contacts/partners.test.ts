// Contacts found by partners, on the practice web with partners of the test's own: answers that come later, people who object,
// what the row says about it, and "Check again".
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Evidence } from '../../shared/contact-evidence.ts';
import type { PartnerAddress, PersonFinder, PersonQuery } from '../engine/email-finders/email-finder.ts';
import { finderOf } from '../engine/finding/finder.ts';
import { ProviderError } from '../engine/provider.ts';
import type { Finding } from '../engine/verification/verification.ts';
import { type ContactsBench, openContactsBench } from '../test/contacts-bench.ts';
import { checkEmailJob } from './checking/check-email.job.ts';
import { checkEmail } from './checking/check-email.ts';
import { fetchEmailJob } from './fetch-email.job.ts';

let bench: ContactsBench;
let asked: string[] = [];
/** How the partner answers. */
let answer: (query: PersonQuery) => PartnerAddress | null | Promise<PartnerAddress> = () => null;
const partner: PersonFinder = {
  source: 'hunter',
  maxDollars: 0.05,
  async findPerson(query) {
    asked.push(`${query.firstName} ${query.lastName} at ${query.domain}`);
    return answer(query);
  },
};
const unsaid: Finding = { verdict: 'unknown', reason: 'no-answer', evidence: { at: '2030-01-01T00:00:00Z' } };
/** How the verifying partner answers. */
let verify: () => Promise<Finding> = async () => unsaid;

beforeAll(async () => {
  bench = await openContactsBench();
  const verifier = { source: 'reacher', verify: () => verify() };
  finderOf(bench.zeus.ctx, { people: [partner], domains: [], verifiers: [verifier] });
});
afterAll(() => bench.close());
beforeEach(() => {
  asked = [];
  answer = () => null;
  verify = async () => unsaid;
});

const author = 'Ji-woo Seongnam at hutwarden.localhost';
/** A mailbox that exists, at a site of somebody else. */
const mailbox = () => bench.truth.people.find((one) => one.verdict === 'valid' && one.isPublished)?.address ?? '';
const says = (address: string): PartnerAddress => ({
  address,
  verdict: 'unknown',
  words: 'score 92, not me@x.example',
});

async function campaignOf(site: string, mode: 'author' | 'domain' = 'author') {
  const user = await bench.zeus.newUser({ email: 10 });
  const campaign = await bench.newCampaign(user.id, { mode, urls: [bench.articleOf(site).url] });
  const backlinkId = campaign.backlinkIds[0] ?? '';
  return { user, campaign, backlinkId, find: () => bench.find(backlinkId) };
}

const jobsNamed = (name: string) =>
  bench.zeus.ctx.db.kysely.selectFrom('jobs').select('payload').where('name', '=', name).execute();

const evidenceOf = (contactId: string, token: string) =>
  bench.zeus.ask(`/data/contacts/${contactId}/evidence`, { token });

test('a late answer: the search is retried automatically, and no one pays twice', async () => {
  const { user, campaign, backlinkId, find } = await campaignOf('hutwarden');
  answer = () => {
    throw new ProviderError('hunter', 'working', { kind: 'pending', retryAfterSeconds: 2 });
  };
  await find();
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'waiting' }]);
  expect((await jobsNamed('contacts.find')).map(({ payload }) => payload)).toContainEqual({
    backlinkId,
    tried: { times: 0, seconds: 2 },
  });
  const [shown] = await bench.contactsOf(campaign);
  expect(shown).toMatchObject({ highlighted: true, email_state: 'unfetched', email: null });

  answer = () => says(mailbox());
  await find();
  const contacts = await bench.contactsOf(campaign);
  expect(contacts[0]).toMatchObject({ id: shown?.id, email: mailbox(), verification: 'valid', source: 'hunter' });
  expect(await bench.spentBy(user.id)).toEqual({ [`email:${mailbox()}`]: 1 });
  expect(new Set(asked)).toEqual(new Set([author]));

  // A worker that died after writing runs it again.
  await bench.zeus.ctx.db.kysely.updateTable('backlinks').set({ contact_search: 'waiting' }).execute();
  await find();
  expect(await bench.contactsOf(campaign)).toEqual(contacts);
  expect(Object.keys(await bench.spentBy(user.id))).toHaveLength(1);

  // Counted, so that the order of partners can follow what their valid addresses cost.
  const counted = () => bench.zeus.ctx.db.sql`select coalesce(sum(valid), 0) > 0 as ok from finder_results`;
  await expect.poll(counted).toEqual([{ ok: true }]);

  const found = (await (await evidenceOf(shown?.id ?? '', user.token)).json()) as Evidence;
  expect(found).toMatchObject({
    ...{ email: mailbox(), source: 'hunter', verification: 'valid', verification_reason: 'accepted' },
    origin: { kind: 'partner', source: 'hunter', words: 'score 92, not …' },
    asked: [
      { source: 'zeus-own', outcome: 'nothing' },
      { source: 'hunter', outcome: 'found', verdict: 'valid' },
    ],
    ...{ verified_by: 'zeus-own', mail_server: { code: 250 }, confidence: { level: 'high' } },
  });
});

test('evidence is for the owner only, and not for a contact without an address', async () => {
  const { user, campaign, find } = await campaignOf('fairwaydigest');
  await find();
  const [found, other] = await bench.contactsOf(campaign);
  const stranger = await bench.zeus.newUser();
  expect((await evidenceOf(found?.id ?? '', user.token)).status).toBe(200);
  expect((await evidenceOf(found?.id ?? '', stranger.token)).status).toBe(404);
  expect(other?.email_state).toBe('unfetched');
  expect((await evidenceOf(other?.id ?? '', user.token)).status).toBe(404);
  const text = await (await evidenceOf(found?.id ?? '', user.token)).text();
  expect(text.match(/[\w.-]+@[\w.-]+/g)?.every((address) => address === found?.email)).toBe(true);
  expect(asked).toEqual([]);
});

test('an account that has run out is not "No email found", and costs nothing', async () => {
  const { user, campaign, find } = await campaignOf('hutwarden');
  answer = () => {
    throw new ProviderError('hunter', 'no credits left', { kind: 'quota' });
  };
  await find();
  expect((await bench.contactsOf(campaign))[0]).toMatchObject({ highlighted: true, email_state: 'unfetched' });
  expect(await bench.backlinksOf(campaign)).toMatchObject([
    { contact_search: 'failed', contact_search_problem: expect.stringMatching(/^Hunter .*used up its quota/) },
  ]);
  expect(await bench.spentBy(user.id)).toEqual({});
});

/** An author whose email an order left for later, or a click. */
async function lateAuthor({ single_fetch = false } = {}) {
  const { user, campaign, backlinkId, find } = await campaignOf('hutwarden');
  answer = () => {
    throw new ProviderError('hunter', 'working', { kind: 'pending', retryAfterSeconds: 2 });
  };
  await find();
  const { kysely } = bench.zeus.ctx.db;
  const contactId = (await bench.contactsOf(campaign))[0]?.id ?? '';
  const fetching = { email_state: 'fetching', single_fetch };
  await kysely.updateTable('contacts').set(fetching).where('id', '=', contactId).execute();
  const searched = { contact_search: 'done', contact_search_mode: 'author' };
  await kysely.updateTable('backlinks').set(searched).where('id', '=', backlinkId).execute();
  asked = [];
  answer = () => says(mailbox());
  const call = { log: bench.zeus.ctx.log, signal: new AbortController().signal, attempt: 1 };
  return {
    ...{ user, campaign, contactId },
    row: async () => (await bench.contactsOf(campaign)).find(({ id }) => id === contactId),
    click: () =>
      kysely
        .updateTable('contacts')
        .set({ ...fetching, single_fetch: true })
        .where('id', '=', contactId)
        .execute(),
    run: () => fetchEmailJob(bench.zeus.ctx).run({ contactId }, call),
    removeLead: () => kysely.updateTable('backlinks').set({ keep: false }).where('id', '=', backlinkId).execute(),
    keepLead: () => kysely.updateTable('backlinks').set({ keep: true }).where('id', '=', backlinkId).execute(),
  };
}

type Late = Awaited<ReturnType<typeof lateAuthor>>;

const spendAll = (userId: string) => bench.zeus.ctx.db.sql`
  insert into credit_entries (user_id, kind, delta, reason) values (${userId}, 'email', -10, 'spent elsewhere')`;

test.each([false, true])(
  'a late email is selected like one that came in time (clicked for: %s)',
  async (single_fetch) => {
    const late = await lateAuthor({ single_fetch });
    await late.run();
    expect(await late.row()).toMatchObject({ email: mailbox(), verification: 'valid', keep: true });
    expect(await bench.spentBy(late.user.id)).toEqual({ [`email:${mailbox()}`]: 1 });
  },
);

test.each([
  ['no-credit', ({ user }: Late) => spendAll(user.id)],
  [
    'limited',
    ({ campaign: { id } }: Late) => bench.zeus.ctx.db.sql`update requests set email_credits_left = 0 where id = ${id}`,
  ],
])(
  'a late email that cannot be paid for leaves the search unfinished until "Get email" has it (%s)',
  async (state, use) => {
    const late = await lateAuthor();
    const { sql } = bench.zeus.ctx.db;
    const advanced = { payload: { campaignId: late.campaign.id } };
    await use(late);
    await late.run();
    expect(await late.row()).toMatchObject({ email_state: 'unfetched', email: null });
    expect(await bench.backlinksOf(late.campaign)).toMatchObject([{ contact_search: state }]);
    expect(await jobsNamed('campaigns.advance')).toContainEqual(advanced);

    await sql`delete from jobs where name = 'campaigns.advance'`;
    await sql`insert into credit_entries (user_id, kind, delta, reason) values (${late.user.id}, 'email', 1, 'bought')`;
    answer = () => {
      throw new ProviderError('hunter', 'no credits left', { kind: 'quota' });
    };
    await late.click();
    await late.run();
    expect(await bench.backlinksOf(late.campaign)).toMatchObject([{ contact_search: state }]);
    answer = () => says(mailbox());
    await late.click();
    await late.run();
    expect(await late.row()).toMatchObject({ email: mailbox() });
    expect(await bench.backlinksOf(late.campaign)).toMatchObject([{ contact_search: 'done' }]);
    expect(await jobsNamed('campaigns.advance')).toContainEqual(advanced);
  },
);

test('a search that lacked another email, which was bought meanwhile, is finished by its last late one', async () => {
  const late = await lateAuthor();
  await bench.zeus.ctx.db
    .sql`update backlinks set contact_search = 'no-credit' where requests_id = ${late.campaign.id}`;
  await late.run();
  expect(await late.row()).toMatchObject({ email: mailbox() });
  expect(await bench.backlinksOf(late.campaign)).toMatchObject([{ contact_search: 'done' }]);
});

test('an email that was clicked for and cannot be paid for says so, and leaves the search finished', async () => {
  const clicked = await lateAuthor({ single_fetch: true });
  await spendAll(clicked.user.id);
  await clicked.run();
  const { token } = clicked.user;
  const list = await bench.zeus.ask(`/data/contacts?campaignId=${clicked.campaign.id}`, { token });
  expect(await list.json()).toContainEqual(
    expect.objectContaining({ id: clicked.contactId, email: null, fetch_problem: { end: 'no-credit', message: '' } }),
  );
  expect(await bench.backlinksOf(clicked.campaign)).toMatchObject([{ contact_search: 'done' }]);
});

test('a late email of a lead that was removed meanwhile is neither looked for nor charged', async () => {
  const late = await lateAuthor();
  await late.removeLead();
  await late.run();
  expect(await late.row()).toMatchObject({ email_state: 'unfetched', email: null, keep: false });
  expect(asked).toEqual([]);
  expect(await bench.spentBy(late.user.id)).toEqual({});
});

test('the late email of an account that was closed meanwhile is neither looked for nor charged', async () => {
  const late = await lateAuthor();
  await bench.zeus.ctx.db.sql`update auth.users set deleted_at = now() where id = ${late.user.id}`;
  await late.run();
  expect(await late.row()).toMatchObject({ email_state: 'unfetched', email: null, next_check_at: null });
  expect(asked).toEqual([]);
  expect(await bench.spentBy(late.user.id)).toEqual({});
});

test('a lead removed while a late email is looked for costs nothing; "Get email" still finds it', async () => {
  const late = await lateAuthor();
  answer = async () => {
    await late.removeLead();
    return says(mailbox());
  };
  await late.run();
  expect(await late.row()).toMatchObject({ email_state: 'unfetched', email: null, keep: false });
  expect(await bench.spentBy(late.user.id)).toEqual({});
  const { user } = late;
  await late.click();
  await late.run();
  expect(await late.row()).toMatchObject({ email_state: 'found', email: mailbox(), keep: false });
  expect(await bench.spentBy(user.id)).toEqual({ [`email:${mailbox()}`]: 1 });
  await late.keepLead();
  expect(await late.row()).toMatchObject({ keep: true });
});

const checkJob = (contactId: string) =>
  checkEmailJob(bench.zeus.ctx).run(
    { contactId },
    { log: bench.zeus.ctx.log, signal: new AbortController().signal, attempt: 1 },
  );

test('Check again: one check however often it is ordered; a failed one leaves the verdict', async () => {
  const { user, campaign, find } = await campaignOf('opendesk');
  await find();
  const { db } = bench.zeus.ctx;
  const [contact] = await bench.contactsOf(campaign);
  const contactId = contact?.id ?? '';
  expect(contact).toMatchObject({ verification: 'catch_all', verification_reason: 'accepts-everything' });
  const spent = await bench.spentBy(user.id);

  const clicks = Array.from({ length: 4 }, () => checkEmail(bench.zeus.ctx, { userId: user.id, contactId, ms: 50 }));
  expect(await Promise.all(clicks)).toEqual([false, false, false, false]);
  expect(await jobsNamed('contacts.check')).toHaveLength(1);
  await checkJob(contactId);
  await checkJob(contactId);
  const [after] = await bench.contactsOf(campaign);
  // Never valid at a catch-all.
  expect(after).toMatchObject({ verification: 'catch_all', checking_since: null, keep: contact?.keep });
  expect(await checkEmail(bench.zeus.ctx, { userId: user.id, contactId })).toBe(true);
  expect(await jobsNamed('contacts.check')).toHaveLength(1);

  // A server that refuses ours: that we could not look changes nothing but the note.
  const closed = 'astrid@fiscalfox.localhost';
  await db.sql`update contacts set email = ${closed}, verification = 'valid', checking_since = now() where id = ${contactId}`;
  await checkJob(contactId);
  const [last] = await bench.contactsOf(campaign);
  expect(last).toMatchObject({ verification: 'valid', checking_since: null });
  expect(last?.evidence).toMatchObject({ lastCheck: { message: expect.stringContaining('refuses to talk') } });
  expect(await bench.spentBy(user.id)).toEqual(spent);
  await expect(checkEmail(bench.zeus.ctx, { userId: campaign.id, contactId })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('Check again: without the partner that can tell, the verdict stays; its answer replaces it', async () => {
  const { campaign, find } = await campaignOf('fairwaydigest');
  await find();
  const contactId = (await bench.contactsOf(campaign))[0]?.id ?? '';
  const { db } = bench.zeus.ctx;
  // The email provider of this site reveals nothing, so only the partner can have called it valid.
  await db.sql`update contacts set email = 'someone@campvan.localhost', verification = 'valid' where id = ${contactId}`;
  const check = async () => {
    await db.sql`update contacts set checking_since = now() where id = ${contactId}`;
    await checkJob(contactId);
    return (await bench.contactsOf(campaign)).find(({ id }) => id === contactId);
  };
  verify = async () => {
    throw new ProviderError('reacher', 'no credits left', { kind: 'quota' });
  };
  const lastCheck = { message: expect.stringMatching(/^Reacher could not be used/) };
  expect(await check()).toMatchObject({ verification: 'valid', checking_since: null, evidence: { lastCheck } });
  verify = async () => unsaid;
  expect(await check()).toMatchObject({ verification: 'refuses_checks' });
});

test('who objects is dropped with what was kept, remembered without a name, and never delivered again', async () => {
  const { ctx } = bench.zeus;
  const waiting = await campaignOf('hutwarden');
  answer = () => {
    throw new ProviderError('hunter', 'working', { kind: 'pending', retryAfterSeconds: 2 });
  };
  await waiting.find();
  expect(await bench.contactsOf(waiting.campaign)).not.toEqual([]);
  const other = await campaignOf('hutwarden');
  await other.find();
  const [kept] = await bench.contactsOf(other.campaign);

  answer = () => {
    throw new ProviderError('hunter', 'claimed', { kind: 'suppressed' });
  };
  await waiting.find();
  const names = (rows: { last_name: string }[]) => rows.map(({ last_name }) => last_name);
  expect(names(await bench.contactsOf(waiting.campaign))).not.toContain('Seongnam');
  const rows = await ctx.db.sql`select suppressed_people::text as row from suppressed_people`;
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/seongnam|ji-?woo|hutwarden/i);

  // Another campaign kept the name before: its search drops the person too, without asking anybody.
  asked = [];
  answer = () => says(mailbox());
  await ctx.db.sql`update contacts set email_state = 'fetching' where id = ${kept?.id ?? ''}`;
  const call = { log: ctx.log, signal: new AbortController().signal, attempt: 1 };
  await fetchEmailJob(ctx).run({ contactId: kept?.id ?? '' }, call);
  await other.find();
  const later = await campaignOf('hutwarden', 'domain');
  await later.find();
  for (const { campaign, user } of [waiting, other, later]) {
    expect(names(await bench.contactsOf(campaign))).not.toContain('Seongnam');
    expect(await bench.spentBy(user.id)).toEqual({});
  }
  expect(asked).toEqual([]);
});
