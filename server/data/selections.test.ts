// Selecting all rows that match a filter, and undoing bulk changes, over HTTP.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ListFilter, ListName } from '../../shared/list-filter.ts';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults } from '../test/build.ts';
import { countWaitingForLock } from '../test/database.ts';
import { openForTests } from '../test/for-tests.ts';

const zeus = appForTests();
/** Whose rows no test changes. */
const bystander = openForTests(someone);

const found = (name: string, more: object = {}) => ({
  ...{ email_state: 'found', email: `${name}@site.example`, first_name: name, type: 'personal', ...more },
});

/** A user with four rows in each list, in the order of their ids' names. */
async function someone() {
  const { db } = zeus.ctx;
  const { id: userId, token } = await zeus.newUser();
  const of = { userId, campaignId: await createCampaign(db, userId) };
  const figures = [
    { domain_rating: 10, title: 'Golf' },
    { domain_rating: 50, title: 'Golf clubs' },
    { domain_rating: 90, title: 'Tennis' },
    { domain_rating: -1, title: 'Golf?' },
  ];
  const backlinks = await createBacklinks(db, of, figures);
  const contacts = await createContacts(db, { ...of, backlinkId: backlinks[0] ?? '' }, [
    found('Ada', { verification: 'valid' }),
    found('Ben', { verification: 'catch_all', source: 'hunter' }),
    found('Cleo', { verification: 'valid' }),
    { email_state: 'none', first_name: 'Dora' },
  ]);
  const ids = { 'search-results': await createSearchResults(db, of, figures), backlinks, contacts };
  return { ...of, token, ids };
}
type Someone = Awaited<ReturnType<typeof someone>>;

const send = (list: ListName, who: Someone, call: string, method: string, json: object) =>
  zeus.ask(`/data/${list}${call}${call.includes('?') ? '&' : '?'}campaignId=${who.campaignId}`, {
    ...{ method, token: who.token, json },
  });
const select = (list: ListName, who: Someone, filter: ListFilter, keep = true, changeId: string = randomUUID()) =>
  send(list, who, '/selection', 'PUT', { filter, keep, changeId });
const undo = async (list: ListName, who: Someone, changeId: string) =>
  (await send(list, who, '/undo', 'POST', { changeId })).json();

/** The positions of the selected rows. */
async function selected(list: ListName, who: Someone): Promise<number[]> {
  const answer = await zeus.ask(`/data/${list}?campaignId=${who.campaignId}`, { token: who.token });
  const rows = (await answer.json()) as { id: string; keep: boolean }[];
  return rows
    .filter(({ keep }) => keep)
    .map(({ id }) => who.ids[list].indexOf(id))
    .sort();
}

describe('selecting by filter', () => {
  test.each<[ListName, ListFilter, number[]]>([
    ['search-results', { words: 'golf', minDr: 20 }, [1]],
    ['search-results', { maxDr: 50 }, [0, 1]],
    ['backlinks', { words: 'GOLF' }, [0, 1, 3]],
    ['backlinks', { known: true }, []],
    ['backlinks', {}, [0, 1, 2, 3]],
    ['contacts', {}, [0, 1, 2]],
    ['contacts', { valid: true }, [0, 2]],
    ['contacts', { source: 'hunter', words: 'ben golf' }, [1]],
  ])('%s that match %j', async (list, filter, expected) => {
    const who = await someone();
    const answer = await select(list, who, filter);
    expect([answer.status, await answer.json()]).toEqual([200, { updated: expected.length }]);
    expect(await selected(list, who)).toEqual(expected);
    expect(await selected(list, bystander)).toEqual([]);
  });

  test('a row that is deleted meanwhile is skipped', async () => {
    const who = await someone();
    const { db } = zeus.ctx;
    const [first = ''] = who.ids.contacts;
    const { answer } = await db.kysely.transaction().execute(async (tx) => {
      await tx.deleteFrom('contacts').where('id', '=', first).execute();
      const selecting = select('contacts', who, {});
      await expect.poll(() => countWaitingForLock(db)).toBe(1);
      return { answer: selecting };
    });
    expect(await (await answer).json()).toEqual({ updated: 2 });
    expect(await selected('contacts', who)).toEqual([1, 2]);
  });

  test('deselects as well, and reaches rows that arrived after the page was read', async () => {
    const who = await someone();
    await select('backlinks', who, {});
    await select('backlinks', who, { words: 'tennis' }, false);
    expect(await selected('backlinks', who)).toEqual([0, 1, 3]);
    who.ids.backlinks.push(...(await createBacklinks(zeus.ctx.db, who, [{ title: 'More tennis' }])));
    await select('backlinks', who, { words: 'tennis' });
    expect(await selected('backlinks', who)).toEqual([0, 1, 2, 3, 4]);
  });

  test('only the selected ones', async () => {
    const who = await someone();
    await select('contacts', who, { words: 'ada' });
    await select('contacts', who, { selected: true }, false);
    expect(await selected('contacts', who)).toEqual([]);
  });

  test.each([
    [{ keep: true, changeId: randomUUID() }],
    [{ filter: {}, changeId: randomUUID() }],
    [{ filter: {}, keep: true }],
    [{ filter: {}, keep: true, changeId: '1' }],
    [{ filter: { dr: 5 }, keep: true, changeId: randomUUID() }],
    [{ filter: { minDr: '5' }, keep: true, changeId: randomUUID() }],
    [{ filter: { words: 'x'.repeat(201) }, keep: true, changeId: randomUUID() }],
  ])('refuses %j', async (json) => {
    expect((await send('backlinks', bystander, '/selection', 'PUT', json)).status).toBe(400);
  });
});

describe.each<ListName>(['search-results', 'backlinks', 'contacts'])('undo in %s', (list) => {
  const keepOne = (who: Someone, at: number, keep: boolean) =>
    zeus.ask(`/data/${list}/${who.ids[list][at]}`, { method: 'PATCH', token: who.token, json: { keep } });

  test('resets only what the change changed, once', async () => {
    const who = await someone();
    const changeId = randomUUID();
    await keepOne(who, 1, true);
    await select(list, who, {}, true, changeId);
    expect(await selected(list, who)).toContain(0);
    expect(await undo(list, who, randomUUID())).toEqual({ updated: 0 });
    expect((await undo(list, who, changeId)).updated).toBeGreaterThan(0);
    expect(await selected(list, who)).toEqual([1]);
    expect(await undo(list, who, changeId)).toEqual({ updated: 0 });
  });

  test('a change sent twice is undone as one', async () => {
    const who = await someone();
    const changeId = randomUUID();
    for (let n = 0; n < 2; n++) await select(list, who, {}, true, changeId);
    await undo(list, who, changeId);
    expect(await selected(list, who)).toEqual([]);
  });

  test('leaves choices that were made in another window since', async () => {
    const who = await someone();
    const [first, second] = [randomUUID(), randomUUID()];
    await select(list, who, {}, true, first);
    // One row unticked and ticked again, one ticked by a stale window, one in another bulk change.
    for (const keep of [false, true]) await keepOne(who, 0, keep);
    await keepOne(who, 1, true);
    await send(list, who, `?changeId=${second}`, 'PUT', [{ id: who.ids[list][2], keep: false }]);
    await undo(list, who, first);
    expect(await selected(list, who)).toEqual([0, 1]);
    await undo(list, who, second);
    expect(await selected(list, who)).toEqual([0, 1, 2]);
  });

  test('a list of rows can be undone too, but not without an id', async () => {
    const who = await someone();
    const changeId = randomUUID();
    const rows = who.ids[list].slice(0, 2).map((id) => ({ id, keep: true }));
    await send(list, who, `?changeId=${changeId}`, 'PUT', rows);
    expect(await selected(list, who)).toEqual([0, 1]);
    await undo(list, who, changeId);
    expect(await selected(list, who)).toEqual([]);
    await send(list, who, '', 'PUT', rows);
    await undo(list, who, changeId);
    expect(await selected(list, who)).toEqual([0, 1]);
  });

  test("another user's change is not reachable", async () => {
    const [ann, ben] = [await someone(), await someone()];
    const changeId = randomUUID();
    await select(list, ben, {}, true, changeId);
    expect(await undo(list, ann, changeId)).toEqual({ updated: 0 });
    expect(await selected(list, ben)).toContain(0);
  });
});

test('screening a backlink does not take it out of a bulk change', async () => {
  const who = await someone();
  const changeId = randomUUID();
  await select('backlinks', who, {}, true, changeId);
  const screened = { method: 'PATCH', token: who.token, json: { screened: true } };
  await zeus.ask(`/data/backlinks/${who.ids.backlinks[0]}`, screened);
  await undo('backlinks', who, changeId);
  expect(await selected('backlinks', who)).toEqual([]);
});

describe('contacts of a removed lead', () => {
  const keepLead = (who: Someone, keep: boolean) =>
    zeus.ask(`/data/backlinks/${who.ids.backlinks[0]}`, { method: 'PATCH', token: who.token, json: { keep } });

  /** Its lead is kept; Ada and Cleo are selected. */
  async function withSelected(): Promise<Someone> {
    const who = await someone();
    await keepLead(who, true);
    await select('contacts', who, { valid: true });
    expect(await selected('contacts', who)).toEqual([0, 2]);
    return who;
  }

  test('are deselected and missing from the file, until the lead is kept again', async () => {
    const who = await withSelected();
    const file = async () =>
      (await zeus.ask(`/data/campaigns/${who.campaignId}/contacts.csv?which=selected`, { token: who.token })).text();
    expect((await keepLead(who, false)).status).toBe(200);
    await keepLead(who, false);
    expect(await selected('contacts', who)).toEqual([]);
    expect(await file()).not.toContain('@');
    const states = await zeus.ctx.db.sql`select distinct state from prospects where user_id = ${who.userId}`;
    expect(states).not.toContainEqual({ state: 'handed_over' });
    await keepLead(who, true);
    expect(await selected('contacts', who)).toEqual([0, 2]);
    expect(await file()).toContain('Ada@site.example');
  });

  test('are deselected by a bulk change, and selected again when it is undone', async () => {
    const who = await withSelected();
    const changeId = randomUUID();
    await select('backlinks', who, {}, false, changeId);
    expect(await selected('contacts', who)).toEqual([]);
    await undo('backlinks', who, changeId);
    expect(await selected('contacts', who)).toEqual([0, 2]);
  });

  test('stay as their user chose meanwhile', async () => {
    const who = await withSelected();
    await keepLead(who, false);
    const [ada, ben] = who.ids.contacts;
    await send('contacts', who, '', 'PUT', [{ id: ben, keep: true }]);
    for (const keep of [true, false]) await send('contacts', who, '', 'PUT', [{ id: ada, keep }]);
    expect(await selected('contacts', who)).toEqual([1]);
    await keepLead(who, true);
    expect(await selected('contacts', who)).toEqual([1, 2]);
  });

  test('are not selected again by the undo of an earlier change', async () => {
    const who = await withSelected();
    const changeId = randomUUID();
    await select('contacts', who, {}, true, changeId);
    await keepLead(who, false);
    await undo('contacts', who, changeId);
    expect(await selected('contacts', who)).toEqual([]);
  });

  test('are not selected again with the lead if their selection was undone meanwhile', async () => {
    const who = await withSelected();
    const changeId = randomUUID();
    await select('contacts', who, {}, true, changeId);
    await keepLead(who, false);
    expect(await undo('contacts', who, changeId)).toEqual({ updated: 1 });
    await keepLead(who, true);
    expect(await selected('contacts', who)).toEqual([0, 2]);
  });

  test('are deselected by the undo of their selection after the lead was kept again', async () => {
    const who = await withSelected();
    const changeId = randomUUID();
    await select('contacts', who, {}, true, changeId);
    for (const keep of [false, true]) await keepLead(who, keep);
    expect(await selected('contacts', who)).toEqual([0, 1, 2]);
    await undo('contacts', who, changeId);
    expect(await selected('contacts', who)).toEqual([0, 2]);
  });

  test('stay deselected if their user deselects them once more', async () => {
    const who = await withSelected();
    const [ada] = who.ids.contacts;
    await keepLead(who, false);
    await send('contacts', who, '', 'PUT', [{ id: ada, keep: false }]);
    await keepLead(who, true);
    expect(await selected('contacts', who)).toEqual([2]);
    await keepLead(who, false);
    await select('contacts', who, {}, false);
    await keepLead(who, true);
    expect(await selected('contacts', who)).toEqual([]);
  });
});
