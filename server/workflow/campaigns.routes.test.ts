import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';
import { createBacklinks, createCampaign } from '../test/build.ts';

let zeus: TestApp;
beforeAll(async () => {
  zeus = await createTestApp();
});
afterAll(() => zeus.close());

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
