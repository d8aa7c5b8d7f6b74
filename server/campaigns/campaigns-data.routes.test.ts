import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { campaign } from '../../shared/campaign-row.ts';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults } from '../test/build.ts';

const zeus = appForTests();

async function someone() {
  const { id: userId, token } = await zeus.newUser();
  return { userId, token, campaignId: await createCampaign(zeus.ctx.db, userId, { step_started_at: new Date() }) };
}

const call = ({ token }: { token: string }, id: string, options: object = {}) =>
  zeus.ask(`/data/requests/${id}`, { token, ...options });

describe('reading', () => {
  test("lists the user's campaigns, newest first, and no one else's", async () => {
    const [ann, ben] = [await zeus.newUser(), await zeus.newUser()];
    for (const [user, keyword] of [
      [ann, 'golf'],
      [ben, 'tea'],
      [ann, 'coffee'],
    ] as const) {
      await createCampaign(zeus.ctx.db, user.id, { keyword });
    }
    const campaigns = await (await zeus.ask('/data/requests', { token: ann.token })).json();
    expect(campaigns.map(({ keyword }: { keyword: string }) => keyword)).toEqual(['coffee', 'golf']);
  });

  test('limits the list, and continues before the last one', async () => {
    const { id: userId, token } = await zeus.newUser();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift(await createCampaign(zeus.ctx.db, userId));
    const list = async (query: string) => {
      const campaigns = await (await zeus.ask(`/data/requests?${query}`, { token })).json();
      return campaigns.map(({ id }: { id: string }) => id);
    };
    expect(await list('limit=2')).toEqual(ids.slice(0, 2));
    expect(await list(`limit=2&before=${ids[1]}`)).toEqual(ids.slice(2));
    for (const wrong of ['limit=0', 'limit=1001', 'before=1']) {
      expect((await zeus.ask(`/data/requests?${wrong}`, { token })).status).toBe(400);
    }
  });

  test('returns campaigns in the shape both sides share', async () => {
    const who = await someone();
    const [first] = await (await zeus.ask('/data/requests', { token: who.token })).json();
    expect(campaign.strict().parse(first)).toMatchObject({ id: who.campaignId, min_dr: 0, max_dr: 100, mode: null });
    expect(await (await call(who, who.campaignId)).json()).toEqual(first);
  });
});

test("reading, renaming and deleting another user's, a missing or an invalid one is 404", async () => {
  const [ann, ben] = [await someone(), await someone()];
  for (const id of [ben.campaignId, randomUUID(), '1']) {
    for (const options of [{}, { method: 'PATCH', json: { keyword: 'tea' } }, { method: 'DELETE' }]) {
      expect((await call(ann, id, options)).status).toBe(404);
    }
  }
  expect(await (await call(ben, ben.campaignId)).json()).toMatchObject({ keyword: 'golf' });
});

describe('renaming', () => {
  test.each([
    {},
    { keyword: '' },
    { keyword: '  ' },
    { keyword: 'x'.repeat(201) },
    { keyword: 5 },
    { keyword: '\u0000' },
  ])('refuses %j', async (json) => {
    const who = await someone();
    expect((await call(who, who.campaignId, { method: 'PATCH', json })).status).toBe(400);
  });

  test('changes the name, trimmed, and nothing else', async () => {
    const who = await someone();
    const json = { keyword: '  Green\u0000 tea\n', status: 'No organic result' };
    const answer = await call(who, who.campaignId, { method: 'PATCH', json });
    expect(campaign.parse(await answer.json())).toMatchObject({
      keyword: 'Green tea',
      status: 'Waiting to Pick Backlinks',
    });
  });
});

describe('archiving', () => {
  const archive = (who: { token: string; campaignId: string }, archived: unknown) =>
    call(who, who.campaignId, { method: 'PATCH', json: { archived } });

  test('puts a campaign away and brings it back; the list has it either way', async () => {
    const who = await someone();
    const first = campaign.parse(await (await archive(who, true)).json());
    expect(first).toMatchObject({ keyword: 'golf', archived_at: expect.any(String) });
    expect(await (await archive(who, true)).json()).toEqual(first);
    expect(await (await zeus.ask('/data/requests', { token: who.token })).json()).toEqual([first]);
    const back = await (await call(who, who.campaignId, { method: 'PATCH', json: { archived: false } })).json();
    expect(back).toMatchObject({ keyword: 'golf', archived_at: null });
  });

  test('refuses anything but true and false', async () => {
    const who = await someone();
    for (const archived of ['true', null, 1]) expect((await archive(who, archived)).status).toBe(400);
  });
});

describe('counts', () => {
  const counts = async (who: { token: string; campaignId: string }) => {
    const row = campaign.parse(await (await call(who, who.campaignId)).json());
    return [row.backlink_count, row.contact_count, row.valid_email_count];
  };

  test('follow the rows of the campaign as they come, change and go', async () => {
    const { db } = zeus.ctx;
    const who = await someone();
    const other = { ...who, campaignId: await createCampaign(db, who.userId) };
    expect(await counts(who)).toEqual([0, 0, 0]);
    const [backlinkId = ''] = await createBacklinks(db, who, [{}, {}, {}]);
    await createBacklinks(db, other);
    const found = (name: string, verification: string) => ({
      ...{ email_state: 'found', email: `${name}@site.example`, verification },
    });
    const contacts = await createContacts(db, { ...who, backlinkId }, [
      found('ada', 'valid'),
      found('ben', 'unknown'),
      { email_state: 'none' },
    ]);
    expect(await counts(who)).toEqual([3, 3, 1]);
    await db.kysely
      .updateTable('contacts')
      .set({ verification: 'valid' })
      .where('id', '=', contacts[1] ?? '')
      .execute();
    expect(await counts(who)).toEqual([3, 3, 2]);
    await db.kysely.updateTable('contacts').set({ keep: true }).where('id', 'in', contacts).execute();
    await db.kysely.updateTable('contacts').set({ verification: 'invalid' }).where('id', 'in', contacts).execute();
    expect(await counts(who)).toEqual([3, 3, 0]);
    await db.kysely
      .deleteFrom('contacts')
      .where('id', '=', contacts[0] ?? '')
      .execute();
    await db.kysely.deleteFrom('backlinks').where('id', '=', backlinkId).execute();
    expect(await counts(who)).toEqual([2, 0, 0]);
    expect(await counts(other)).toEqual([1, 0, 0]);
  });

  test('stay right when several statements add rows at once', async () => {
    const { db } = zeus.ctx;
    const who = await someone();
    const [backlinkId = ''] = await createBacklinks(db, who);
    const add = () => Promise.all([createBacklinks(db, who), createContacts(db, { ...who, backlinkId }, [{}, {}])]);
    await Promise.all(Array.from({ length: 10 }, add));
    expect(await counts(who)).toEqual([11, 20, 0]);
  });
});

test('deleting removes the rows and keeps the ledger', async () => {
  const who = await someone();
  const { db } = zeus.ctx;
  await createSearchResults(db, who);
  const [backlinkId = ''] = await createBacklinks(db, who);
  await createContacts(db, { ...who, backlinkId });
  const entry = { user_id: who.userId, kind: 'backlink', delta: 5, reason: 'trial' };
  await db.kysely.insertInto('credit_entries').values(entry).execute();
  expect((await call(who, who.campaignId, { method: 'DELETE' })).status).toBe(204);
  expect((await call(who, who.campaignId)).status).toBe(404);
  for (const table of ['requests', 'search_results', 'backlinks', 'contacts'] as const) {
    expect(await db.kysely.selectFrom(table).select('id').where('user_id', '=', who.userId).execute()).toEqual([]);
  }
  expect(await (await zeus.ask('/data/profiles/me', { token: who.token })).json()).toMatchObject({ credits: 5 });
});
