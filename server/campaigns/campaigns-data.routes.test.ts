import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/app.ts';

let zeus: TestApp;
beforeAll(async () => {
  zeus = await createTestApp();
});
afterAll(() => zeus.close());

test('GET /data/requests lists the user’s campaigns, newest first, and nobody else’s', async () => {
  const ann = await zeus.newUser();
  const ben = await zeus.newUser();
  const row = { type: 'Guest Posts', status: 'Waiting for Search Results' };
  for (const [user_id, keyword] of [
    [ann.id, 'golf'],
    [ben.id, 'tea'],
    [ann.id, 'coffee'],
  ] as const) {
    await zeus.ctx.db.kysely
      .insertInto('requests')
      .values({ ...row, user_id, keyword })
      .execute();
  }
  const answer = await zeus.ask('/data/requests', { token: ann.token });
  expect(answer.status).toBe(200);
  const campaigns = await answer.json();
  expect(campaigns.map(({ keyword }: { keyword: string }) => keyword)).toEqual(['coffee', 'golf']);
  expect(campaigns[0]).toMatchObject({ status: 'Waiting for Search Results', type: 'Guest Posts', progress_done: 0 });
  expect(campaigns[0]).not.toHaveProperty('idempotency_key');
});
