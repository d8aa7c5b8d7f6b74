// Stopping a step while its jobs are at work: what has arrived stays and is paid for, and nothing is charged afterwards. The
// sources are replaced by ones that the test can interrupt.
import { describe, expect, test } from 'vitest';
import { findBacklinksJob } from '../../backlink-search/find.job.ts';
import { giveUpPages } from '../../backlinks/backlinks.store.ts';
import { fetchEmail } from '../../contacts/fetch-email.ts';
import { draftAddress } from '../../contacts/finding/contact-draft.ts';
import { readContact } from '../../contacts/rows/contacts.store.ts';
import { finishContactSearches } from '../../contacts/rows/finish-contact-searches.ts';
import { noteFetched } from '../../contacts/rows/note-fetched.ts';
import { readWork } from '../../contacts/rows/work.store.ts';
import type { StatedBacklink } from '../../engine/backlinks/found-backlink.ts';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';
import { findSearchResultsJob } from '../../search-results/find.job.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults } from '../../test/build.ts';
import { advanceCampaignJob } from '../orchestration/advance.job.ts';

const zeus = appForTests();

const call = () => ({ log: zeus.ctx.log, signal: new AbortController().signal, attempt: 1 });

const linkTo = (url: string): StatedBacklink => ({
  ...{ urlFrom: `https://links-to-${new URL(url).hostname}/`, urlTo: url, title: '', anchor: '', rel: '' },
  ...{ domainRating: 50, urlRating: 1, searchTraffic: 1, trafficValue: 1 },
});

/** Looks for backlinks; `meanwhile` happens when the sources have been asked and have not answered yet. */
async function findBacklinks(campaignId: string, meanwhile: () => Promise<unknown> = async () => {}) {
  const find = async ({ url }: { url: string }) => {
    await meanwhile();
    return [linkTo(url)];
  };
  const search = async () => {
    await meanwhile();
    return [linkTo('https://magic.example/')];
  };
  const sources = { finders: [{ source: 'test', find }], magic: [{ source: 'test', search }] };
  await findBacklinksJob(zeus.ctx, sources).run({ campaignId }, call());
  await advanceCampaignJob(zeus.ctx).run({ campaignId }, call());
}

async function campaign(more: object = {}) {
  const user = await zeus.newUser({ backlink: 10, email: 10 });
  const campaignId = await createCampaign(zeus.ctx.db, user.id, {
    ...{ status: 'Waiting for Backlinks', search: 'done', step_started_at: new Date() },
    ...more,
  });
  return { ...user, campaignId, of: { userId: user.id, campaignId } };
}

type Campaign = Awaited<ReturnType<typeof campaign>>;

async function post({ token, campaignId }: Campaign, what: string, json: object = {}) {
  const path = what === 'get-backlinks' ? '/api/campaign/get-backlinks' : `/api/campaign/${campaignId}/${what}`;
  const body = what === 'get-backlinks' ? { campaignId, ...json } : json;
  return (await zeus.ask(path, { method: 'POST', token, json: body })).json();
}

const stop = (one: Campaign, json: object = {}) => post(one, 'stop', json);

async function rowOf({ campaignId }: Campaign) {
  return zeus.ctx.db.kysely.selectFrom('requests').selectAll().where('id', '=', campaignId).executeTakeFirstOrThrow();
}

async function spent({ id }: Campaign): Promise<number> {
  const entries = zeus.ctx.db.kysely.selectFrom('credit_entries').select('delta').where('user_id', '=', id);
  return (await entries.execute()).reduce((sum, { delta }) => sum - Math.min(delta, 0), 0);
}

async function statesOf({ campaignId }: Campaign, table: 'search_results' | 'backlinks') {
  const column = table === 'search_results' ? 'backlink_search' : 'contact_search';
  const rows = await zeus.ctx.db.kysely
    .selectFrom(table)
    .select(`${column} as state` as 'id')
    .where('requests_id', '=', campaignId)
    .orderBy('id')
    .execute();
  return rows.map((row) => (row as unknown as { state: string }).state);
}

const waiting = { keep: true, backlink_search: 'waiting' };

describe('the search for backlinks', () => {
  test('stopped while the sources are asked: nothing is delivered, and the user picks again', async () => {
    const one = await campaign();
    await createSearchResults(zeus.ctx.db, one.of, [waiting, waiting]);
    await findBacklinks(one.campaignId, () => stop(one));
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Search Results', step_started_at: null });
    expect(await statesOf(one, 'search_results')).toEqual(['stopped', 'stopped']);
    expect(await spent(one)).toBe(0);
    await findBacklinks(one.campaignId);
    expect(await spent(one)).toBe(0);
  });

  test('stopped after some arrived: those are kept and paid for, and the rest can be ordered', async () => {
    const one = await campaign();
    const done = { ...waiting, backlink_search: 'done' };
    await createSearchResults(zeus.ctx.db, one.of, [done, waiting]);
    await createBacklinks(zeus.ctx.db, one.of, [{}]);
    // Clicked twice in one window and once in another, all under way at once.
    const clicks = await Promise.all([stop(one), stop(one), stop(one)]);
    expect(clicks.filter(({ stopped }) => stopped)).toHaveLength(1);
    expect(await rowOf(one)).toMatchObject({
      status: 'Waiting to Pick Backlinks',
      status_message: 'You stopped the search before 1 of 2 search results had been looked up.',
    });
    await post(one, 'get-backlinks', { limit: 5 });
    await findBacklinks(one.campaignId);
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Backlinks', status_message: null });
    expect(await spent(one)).toBe(1);
  });

  test('a result that was deselected while it waited does not count as stopped', async () => {
    const one = await campaign();
    const done = { ...waiting, backlink_search: 'done' };
    await createSearchResults(zeus.ctx.db, one.of, [done, waiting, { ...waiting, keep: false }]);
    await createBacklinks(zeus.ctx.db, one.of, [{}]);
    await stop(one);
    expect(await statesOf(one, 'search_results')).toEqual(['done', 'stopped', 'none']);
    expect(await rowOf(one)).toMatchObject({
      status_message: 'You stopped the search before 1 of 2 search results had been looked up.',
    });
  });

  test('a click that arrives late does not stop the next step', async () => {
    const one = await campaign();
    await createSearchResults(zeus.ctx.db, one.of, [waiting]);
    const { step_started_at: seen } = await rowOf(one);
    const startedAt = seen?.toISOString();
    expect(await stop(one, { startedAt })).toEqual({ stopped: true });
    await post(one, 'get-backlinks');
    expect(await stop(one, { startedAt })).toEqual({ stopped: false });
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting for Backlinks' });
    const { step_started_at: now } = await rowOf(one);
    expect(await stop(one, { startedAt: now?.toISOString() })).toEqual({ stopped: true });
  });

  test('of a Magic Search: Search again does it from the start', async () => {
    const one = await campaign({ type: 'Magic Campaign', search: 'waiting' });
    await findBacklinks(one.campaignId, () => stop(one));
    expect(await rowOf(one)).toMatchObject({ status: 'Stopped', failed_step: 'backlinks', search: 'stopped' });
    expect(await spent(one)).toBe(0);
    await post(one, 'retry');
    await findBacklinks(one.campaignId);
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Backlinks', failed_step: null });
    expect(await spent(one)).toBe(1);
  });

  test('of a Magic Search for more: what it has stays, and the rest can be ordered again', async () => {
    const one = await campaign({ type: 'Magic Campaign', search: 'waiting' });
    await createBacklinks(zeus.ctx.db, one.of, [{}]);
    await findBacklinks(one.campaignId, () => stop(one));
    const status_message = 'You stopped the search for more backlinks.';
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Backlinks', status_message });
    await post(one, 'get-backlinks', { limit: 5 });
    await findBacklinks(one.campaignId);
    expect(await spent(one)).toBe(1);
  });
});

test('a search for results stopped while the sources are asked finds nothing, until it is repeated', async () => {
  const one = await campaign({ status: 'Waiting for Search Results', search: 'waiting' });
  const result = {
    ...{ url: 'https://tea.example/', title: 'Tea', description: '', domainRating: 1, urlRating: 1, trafficValue: 1 },
    ...{ referringDomains: 1, dofollowBacklinks: 1, totalBacklinks: 1, searchTraffic: 1 },
  };
  const searchWith = (meanwhile: () => Promise<unknown>) => {
    const search = async () => {
      await meanwhile();
      return [result];
    };
    return findSearchResultsJob(zeus.ctx, [{ source: 'test', search }]).run(one, call());
  };
  await searchWith(() => stop(one));
  expect(await rowOf(one)).toMatchObject({ status: 'Stopped', failed_step: 'search-results' });
  expect(await statesOf(one, 'search_results')).toEqual([]);
  await post(one, 'retry');
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting for Search Results', search: 'waiting' });
  await searchWith(async () => {});
  await advanceCampaignJob(zeus.ctx).run(one, call());
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Search Results' });
});

test('reading own pages stops at once; pages that were not opened say so', async () => {
  const one = await campaign({ type: 'BYOB', status: 'Analyzing Backlinks', search: 'none' });
  const ids = await createBacklinks(zeus.ctx.db, one.of, [{ page_read: 'waiting', keep: true }]);
  await stop(one);
  expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Pick Backlinks' });
  await zeus.ctx.db.kysely.transaction().execute((tx) => giveUpPages(tx, ids, 'Too late.'));
  const [page] = await zeus.ctx.db.sql<
    object[]
  >`select page_read, page_problem from backlinks where id = ${ids[0] ?? ''}`;
  expect(page).toEqual({ page_read: 'done', page_problem: 'You stopped Zeus before it opened this page.' });
});

describe('the search for contacts', () => {
  const checked = (address: string): CheckedAddress => ({
    ...{ address, kind: 'personal' },
    from: { address, kind: 'personal', page: 'https://tea.example/', rule: 'text', snippet: '' },
    verification: {
      ...{ verdict: 'valid', reason: 'accepted', source: 'zeus-own' },
      evidence: { at: '2026-01-01T00:00:00.000Z', text: 'OK' },
    },
  });

  async function searching() {
    const one = await campaign({ status: 'Waiting for Emails', mode: 'author' });
    const rows = ['ale', 'bay'].map((name) => ({
      ...{ keep: true, contact_search: 'waiting', domain: `${name}.example` },
    }));
    const ids = await createBacklinks(zeus.ctx.db, one.of, rows);
    /** Both searches as they begin now; the returned function ends one of them. */
    const begin = async () => {
      const works = await Promise.all(ids.map((id) => readWork(zeus.ctx.db.kysely, id)));
      return async (index: number, names: readonly string[] = ['ann']) => {
        const work = works[index];
        if (!work) throw new Error('The backlink is not there.');
        const drafts = names.map((name) => draftAddress(checked(`${name}@${work.domain}`)));
        await finishContactSearches(zeus.ctx, [{ work, end: { drafts } }]);
        await advanceCampaignJob(zeus.ctx).run(one, call());
      };
    };
    return { one, begin, finish: await begin(), backlinkIds: ids };
  }

  test('stopped: addresses found before stay and are paid for, later ones are neither shown nor charged', async () => {
    const { one, finish } = await searching();
    await finish(0);
    expect(await spent(one)).toBe(1);
    await stop(one);
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Download Emails', status_message: null });
    expect(await statesOf(one, 'backlinks')).toEqual(['done', 'stopped']);
    await finish(1);
    expect(await spent(one)).toBe(1);
    expect(await statesOf(one, 'backlinks')).toEqual(['done', 'stopped']);
  });

  test('stopped: late emails of slow mail servers are not charged either, except those the user asked for singly', async () => {
    const { one, finish, backlinkIds } = await searching();
    const { db } = zeus.ctx;
    await finish(0);
    const late = { first_name: 'Ben', email_state: 'fetching', next_check_at: new Date() };
    const [ofOrder = '', clicked = ''] = await createContacts(db, { ...one.of, backlinkId: backlinkIds[0] ?? '' }, [
      late,
      { ...late, first_name: 'Cleo', single_fetch: true },
    ]);
    await db.sql`update requests set status = 'Waiting for Backlinks' where id = ${one.campaignId}`;
    await stop(one);
    expect(await readContact(db.kysely, ofOrder)).toMatchObject({ email_state: 'fetching' });
    await db.sql`update requests set status = 'Waiting for Emails' where id = ${one.campaignId}`;
    const begun = await Promise.all([ofOrder, clicked].map((id) => readContact(db.kysely, id)));
    const arrive = () =>
      db.kysely.transaction().execute(async (tx) => {
        for (const contact of begun) {
          const lookup = { kind: 'found' as const, found: checked(`${contact?.first_name}@ale.example`) };
          if (contact) await noteFetched(tx, contact, { lookup, creditsLeft: null, isLeadKept: true });
        }
      });
    await stop(one);
    const stateOf = (id: string) => readContact(db.kysely, id);
    const fetch = { end: 'could-not-look', message: 'You stopped the search before this email was found.' };
    expect(await stateOf(ofOrder)).toMatchObject({ email_state: 'unfetched', evidence: { fetch } });
    await arrive();
    expect(await stateOf(ofOrder)).toMatchObject({ email_state: 'unfetched', email: null });
    expect(await stateOf(clicked)).toMatchObject({ email_state: 'found', email: 'Cleo@ale.example' });
    expect(await spent(one)).toBe(2);

    // "Get email" afterwards is a search of its own. What the order's search finds meanwhile doesn't end it.
    await fetchEmail(zeus.ctx, { userId: one.id, contactId: ofOrder, ms: 0 });
    await arrive();
    expect(await stateOf(ofOrder)).toMatchObject({ email_state: 'fetching', single_fetch: true });
    expect(await spent(one)).toBe(2);
  });

  test('a lead that was removed while it waited does not count as stopped', async () => {
    const { one, backlinkIds } = await searching();
    await zeus.ctx.db.sql`update backlinks set keep = false where id = ${backlinkIds[1] ?? ''}`;
    await stop(one);
    expect(await statesOf(one, 'backlinks')).toEqual(['stopped', 'none']);
  });

  test('the rest can be ordered later', async () => {
    const { one, finish } = await searching();
    await stop(one);
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Download Emails' });
    await post(one, 'retry');
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting for Emails' });
    expect(await statesOf(one, 'backlinks')).toEqual(['waiting', 'waiting']);
    await Promise.all([finish(0), finish(1)]);
    expect(await spent(one)).toBe(2);
    expect(await rowOf(one)).toMatchObject({ status: 'Waiting to Download Emails' });
  });

  test('and ordered in the other mode: what the first search finds is not charged at the price of its mode', async () => {
    const { one, begin, finish, backlinkIds } = await searching();
    await stop(one);
    const { token, campaignId } = one;
    const json = { campaignId, mode: 'domain' };
    expect((await zeus.ask('/api/campaign/get-emails', { method: 'POST', token, json })).status).toBe(200);
    // Author Mode would cost a credit for each of them.
    await finish(0, ['ann', 'ben', 'cleo']);
    expect(await spent(one)).toBe(0);
    expect(await statesOf(one, 'backlinks')).toEqual(['waiting', 'waiting']);
    await (await begin())(0, ['ann', 'ben', 'cleo']);
    expect(await spent(one)).toBe(1);
    const [row] = await zeus.ctx.db.sql<
      object[]
    >`select contact_search, contact_search_mode from backlinks where id = ${backlinkIds[0] ?? ''}`;
    expect(row).toEqual({ contact_search: 'done', contact_search_mode: 'domain' });
  });
});
