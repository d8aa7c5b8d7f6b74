// Finding contacts on the practice web, against its truth: right addresses, exact credits, the same after a second run.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzeBacklinksJob } from '../backlinks/analyze.job.ts';
import { explainUnverified } from '../engine/finding/explain-unverified.ts';
import { requestScreenshots } from '../pictures/request-screenshots.ts';
import { openScreenshots, type Screenshots } from '../pictures/screenshots/open-screenshots.ts';
import { takeScreenshotsJob } from '../pictures/screenshots/take-screenshots.job.ts';
import { type ContactsBench, openContactsBench } from '../test/contacts-bench.ts';
import { confirmEmailsJob } from './confirm-emails.job.ts';
import { fetchEmailJob } from './fetch-email.job.ts';
import { findContactsJob } from './find-contacts.job.ts';
import { draftAddress, draftPerson } from './finding/contact-draft.ts';
import { contactEvidence } from './finding/contact-evidence.ts';
import { endNow } from './finding/defer-lookups.ts';
import { finishContactSearches } from './rows/finish-contact-searches.ts';
import { readWork } from './rows/work.store.ts';
import { searchDomainJob } from './search-domain.job.ts';

let bench: ContactsBench;
beforeAll(async () => {
  bench = await openContactsBench();
});
afterAll(() => bench.close());

const call = (attempt = 1) => ({ log: bench.zeus.ctx.log, signal: new AbortController().signal, attempt });

const personOf = (id: string | undefined) => bench.truth.people.find((person) => person.id === id);

/** A campaign of one backlink, searched. */
async function searched(options: { mode: 'author' | 'domain'; url: string; credits?: number }) {
  const user = await bench.zeus.newUser({ email: options.credits ?? 10 });
  const campaign = await bench.newCampaign(user.id, { mode: options.mode, urls: [options.url] });
  const backlinkId = campaign.backlinkIds[0] ?? '';
  await bench.find(backlinkId);
  return { user, campaign, backlinkId };
}

test('Author Mode: the author with the right address, the others without, one credit; the same after a second run', async () => {
  const { url, authorIds } = bench.articleOf('fairwaydigest');
  const author = personOf(authorIds[0]);
  const { user, campaign, backlinkId } = await searched({ mode: 'author', url });
  const contacts = await bench.contactsOf(campaign);
  expect(contacts[0]).toMatchObject({
    first_name: author?.first,
    last_name: author?.last,
    position: author?.position,
    highlighted: true,
    email_state: 'found',
    email: author?.address,
    verification: 'valid',
    type: 'personal',
    source: 'zeus-own',
    keep: true,
  });
  // Its mail server was asked for this user, who shares our limits there with others. Replies are saved a moment later.
  await expect
    .poll(() => bench.zeus.ctx.db.sql`select distinct judged from mail_replies where for_user = ${user.id}`, {
      timeout: 60_000,
    })
    .toContainEqual({ judged: 'accepted' });
  expect(contacts.length).toBeGreaterThan(3);
  for (const other of contacts.slice(1)) {
    expect(other).toMatchObject({ highlighted: false, email_state: 'unfetched', email: null, keep: false });
  }
  const colleagues = bench.truth.people.filter(({ site }) => site === 'fairwaydigest.localhost');
  for (const { first_name, last_name } of contacts) {
    expect(colleagues.some(({ name }) => name.startsWith(first_name) && name.endsWith(last_name))).toBe(true);
  }
  expect(await bench.spentBy(user.id)).toEqual({ [`email:${author?.address}`]: 1 });
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'done', domain_search: 'none' }]);

  await bench.find(backlinkId);
  await bench.zeus.ctx.db.sql`update backlinks set contact_search = 'waiting' where id = ${backlinkId}`;
  await bench.find(backlinkId);
  expect(await bench.contactsOf(campaign)).toEqual(contacts);
  expect(Object.keys(await bench.spentBy(user.id))).toHaveLength(1);
});

test('a page whose title was just read is not fetched again', async () => {
  const { url } = bench.articleOf('fairwaydigest');
  const fetched: string[] = [];
  const { outbound } = bench.zeus.ctx;
  // A client of its own, so that no other test has filled its cache.
  const recording: typeof outbound = {
    ...outbound,
    request(to, options) {
      fetched.push(String(to));
      return outbound.request(to, options);
    },
  };
  const ctx = { ...bench.zeus.ctx, outbound: recording };
  const user = await bench.zeus.newUser({ email: 10 });
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [url] });
  const [backlinkId = ''] = campaign.backlinkIds;
  await ctx.db.kysely.updateTable('backlinks').set({ page_read: 'waiting' }).where('id', '=', backlinkId).execute();
  await analyzeBacklinksJob(ctx).run({ backlinkIds: [backlinkId] }, call());
  expect(fetched).toContain(url);
  await findContactsJob(ctx).run({ backlinkId }, call());
  expect((await bench.contactsOf(campaign))[0]).toMatchObject({ highlighted: true, email_state: 'found' });
  expect(fetched.filter((one) => one === url)).toHaveLength(1);
});

describe('an article that names its author only once scripts have run', () => {
  let screenshots: Screenshots;
  beforeAll(() => {
    screenshots = openScreenshots(bench.zeus.ctx);
  });
  afterAll(() => screenshots.close());

  const drawn = () => bench.truth.traps.flatMap(({ url, inBrowser }) => (inBrowser ? [{ url, ...inBrowser }] : []));

  test('is found on the page that the screenshot shows, and says so', async () => {
    expect(drawn()).toHaveLength(2);
    const { ctx } = bench.zeus;
    const user = await bench.zeus.newUser({ email: 10 });
    const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: drawn().map(({ url }) => url) });
    const owned = { userId: user.id, campaignId: campaign.id };
    await ctx.db.kysely.transaction().execute((tx) => requestScreenshots(ctx, tx, owned));
    await takeScreenshotsJob(ctx, screenshots).run({ lane: 0 }, call());
    for (const [index, { url, author, address }] of drawn().entries()) {
      const backlinkId = campaign.backlinkIds[index] ?? '';
      await bench.find(backlinkId);
      await bench.find(backlinkId);
      const ofPage = (await bench.contactsOf(campaign)).filter((one) => one.backlink_id === backlinkId);
      const [first, ...others] = ofPage;
      expect([`${first?.first_name} ${first?.last_name}`, first?.highlighted]).toEqual([author, true]);
      expect([first?.email, first?.email_state]).toEqual([address, 'found']);
      expect(others.filter(({ highlighted }) => highlighted)).toEqual([]);
      const { sightings } = contactEvidence.parse(first?.evidence);
      expect(sightings?.[0]).toMatchObject({ page: url, rendered: true });
      const evidence = await bench.zeus.ask(`/data/contacts/${first?.id}/evidence`, { token: user.token });
      expect(await evidence.json()).toMatchObject({ origin: { kind: 'page', page: url, rendered: true } });
    }
    const paid = drawn().map(({ address }) => [`email:${address}`, 1]);
    expect(await bench.spentBy(user.id)).toEqual(Object.fromEntries(paid));
  }, 120_000);

  test('is not found, and nobody is invented, if the page was never captured', async () => {
    await bench.zeus.ctx.db.sql`delete from screenshots`;
    for (const { url } of drawn()) {
      const { campaign } = await searched({ mode: 'author', url });
      expect((await bench.contactsOf(campaign)).filter(({ highlighted }) => highlighted)).toEqual([]);
      expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'done' }]);
    }
  });
});

test('an address the user has paid for is free in the next campaign', async () => {
  const { url } = bench.articleOf('fairwaydigest');
  const { user } = await searched({ mode: 'author', url, credits: 2 });
  const again = await bench.newCampaign(user.id, { mode: 'author', urls: [url] });
  await bench.find(again.backlinkIds[0] ?? '');
  expect((await bench.contactsOf(again))[0]).toMatchObject({ email_state: 'found', verification: 'valid' });
  const domain = await bench.newCampaign(user.id, { mode: 'domain', urls: [url] });
  await bench.find(domain.backlinkIds[0] ?? '');
  expect(Object.keys(await bench.spentBy(user.id))).toHaveLength(2);
  const author = await bench.newCampaign(user.id, { mode: 'author', urls: [url] });
  // Nothing is left, and a search would not cost anything: but nobody can know that before.
  await bench.find(author.backlinkIds[0] ?? '');
  expect(await bench.backlinksOf(author)).toMatchObject([{ contact_search: 'no-credit' }]);
});

test('two authors and one credit: what is found stays, without the address that was not paid; then the rest', async () => {
  const pair = bench.truth.pages.find(
    ({ authorIds, host }) => authorIds.length === 2 && host === 'hostbench.localhost',
  );
  const { user, campaign, backlinkId } = await searched({ mode: 'author', url: pair?.url ?? '', credits: 1 });
  const authors = (await bench.contactsOf(campaign)).filter((one) => one.highlighted);
  expect(authors.map((one) => one.email_state)).toEqual(['found', 'unfetched']);
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'no-credit' }]);
  expect(Object.keys(await bench.spentBy(user.id))).toHaveLength(1);

  const { kysely } = bench.zeus.ctx.db;
  await kysely
    .insertInto('credit_entries')
    .values({ user_id: user.id, kind: 'email', delta: 5, reason: 'more' })
    .execute();
  await kysely.updateTable('backlinks').set({ contact_search: 'waiting' }).where('id', '=', backlinkId).execute();
  await bench.find(backlinkId);
  const after = (await bench.contactsOf(campaign)).filter((one) => one.highlighted);
  expect(after.map((one) => one.email_state)).toEqual(['found', 'found']);
  expect(after.map((one) => one.id)).toEqual(authors.map((one) => one.id));
  expect(Object.keys(await bench.spentBy(user.id))).toHaveLength(2);
});

test.each(['author', 'domain'] as const)(
  'a page that can never be reached ends as such in %s mode, costs nothing and is not tried again',
  async (mode) => {
    const { user, campaign, backlinkId } = await searched({ mode, url: 'http://10.0.0.1/page' });
    expect(await bench.backlinksOf(campaign)).toMatchObject([
      { contact_search: 'unreachable', contact_search_problem: expect.any(String) },
    ]);
    expect(await bench.spentBy(user.id)).toEqual({});
    await bench.find(backlinkId);
    expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'unreachable' }]);
  },
);

describe('a site without an address', () => {
  const reachOf = (site: string) => {
    const reach = bench.truth.reach.find(({ article }) => article.includes(`//${site}.`));
    if (!reach) throw new Error(`The practice web has no site ${site}.`);
    return reach;
  };

  test.each([
    ['author', 'slowkettle'],
    ['domain', 'slowkettle'],
    ['author', 'framedform'],
    ['domain', 'noform'],
  ] as const)('in %s mode, %s: its contact form is the outcome and costs nothing', async (mode, site) => {
    const { article, contactForm, service } = reachOf(site);
    const { user, campaign, backlinkId } = await searched({ mode, url: article });
    const outcome = {
      ...{ contact_search: 'done', contact_search_problem: null },
      ...{ contact_form_url: contactForm, contact_form_service: service },
    };
    expect(await bench.backlinksOf(campaign)).toMatchObject([outcome]);
    await bench.find(backlinkId);
    await bench.zeus.ctx.db.sql`update backlinks set contact_search = 'waiting' where id = ${backlinkId}`;
    await bench.find(backlinkId);
    expect(await bench.backlinksOf(campaign)).toMatchObject([outcome]);
    expect(await bench.spentBy(user.id)).toEqual({});
  });

  test('the author’s profiles are kept with where they were found, and exported with the form', async () => {
    const { article, author, profiles, contactForm } = reachOf('slowkettle');
    const { user, campaign } = await searched({ mode: 'author', url: article });
    const [contact] = await bench.contactsOf(campaign);
    expect(`${contact?.first_name} ${contact?.last_name}`).toBe(author);
    expect(contact).toMatchObject({ profiles, page: profiles[0], twitter: profiles[1], email: null });
    expect(contact?.evidence).toMatchObject({ profiles: profiles.map((url) => ({ url, page: article })) });

    const path = `/data/campaigns/${campaign.id}/contacts.csv`;
    const linesOf = async (query: string) => {
      const answer = await bench.zeus.ask(`${path}${query}`, { token: user.token });
      return (await answer.text()).trimEnd().split('\r\n').slice(1);
    };
    expect(await linesOf('')).toEqual([]);
    expect(await linesOf('?columns=everything&which=selected')).toEqual([]);
    const [ofAuthor = '', ofForm = '', ...more] = await linesOf('?columns=everything');
    expect(more).toEqual([]);
    expect(ofAuthor).toContain(`"Social profile","${contactForm}","${profiles.join(' ')}"`);
    expect(ofForm).toContain(`"Contact form","${contactForm}",""`);
    expect(ofForm).toMatch(/^"[^"]*kettles-for-slow-mornings"/);
  });
});

test('without any credit nothing is looked for', async () => {
  const { url } = bench.articleOf('golfcompass');
  const { campaign } = await searched({ mode: 'author', url, credits: 0 });
  expect(await bench.contactsOf(campaign)).toEqual([]);
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'no-credit' }]);
});

test('a server that accepts everything: its address is second best, says so, and is not kept by itself', async () => {
  const { url } = bench.articleOf('opendesk');
  const { user, campaign } = await searched({ mode: 'author', url });
  const [author] = await bench.contactsOf(campaign);
  expect(author).toMatchObject({ highlighted: true, email_state: 'found', verification: 'catch_all', keep: false });
  expect(Object.values(await bench.spentBy(user.id))).toEqual([1]);
});

describe('a page without an author', () => {
  const unsigned = () => {
    const isUnsigned = ({ host, kind, authorIds }: (typeof bench.truth.pages)[number]) =>
      host === 'morningcup.localhost' && kind === 'article' && authorIds.length === 0;
    return bench.truth.pages.find(isUnsigned)?.url ?? '';
  };
  const editor = () =>
    bench.truth.people.find(({ site, position }) => site === 'morningcup.localhost' && position.includes('Editor'));

  test('Author Mode falls back to the editor, who comes first, for one credit', async () => {
    const { user, campaign } = await searched({ mode: 'author', url: unsigned() });
    const [first, ...others] = await bench.contactsOf(campaign);
    const found = { position: editor()?.position, role: 'editor', email: editor()?.address, highlighted: false };
    expect(first).toMatchObject({ ...found, first_name: editor()?.first, keep: true });
    expect(others.every(({ email_state }) => email_state === 'unfetched')).toBe(true);
    expect(await bench.spentBy(user.id)).toEqual({ [`email:${editor()?.address}`]: 1 });
  });

  async function searchedInOrder(url: string, fallback_order: string[]) {
    const user = await bench.zeus.newUser({ email: 5 });
    const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [url] });
    await bench.zeus.ctx.db.kysely
      .updateTable('requests')
      .set({ fallback_order })
      .where('id', '=', campaign.id)
      .execute();
    const backlinkId = campaign.backlinkIds[0] ?? '';
    await bench.find(backlinkId);
    return { user, campaign, backlinkId };
  }

  test('a generic email is taken only if the user wants one, verified, kept and paid once', async () => {
    const { url } = bench.articleOf('wphandbook');
    const byDefault = await searched({ mode: 'author', url });
    expect(await bench.contactsOf(byDefault.campaign)).toEqual([]);
    expect(await bench.spentBy(byDefault.user.id)).toEqual({});

    const { user, campaign, backlinkId } = await searchedInOrder(url, ['editor', 'generic', 'form']);
    const address = 'hello@wphandbook.localhost';
    const paid = { [`email:${address}`]: 1 };
    const [mailbox, ...others] = await bench.contactsOf(campaign);
    expect(mailbox).toMatchObject({
      email: address,
      type: 'generic',
      verification: 'valid',
      keep: true,
      first_name: '',
    });
    expect(others).toEqual([]);
    expect(await bench.spentBy(user.id)).toEqual(paid);

    // A second search of the same page, and the full domain search, find an address that is paid for.
    const { kysely } = bench.zeus.ctx.db;
    const again = { contact_search: 'waiting', domain_search: 'running' };
    await kysely.updateTable('backlinks').set(again).where('id', '=', backlinkId).execute();
    await bench.find(backlinkId);
    await searchDomainJob(bench.zeus.ctx).run({ backlinkId }, call());
    const [first, ...partners] = await bench.contactsOf(campaign);
    expect(first).toMatchObject({ id: mailbox?.id, email: address, keep: true });
    const entries = await kysely.selectFrom('credit_entries').selectAll().where('user_id', '=', user.id).execute();
    const spent = entries.filter(({ kind, delta }) => kind === 'email' && delta < 0).map(({ details }) => details);
    const addresses = partners.flatMap(({ email }) => email ?? []);
    expect(addresses).not.toContain(address);
    expect(spent).toMatchObject([{ addresses: [address] }, ...(addresses.length > 0 ? [{ addresses }] : [])]);
  });

  test.each([[[]], [['marketing', 'form']]])('nobody is looked for if the order is %j', async (fallback_order) => {
    const { user, campaign } = await searchedInOrder(unsigned(), fallback_order);
    const contacts = await bench.contactsOf(campaign);
    expect(contacts.length).toBeGreaterThan(0);
    expect(contacts.every(({ email_state }) => email_state === 'unfetched')).toBe(true);
    expect(await bench.spentBy(user.id)).toEqual({});
  });
});

test('full domain search: contacts of a lead that is removed meanwhile are selected when it is kept again', async () => {
  const { zeus } = bench;
  const { id: userId } = await zeus.newUser({ email: 10 });
  const campaign = await bench.newCampaign(userId, { mode: 'domain', urls: [bench.articleOf('inkwell').url] });
  const [backlinkId = ''] = campaign.backlinkIds;
  await zeus.ctx.db
    .sql`update backlinks set contact_search = 'done', domain_search = 'running' where id = ${backlinkId}`;
  const searching = searchDomainJob(zeus.ctx).run({ backlinkId }, call());
  await zeus.ctx.db.sql`update backlinks set keep = false where id = ${backlinkId}`;
  await searching;
  const verdicts = async (keep: boolean) =>
    (await bench.contactsOf(campaign)).filter((one) => one.keep === keep).map(({ verification }) => verification);
  expect(await verdicts(true)).toEqual([]);
  await zeus.ctx.db.sql`update backlinks set keep = true where id = ${backlinkId}`;
  expect(new Set(await verdicts(true))).toEqual(new Set(['valid']));
  expect(await verdicts(false)).not.toContain('valid');
});

test('Domain Mode: at most ten addresses, people first, none refused, one credit', async () => {
  const { url } = bench.articleOf('inkwell');
  const { user, campaign, backlinkId } = await searched({ mode: 'domain', url });
  const contacts = await bench.contactsOf(campaign);
  expect(contacts.length).toBeGreaterThan(3);
  expect(contacts.length).toBeLessThanOrEqual(10);
  const named = contacts.map((one) => one.first_name !== '');
  expect(named).toEqual([...named].sort((a, b) => Number(b) - Number(a)));
  const truth = new Map([...bench.truth.people, ...bench.truth.addresses].map((one) => [one.address, one.verdict]));
  for (const { email, verification } of contacts)
    expect([email, truth.get(email ?? '')]).toEqual([email, verification]);
  expect(await bench.spentBy(user.id)).toEqual({ [`domain:${backlinkId}`]: 1 });
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'done', domain_search: 'found' }]);
});

test('a site whose mailboxes do not exist: looked at, nothing found, nothing charged', async () => {
  const { url } = bench.articleOf('hutwarden');
  const { user, campaign } = await searched({ mode: 'domain', url });
  expect(await bench.contactsOf(campaign)).toEqual([]);
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'done', domain_search: 'empty' }]);
  expect(await bench.spentBy(user.id)).toEqual({});
});

test('a campaign deleted while its job works ends quietly, and costs nothing', async () => {
  const { url } = bench.articleOf('publiclinks');
  const user = await bench.zeus.newUser({ email: 5 });
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [url] });
  const running = bench.find(campaign.backlinkIds[0] ?? '');
  await bench.zeus.ctx.db.kysely.deleteFrom('requests').where('id', '=', campaign.id).execute();
  await running;
  await bench.find(campaign.backlinkIds[0] ?? '');
  expect(await bench.spentBy(user.id)).toEqual({});
});

test('while a mail server lets us wait, the people are shown; their addresses follow', async () => {
  const { url, authorIds } = bench.articleOf('warmhouse');
  const { user, campaign } = await searched({ mode: 'author', url });
  const waiting = await bench.contactsOf(campaign);
  expect(waiting[0]).toMatchObject({ highlighted: true, email_state: 'unfetched' });
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'waiting' }]);
  await bench.startWorker();
  await bench.settled(campaign);
  const [author] = await bench.contactsOf(campaign);
  expect(author).toMatchObject({ id: waiting[0]?.id, email: personOf(authorIds[0])?.address, verification: 'valid' });
  expect(Object.values(await bench.spentBy(user.id))).toEqual([1]);
});

describe('a mail server that lets us wait for longer than the campaign does', () => {
  const triedLongEnough = { times: 4, seconds: 900 };
  const late = { times: 4, seconds: 900 + 1_200, late: 1 };
  const ordered = (job: string, id: string) =>
    sql<{ payload: object }>`select payload from jobs where name = ${job} and payload::text like ${`%${id}%`}
      and due_at > now() + interval '15 minutes'`.execute(bench.zeus.ctx.db.kysely);

  /** An article by one author of a greylisting site, searched when nobody waits any more. */
  async function searchedTooLate() {
    const page = bench.truth.pages.find(
      ({ host, authorIds }) => host === 'clubhousereview.localhost' && authorIds.length === 1,
    );
    const user = await bench.zeus.newUser({ email: 10 });
    const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [page?.url ?? ''] });
    const backlinkId = campaign.backlinkIds[0] ?? '';
    await findContactsJob(bench.zeus.ctx).run({ backlinkId, tried: triedLongEnough }, call());
    return { user, campaign, backlinkId, author: personOf(page?.authorIds[0]) };
  }

  test('a printed address is shown as not confirmed, and confirmed later by itself, for nothing', async () => {
    const { user, campaign, backlinkId, author } = await searchedTooLate();
    const [shown] = await bench.contactsOf(campaign);
    expect(shown).toMatchObject({ email_state: 'found', email: author?.address, verification: 'unknown', keep: false });
    expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'done' }]);
    expect((await ordered('contacts.confirm', backlinkId)).rows).toEqual([{ payload: { backlinkId, tried: late } }]);

    const confirm = confirmEmailsJob(bench.zeus.ctx);
    const verification = async () => {
      await confirm.run({ backlinkId, tried: late }, call());
      return (await bench.contactsOf(campaign))[0]?.verification;
    };
    await expect.poll(verification, { timeout: 60_000, interval: 300 }).toBe('valid');
    const [confirmed] = await bench.contactsOf(campaign);
    expect(confirmed).toMatchObject({ id: shown?.id, email: author?.address, keep: false });
    expect(confirmed?.evidence).toMatchObject({ verification: { verdict: 'valid', code: 250 }, search: 'author' });
    expect(await bench.spentBy(user.id)).toEqual({});
    await confirm.run({ backlinkId, tried: late }, call());
    expect((await bench.contactsOf(campaign))[0]).toEqual(confirmed);
  });

  test('an address that is only likely stays being fetched, and costs what it would have cost', async () => {
    const { user, campaign } = await searchedTooLate();
    const all = await bench.contactsOf(campaign);
    const colleague = all.find(({ last_name }) => last_name === 'Changsun');
    const contactId = colleague?.id ?? '';
    const { kysely } = bench.zeus.ctx.db;
    const clicked = { email_state: 'fetching', single_fetch: true };
    await kysely.updateTable('contacts').set(clicked).where('id', '=', contactId).execute();
    const job = fetchEmailJob(bench.zeus.ctx);
    const state = async (tried: object) => {
      await job.run({ contactId, tried: { ...triedLongEnough, ...tried } }, call());
      return (await bench.contactsOf(campaign)).find(({ id }) => id === contactId);
    };
    expect(await state({})).toMatchObject({ email_state: 'fetching', email: null });
    expect((await ordered('contacts.fetch-email', contactId)).rows).toEqual([{ payload: { contactId, tried: late } }]);
    const found = { email: 'mchangsun@clubhousereview.localhost', verification: 'valid', keep: true };
    await expect.poll(() => state({ late: 1 }), { timeout: 60_000, interval: 300 }).toMatchObject(found);
    expect(await bench.spentBy(user.id)).toMatchObject({ 'email:mchangsun@clubhousereview.localhost': 1 });
  });

  test('an author whose address is only likely does not make the search fail', async () => {
    const { db, queue } = bench.zeus.ctx;
    const user = await bench.zeus.newUser({ email: 10 });
    const urls = [bench.articleOf('clubhousereview').url];
    const campaign = await bench.newCampaign(user.id, { mode: 'author', urls });
    const backlinkId = campaign.backlinkIds[0] ?? '';
    const person = { name: 'Ann Bee', firstName: 'Ann', lastName: 'Bee', isAuthor: true, evidence: [], seen: [] };
    const draft = draftPerson({ ...person, guesses: [] }, { state: 'fetching' });
    const greylisted = {
      message: 'It makes new senders wait.',
      passesLater: 'greylisting' as const,
      retryAfterSeconds: 3_601,
    };
    const findings = { drafts: [draft], delayed: greylisted, wait: greylisted, problem: greylisted.message };
    const work = await readWork(db.kysely, backlinkId);
    if (!work) throw new Error('no such backlink');
    await finishContactSearches({ db, queue }, [{ work, end: endNow(findings, undefined) }]);
    expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'done', contact_search_problem: null }]);
    const [row] = await bench.contactsOf(campaign);
    expect(row).toMatchObject({ first_name: 'Ann', email_state: 'fetching' });
    const contactId = row?.id ?? '';
    const { rows } = await ordered('contacts.fetch-email', contactId);
    expect(rows).toMatchObject([{ payload: { contactId } }]);
    expect(await bench.spentBy(user.id)).toEqual({});

    // The order has spent what it may, so its late search ends without looking.
    await db.sql`update requests set email_credits_left = 0 where id = ${campaign.id}`;
    await fetchEmailJob(bench.zeus.ctx).run({ contactId }, call());
    const [ended] = await bench.contactsOf(campaign);
    const fetch = { end: 'could-not-look', message: 'The limit you set for this search was reached.' };
    expect(ended).toMatchObject({ email_state: 'unfetched', evidence: { fetch } });
    const tooOften = endNow(findings, { ...triedLongEnough, late: 3 });
    expect(tooOften).toMatchObject({ problem: greylisted.message, drafts: [{ email: { state: 'unfetched' } }] });
  });

  test('our own limit: what it delays is looked at when it ends, says so, and costs what it would have cost', async () => {
    const { db, queue } = bench.zeus.ctx;
    const { url, authorIds } = bench.articleOf('fairwaydigest');
    const author = personOf(authorIds[0]);
    const user = await bench.zeus.newUser({ email: 10 });
    const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [url] });
    const backlinkId = campaign.backlinkIds[0] ?? '';
    const evidence = { at: new Date().toISOString() };
    const unknown = { verdict: 'unknown' as const, couldNotLook: true, retryAfterSeconds: 5 * 3600, evidence };
    const verification = { ...unknown, reason: 'capped' as const, source: 'zeus-own' };
    const why = explainUnverified(verification, 'fairwaydigest.localhost');
    const person = { isAuthor: true, evidence: [], seen: [], guesses: [] };
    const pattern = { pattern: 'first.last', likelihood: 1, learntFrom: 0, isSure: false };
    const address = author?.address ?? '';
    const [firstName, lastName] = [author?.first ?? '', author?.last ?? ''];
    const guessed = draftPerson(
      { ...person, name: `${firstName} ${lastName}`, firstName, lastName, guesses: [{ ...pattern, address }] },
      { state: 'fetching' },
    );
    const from = { address: 'info@fairwaydigest.localhost', kind: 'generic' as const };
    const printed = draftAddress({
      ...{ ...from, verification, from: { ...from, page: url, rule: 'text', snippet: '' } },
    });
    const work = await readWork(db.kysely, backlinkId);
    if (!work || !why) throw new Error('no such backlink, or no reason to wait');
    const findings = { drafts: [guessed, printed], delayed: why, wait: why, problem: why.message };
    await finishContactSearches({ db, queue }, [{ work, end: endNow(findings, triedLongEnough) }]);
    expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'done', contact_search_problem: null }]);
    const waiting = await bench.contactsOf(campaign);
    expect(waiting).toMatchObject([
      { email_state: 'fetching', email: null },
      { email_state: 'found', email: from.address, verification: 'unknown', keep: false },
    ]);
    const inFiveHours = expect.closeTo(Date.now() + 5 * 3600_000, -5);
    expect(waiting.map(({ next_check_at }) => next_check_at?.getTime())).toEqual([inFiveHours, inFiveHours]);
    const tried = { times: 4, seconds: 900 + 5 * 3600, late: 1 };
    const contactId = waiting[0]?.id ?? '';
    expect((await ordered('contacts.confirm', backlinkId)).rows).toEqual([{ payload: { backlinkId, tried } }]);
    const fetch = { contactId, tried };
    expect((await ordered('contacts.fetch-email', contactId)).rows).toEqual([{ payload: fetch }]);

    await confirmEmailsJob(bench.zeus.ctx).run({ backlinkId, tried }, call());
    expect(await bench.spentBy(user.id)).toEqual({});
    await fetchEmailJob(bench.zeus.ctx).run(fetch, call());
    const ended = await bench.contactsOf(campaign);
    expect(ended).toMatchObject([
      { email: address, verification: 'valid', next_check_at: null, keep: true },
      { email: from.address, next_check_at: null, keep: false },
    ]);
    expect(ended[1]?.verification).not.toBe('unknown');
    expect(await bench.spentBy(user.id)).toEqual({ [`email:${address}`]: 1 });
  });
});

test('three articles of one author at once: three contacts, one credit', async () => {
  await bench.startWorker();
  const { authorIds } = bench.articleOf('thenineteenth');
  const urls = bench.truth.pages.filter((page) => page.authorIds[0] === authorIds[0]).map(({ url }) => url);
  const user = await bench.zeus.newUser({ email: 5 });
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: urls.slice(0, 3) });
  await bench.findAll(campaign);
  const author = personOf(authorIds[0]);
  const contacts = (await bench.contactsOf(campaign)).filter((one) => one.highlighted);
  expect(contacts.map(({ email }) => email)).toEqual([author?.address, author?.address, author?.address]);
  expect(await bench.spentBy(user.id)).toEqual({ [`email:${author?.address}`]: 1 });
});

test('a job that is given up leaves a plain problem and lets the campaign go on', async () => {
  await bench.startWorker();
  const user = await bench.zeus.newUser({ email: 5 });
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls: [bench.articleOf('golfcompass').url] });
  const job = findContactsJob(bench.zeus.ctx);
  await job.gaveUp?.({ backlinkId: campaign.backlinkIds[0] ?? '' }, 'its worker died', call(5));
  expect(await bench.backlinksOf(campaign)).toMatchObject([{ contact_search: 'failed' }]);
  expect((await readCampaign(campaign.id)).failed_step).toBe('contacts');
});

/** The mail server of this one keeps everybody waiting for 20 seconds. */
const tooSlow = 'slowserver.localhost';

test('the whole way with many sites: right addresses, exact credits, and what could not be looked at', {
  timeout: 120_000,
}, async () => {
  await bench.startWorker();
  const user = await bench.zeus.newUser({ email: 500 });
  // One site of each kind of mail server, and more of two kinds. Other tests read every site (engine/finder-practice.test.ts).
  const byKind = Map.groupBy(
    bench.truth.sites.filter(({ host }) => host !== tooSlow),
    ({ mailPolicy }) => mailPolicy,
  );
  const counts: Partial<Record<string, number>> = { mailboxes: 10, greylist: 2 };
  const articles = [...byKind]
    .flatMap(([kind, sites]) => sites.slice(0, counts[kind] ?? 1))
    .map(({ host }) => bench.articleOf(host.replace('.localhost', '')));
  const at = (address: string) => `http://${address.replace('/', `:${bench.practice.port}/`)}`;
  const others = ['keepout.localhost/', 'robots500.localhost/', 'fairwaydigest.localhost/no-such-page'].map(at);
  const urls = [...articles.map(({ url }) => url), ...others];
  const campaign = await bench.newCampaign(user.id, { mode: 'author', urls });
  await bench.findAll(campaign);
  const backlinks = new Map((await bench.backlinksOf(campaign)).map((row) => [row.id, row]));
  const contacts = await bench.contactsOf(campaign);
  const authors = articles.flatMap(({ authorIds }, i) => {
    const rows = contacts.filter((one) => one.highlighted && one.backlink_id === campaign.backlinkIds[i]);
    const backlink = backlinks.get(campaign.backlinkIds[i] ?? '');
    return authorIds.map((id) => {
      const person = personOf(id);
      return { person, backlink, row: rows.find((one) => person && isNamed(one, person.name)) };
    });
  });

  const wrong = authors.filter(({ row, person }) => row?.email && row.email !== person?.address);
  expect(wrong.map(({ row, person }) => [row?.email, person?.address])).toEqual([]);
  const misjudged = authors.filter(({ row, person }) => row?.email && row.verification !== person?.verdict);
  expect(misjudged.map(({ row }) => row?.email)).toEqual([]);
  const findable = authors.filter(({ person }) => person?.verdict === 'valid');
  const found = findable.filter(({ row }) => row?.email);
  expect(findable.length).toBeGreaterThan(10);
  expect(found.length / findable.length).toBeGreaterThan(0.95);
  const greylisting = bench.truth.sites.filter(({ mailPolicy }) => mailPolicy === 'greylist').map(({ host }) => host);
  const letIn = findable.filter(({ person }) => greylisting.includes(person?.site ?? ''));
  expect(letIn.map(({ row }) => row?.verification)).toEqual(letIn.map(() => 'valid'));
  expect(letIn.length).toBeGreaterThan(1);
  const looked = authors.filter(({ person }) => person?.verdict === 'invalid');
  expect(looked.map(({ row }) => row?.email_state)).toEqual(looked.map(() => 'none'));

  // The address was seen: it is offered as it is, for nothing. Where it is not even seen, Zeus could not look.
  const unverified = authors.filter(({ person }) => person?.verdict === 'unknown');
  expect(unverified.length).toBeGreaterThan(3);
  for (const { row, backlink } of unverified) {
    if (row?.email) expect([row.verification, row.keep]).toEqual(['unknown', false]);
    else expect([row?.email_state, backlink?.contact_search]).toEqual(['unfetched', 'failed']);
  }
  const ends = campaign.backlinkIds.slice(-3).map((id) => backlinks.get(id));
  expect(ends.map((end) => end?.contact_search)).toEqual(['failed', 'failed', 'done']);
  expect(ends[0]?.contact_search_problem).toBe('The robots.txt of keepout.localhost does not allow opening this page.');

  const charged = contacts.filter((one) => one.verification === 'valid' || one.verification === 'catch_all');
  const reasons = charged.map((one) => [`email:${one.email}`, 1]);
  expect(await bench.spentBy(user.id)).toEqual(Object.fromEntries(reasons));
  const { status } = await readCampaign(campaign.id);
  expect(status).toBe('Waiting to Download Emails');
});

const isNamed = (row: { first_name: string; last_name: string }, name: string) =>
  name.startsWith(row.first_name) && name.endsWith(row.last_name);

/** Once `campaigns.advance` has run. */
async function readCampaign(id: string) {
  for (;;) {
    const { kysely } = bench.zeus.ctx.db;
    const row = await kysely.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    if (row.status !== 'Waiting for Emails') return row;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
