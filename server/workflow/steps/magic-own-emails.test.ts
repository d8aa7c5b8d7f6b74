// Magic Search, own backlinks and emails over HTTP on the practice web, with the real engine and a worker in this process.
import { describe, expect, test } from 'vitest';
import { addressOf } from '../../../practice/templates/view.ts';
import type { Backlink } from '../../../shared/backlink.ts';
import { findContacts } from '../../jobs.ts';
import { createBacklinks, createCampaign } from '../../test/build.ts';
import { campaignSteps, type Outage, withOutage } from '../../test/campaign-steps.ts';
import { practiceAppForTests } from '../../test/practice-app.ts';

const outage: Outage = { isDown: () => false };
const zeus = practiceAppForTests({ instead: (ctx) => withOutage(ctx, outage) });
const steps = campaignSteps(zeus);

describe('Magic Search', () => {
  const magic = { magicCampaign: true, minWords: 300, minTraffic: 50, minDR: 10, maxDR: 95 };

  test('finds pages within the filters, one per domain, and charges for each', async () => {
    const { id, token } = await zeus.newUser({ backlink: 100 });
    const campaignId = await steps.create(token, magic);
    expect(await zeus.settled(campaignId)).toMatchObject({ status: 'Waiting to Pick Backlinks', status_message: null });
    const rows = await steps.rowsOf('backlinks', token, campaignId);
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map(({ domain }: Backlink) => domain)).size).toBe(rows.length);
    for (const row of rows) {
      expect(row).toMatchObject({ ahrefs_rank: -1, url_to: null, keep: false });
      expect(row.search_traffic).toBeGreaterThanOrEqual(50);
      expect(row.traffic_value).toBeGreaterThanOrEqual(0);
    }
    expect((await steps.spentOn(id, 'backlink')).map(({ delta }) => delta)).toEqual(rows.map(() => -1));
  });

  test('too few credits, and the rest once there are more', async () => {
    const { id, token } = await zeus.newUser({ backlink: 3 });
    const campaignId = await steps.create(token, magic);
    expect((await zeus.settled(campaignId)).status_message).toMatch(/^\d+ backlinks were left out/);
    expect((await steps.rowsOf('backlinks', token, campaignId)).length).toBe(3);
    await steps.give(id, 'backlink', 100);
    expect((await steps.getBacklinks(token, campaignId)).status).toBe(200);
    expect((await zeus.settled(campaignId)).status_message).toBeNull();
    const { length } = await steps.rowsOf('backlinks', token, campaignId);
    expect(length).toBeGreaterThan(10);
    expect((await steps.balance(token)).credits).toBe(103 - length);
  });

  test('finding nothing is not a failure and is free; a failed search says so', async () => {
    const { token } = await zeus.newUser({ backlink: 10 });
    const nothing = await steps.create(token, { ...magic, keyword: 'zzzunknownwordzzz' });
    expect(await zeus.settled(nothing)).toMatchObject({ status: 'Waiting to Pick Backlinks', failed_step: null });
    outage.isDown = (of) => of === 'magic';
    const failing = await steps.create(token, magic);
    expect(await zeus.settled(failing)).toMatchObject({ status: 'Something went wrong', failed_step: 'backlinks' });
    outage.isDown = () => false;
    expect((await steps.balance(token)).credits).toBe(10);
    await zeus.post(`/api/campaign/${failing}/retry`, token, {});
    expect((await zeus.settled(failing)).status).toBe('Waiting to Pick Backlinks');
  });
});

describe('emails', () => {
  const getEmails = (token: string, campaignId: string, mode: string) =>
    zeus.post('/api/campaign/get-emails', token, { campaignId, mode });

  /** A campaign with an article of each of eight sites whose mail servers answer at once, strongest first. */
  async function foundCampaign(email: number) {
    const { db } = zeus.ctx;
    const { world, port } = zeus.practice;
    const articles = world.sites
      .filter(({ mail }) => mail === 'mailboxes')
      .flatMap(({ pages }) => pages.find(({ kind, authors }) => kind === 'article' && authors.length > 0) ?? []);
    const rows = articles.slice(0, 8).map((page, n) => ({
      ...{ url_from: addressOf(page, port), domain: page.site.host, domain_rating: 90 - n },
    }));
    const user = await zeus.newUser({ email });
    const campaignId = await createCampaign(db, user.id, { type: 'Magic Campaign', search: 'done' });
    await createBacklinks(db, { userId: user.id, campaignId }, rows);
    return { ...user, campaignId };
  }

  test('are found only for kept backlinks, once however often requested, and charged by address', async () => {
    const { id, token, campaignId } = await foundCampaign(100);
    await steps.keep('backlinks', token, campaignId, 5);
    const answers = await Promise.all([1, 2, 3].map(() => getEmails(token, campaignId, 'author')));
    expect(answers.every(({ status, json }) => status === 200 && json.ok)).toBe(true);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Download Emails');
    const backlinks = await steps.rowsOf('backlinks', token, campaignId);
    const searched = backlinks.filter((one: { contact_search: string }) => one.contact_search !== 'none');
    expect(searched.map((one: { keep: boolean }) => one.keep)).toEqual(Array.from({ length: 5 }, () => true));
    const contacts = await steps.rowsOf('contacts', token, campaignId);
    const emails = contacts.filter((one: { email: unknown }) => typeof one.email === 'string');
    expect(emails.length).toBeGreaterThan(0);
    const spent = await steps.spentOn(id, 'email');
    expect((await steps.balance(token)).email_credits).toBe(100 - spent.length);

    // More are kept later, together with the same ones: only the new ones are searched.
    await steps.keep('backlinks', token, campaignId, 7);
    await getEmails(token, campaignId, 'author');
    const again = await zeus.settled(campaignId);
    expect(again.mode).toBe('author');
    const more = await steps.rowsOf('backlinks', token, campaignId);
    expect(more.filter((one: { contact_search: string }) => one.contact_search !== 'none').length).toBe(7);
    const kept = new Set(contacts.map((one: { id: string }) => one.id));
    const now: { id: string }[] = await steps.rowsOf('contacts', token, campaignId);
    expect(now.filter((one) => kept.has(one.id)).length).toBe(kept.size);
  }, 90_000);

  test('of a backlink that could not be searched are searched again by Retry, in a list that is ready', async () => {
    const { token, campaignId } = await foundCampaign(100);
    await steps.keep('backlinks', token, campaignId, 2);
    await getEmails(token, campaignId, 'author');
    await zeus.settled(campaignId);
    const retry = () => zeus.post(`/api/campaign/${campaignId}/retry`, token, {});
    await zeus.ctx.db.sql`update backlinks set contact_search = 'done' where requests_id = ${campaignId} and keep`;
    const searchOf = async (id: string) =>
      (await steps.rowsOf('backlinks', token, campaignId)).find((row: { id: string }) => row.id === id).contact_search;
    const [one] = await steps.rowsOf('backlinks', token, campaignId);
    expect((await retry()).status).toBe(200);
    expect(await searchOf(one.id)).toBe('done');
    await zeus.ctx.db.sql`update backlinks set contact_search = 'failed', keep = false where id = ${one.id}`;
    expect((await retry()).status).toBe(200);
    expect(await searchOf(one.id), 'a lead that was removed is not wanted').toBe('failed');
    await zeus.ctx.db.sql`update backlinks set keep = true where id = ${one.id}`;
    expect((await retry()).status).toBe(200);
    expect(await zeus.settled(campaignId)).toMatchObject({ status: 'Waiting to Download Emails', failed_step: null });
    expect(await searchOf(one.id)).not.toBe('waiting');
  }, 90_000);

  test('in the other mode, search every lead not yet searched in it, except those removed meanwhile', async () => {
    const { token, campaignId } = await foundCampaign(100);
    await steps.keep('backlinks', token, campaignId, 2);
    await getEmails(token, campaignId, 'author');
    await zeus.settled(campaignId);
    const modes = async () => {
      const rows: { keep: boolean; contact_search_mode: string }[] = await steps.rowsOf('backlinks', token, campaignId);
      return rows.filter(({ keep }) => keep).map(({ contact_search_mode }) => contact_search_mode);
    };
    await zeus.ctx.db
      .sql`update backlinks set contact_search = 'done', contact_search_mode = 'author' where requests_id = ${campaignId} and keep`;
    const [one, two] = await steps.rowsOf('backlinks', token, campaignId);
    await zeus.ctx.db.sql`update backlinks set keep = false where id = ${two.id}`;
    await getEmails(token, campaignId, 'domain');
    await zeus.settled(campaignId);
    expect(await modes()).toEqual(['domain']);
    await zeus.ctx.db.sql`update backlinks set keep = true where id = ${two.id}`;
    expect(await modes()).toEqual(['domain', 'author']);
    await getEmails(token, campaignId, 'domain');
    await zeus.settled(campaignId);
    expect(await modes()).toEqual(['domain', 'domain']);
    await zeus.ctx.db.sql`update backlinks set contact_search = 'waiting', keep = false where id = ${one.id}`;
    const owner = { userId: one.user_id, campaignId };
    await zeus.ctx.queue.enqueue(zeus.ctx.db.kysely, findContacts, { backlinkId: one.id }, { owner });
    await expect.poll(async () => (await steps.rowsOf('backlinks', token, campaignId))[0].contact_search).toBe('none');
  }, 120_000);

  test('stop when the credits are used up, and report how many backlinks are unfinished', async () => {
    const { token, campaignId } = await foundCampaign(1);
    await steps.keep('backlinks', token, campaignId, 4);
    await getEmails(token, campaignId, 'domain');
    const row = await zeus.settled(campaignId, 90_000);
    expect(row.status_message).toMatch(/\d+ of 4 backlinks are not fully searched: your email credits ran out\./);
    expect((await steps.balance(token)).email_credits).toBe(0);
    expect((await steps.rowsOf('contacts', token, campaignId)).length).toBeGreaterThan(0);
  }, 120_000);
});

test('own backlinks: titles and ratings, dead pages say why, nothing is charged', async () => {
  const { token } = await zeus.newUser();
  const site = new URL(zeus.practice.sites[0] ?? '');
  const farm = `http://bestlinks1.localhost:${site.port}/`;
  const urls = [...zeus.practice.sites.slice(0, 19), farm, new URL('/no-such-page', site).href];
  const campaignId = await steps.create(token, { campaignType: 'BYOB', backlinks: urls });
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
  const rows = await steps.rowsOf('backlinks', token, campaignId);
  expect(rows.length).toBe(21);
  expect(rows.every((row: Backlink) => row.keep)).toBe(true);
  const dead = rows.filter((row: { page_problem: string | null }) => row.page_problem !== null);
  expect(dead.map((row: Backlink) => row.url_from).sort()).toEqual(urls.slice(20).sort());
  for (const row of rows) if (row.page_problem === null) expect(row.title, row.url_from).not.toBe('');
  expect(rows.filter((row: Backlink) => row.domain_rating > 0).length).toBeGreaterThan(10);
  expect(rows.find((row: Backlink) => row.url_from === farm)).toMatchObject({
    figure_sources: { domain_rating: expect.stringMatching(/^zeus-own:discounted\//) },
  });
}, 60_000);
