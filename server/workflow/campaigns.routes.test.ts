import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign } from '../test/build.ts';

const zeus = appForTests();

test('a search of one backlink without sendDataBack is not mistaken for a search of the whole campaign', async () => {
  const { id: userId, token } = await zeus.newUser({ email: 5 });
  const campaignId = await createCampaign(zeus.ctx.db, userId);
  const kept = [{ keep: true }, { keep: true }];
  const [backlinkId] = await createBacklinks(zeus.ctx.db, { userId, campaignId }, kept);
  for (const sendDataBack of [undefined, false]) {
    const json = { campaignId, mode: 'domain', backlinkId, sendDataBack };
    const answer = await zeus.ask('/api/campaign/get-emails', { method: 'POST', token, json });
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'bad-input']);
  }
  const waiting = await zeus.ctx.db
    .sql`select 1 from backlinks where requests_id = ${campaignId} and contact_search <> 'none'`;
  expect(waiting).toEqual([]);
});

test.each([
  [{ mode: 'author' }, 'campaignId'],
  [{ mode: 'all' }, 'mode'],
  [{ mode: 'domain', sendDataBack: true }, 'backlinkId'],
])('an invalid request for emails is answered with what is wrong: %j', async (wrong, field) => {
  const { token } = await zeus.newUser();
  const json = field === 'campaignId' ? wrong : { campaignId: randomUUID(), ...wrong };
  const answer = await zeus.ask('/api/campaign/get-emails', { method: 'POST', token, json });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: 'bad-input', message: expect.stringContaining(`${field}: `) },
  ]);
});

describe('POST /api/campaign/get-emails refuses, and starts nothing', () => {
  async function foundCampaign(email: number) {
    const { id: userId, token } = await zeus.newUser({ email });
    const campaignId = await createCampaign(zeus.ctx.db, userId);
    const ids = await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{}, {}, {}]);
    const keep = (count: number) =>
      zeus.ctx.db.sql`update backlinks set keep = true where id = any (${ids.slice(0, count)}::uuid[])`;
    const order = async (more: object) => {
      const json = { campaignId, mode: 'author', ...more };
      const answer = await zeus.ask('/api/campaign/get-emails', { method: 'POST', token, json });
      return { status: answer.status, json: await answer.json() };
    };
    const searches = async () =>
      (await zeus.ctx.db.sql`select contact_search from backlinks where requests_id = ${campaignId}`).map(
        ({ contact_search }) => contact_search,
      );
    return { campaignId, ids, keep, order, searches };
  }

  test('if nothing is kept, without credits, and with an impossible fallback order', async () => {
    const { keep, order, searches } = await foundCampaign(0);
    expect((await order({})).json).toMatchObject({ error: 'nothing-kept' });
    await keep(3);
    expect(await order({})).toMatchObject({ status: 402, json: { error: 'no-credit', type: 'no credit' } });
    for (const fallbackOrder of [['editor', 'editor'], ['everybody'], 'editor']) {
      expect((await order({ fallbackOrder })).status).toBe(400);
    }
    expect(await searches()).toEqual(['none', 'none', 'none']);
  });

  test('a selection other than the one the user saw', async () => {
    const { campaignId, ids, keep, order, searches } = await foundCampaign(5);
    await keep(2);
    const [first, second, third] = ids;
    for (const keptIds of [[first], [first, third], [first, second, third]]) {
      expect(await order({ keptIds })).toMatchObject({ status: 409, json: { error: 'selection-changed' } });
    }
    expect(await searches()).toEqual(['none', 'none', 'none']);
    const fallbackOrder = ['founder', 'editor'];
    expect((await order({ keptIds: [second, first], fallbackOrder })).status).toBe(200);
    const [campaign] = await zeus.ctx.db.sql`select status, fallback_order from requests where id = ${campaignId}`;
    expect(campaign).toEqual({ status: 'Waiting for Emails', fallback_order: fallbackOrder });
  });
});

test('backlinks that join a running search get their jobs, and existing jobs are left alone', async () => {
  const { db } = zeus.ctx;
  const { id: userId, token } = await zeus.newUser({ email: 5 });
  const campaignId = await createCampaign(db, userId);
  const three = [{ keep: true }, { keep: true }, { keep: false }];
  const [runs = '', waits = '', joins = ''] = await createBacklinks(db, { userId, campaignId }, three);
  const getEmails = () =>
    zeus.ask('/api/campaign/get-emails', { method: 'POST', token, json: { campaignId, mode: 'author' } });
  expect((await getEmails()).status).toBe(200);
  // One is being searched, one waits for a mail server.
  await db.sql`update jobs set state = 'running', held_until = now() + interval '1 hour' where key = ${runs}`;
  await db.sql`update jobs set due_at = now() + interval '5 minutes' where key = ${waits}`;
  await zeus.ask(`/data/backlinks/${joins}`, { method: 'PATCH', token, json: { keep: true } });
  expect((await getEmails()).status).toBe(200);
  const jobs = await db.sql`
    select key as id, state, due_at > now() + interval '4 minutes' as later from jobs
    where name = 'contacts.find' and key in (${runs}, ${waits}, ${joins})`;
  expect(jobs).toHaveLength(3);
  expect(jobs).toEqual(
    expect.arrayContaining([
      { id: runs, state: 'running', later: false },
      { id: waits, state: 'waiting', later: true },
      { id: joins, state: 'waiting', later: false },
    ]),
  );
});
