import { describe, expect, test } from 'vitest';
import { authOf } from '../auth/auth.ts';
import { appForTests } from '../test/app.ts';

const zeus = appForTests();

describe('POST /api/user/init', () => {
  test.each([{ offer: 5 }, { offer: 'x'.repeat(101) }, []])('refuses %j', async (json) => {
    const { token } = await zeus.newUser();
    const answer = await zeus.ask('/api/user/init', { method: 'POST', token, json });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'bad-input' });
  });

  test('malformed JSON is 400, not 500', async () => {
    const { token } = await zeus.newUser();
    const answer = await zeus.ask('/api/user/init', { method: 'POST', token, body: '{"offer":' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'bad-json' });
  });

  test('grants the trial, which the profile then shows', async () => {
    const { id, token } = await zeus.newUser();
    expect((await zeus.ask('/api/user/init', { method: 'POST', token, json: { offer: null } })).status).toBe(200);
    const profile = await zeus.ask('/data/profiles/me', { token });
    expect(await profile.json()).toMatchObject({ id, credits: 100, email_credits: 25 });
  });
});

test('GET /api/user reports a password, which an email identity alone does not prove', async () => {
  const { id, token } = await zeus.newUser();
  const { kysely } = zeus.ctx.db;
  const identity = { user_id: id, provider: 'email', provider_id: id, identity_data: {} };
  await kysely.insertInto('auth.identities').values(identity).execute();
  const read = async () => (await zeus.ask('/api/user', { token })).json();
  expect(await read()).toEqual({ has_password: false });
  const password_hash = await authOf(zeus.ctx).passwords.hash('some password');
  await kysely.updateTable('auth.users').set({ password_hash }).where('id', '=', id).execute();
  expect(await read()).toEqual({ has_password: true });
});

describe('DELETE /api/user', () => {
  const remove = (token: string, json: object) => zeus.ask('/api/user', { method: 'DELETE', token, json });
  const exists = async (id: string) =>
    (await zeus.ctx.db.kysely.selectFrom('auth.users').select('id').where('id', '=', id).execute()).length === 1;

  async function userWithPassword() {
    const user = await zeus.newUser({ backlink: 5 });
    const password_hash = await authOf(zeus.ctx).passwords.hash('right password');
    await zeus.ctx.db.kysely.updateTable('auth.users').set({ password_hash }).where('id', '=', user.id).execute();
    return user;
  }

  test.each([{}, { password: 'wrong password' }, { nonce: '123456' }])('refuses %j', async (proof) => {
    const user = await userWithPassword();
    const answer = await remove(user.token, proof);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'wrong-password' });
    expect(await exists(user.id)).toBe(true);
  });

  test('with the right password, everything is deleted', async () => {
    const user = await userWithPassword();
    const row = { keyword: 'golf', type: 'BYOB', status: 'Waiting for Backlinks', user_id: user.id };
    await zeus.ctx.db.kysely.insertInto('requests').values(row).execute();
    expect((await remove(user.token, { password: 'right password' })).status).toBe(200);
    expect(await exists(user.id)).toBe(false);
    for (const table of ['requests', 'credit_entries'] as const) {
      expect(await zeus.ctx.db.kysely.selectFrom(table).select('id').where('user_id', '=', user.id).execute()).toEqual(
        [],
      );
    }
    const init = await zeus.ask('/api/user/init', { method: 'POST', token: user.token, json: {} });
    expect(init.status).toBe(401);
  });
});
