// Everything a user can do, concurrently: locks are taken in one order, so there are no deadlocks and no internal errors.
import { expect, test } from 'vitest';
import { authForTests, linkToken } from '../../test/auth.ts';

const t = authForTests({}, { mailsAtOnce: 8 });

test('no deadlock and no 5xx in any combination', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { client, email, password } = await t.member();
    const { data } = await client.signInWithPassword({ email, password });
    const token = data.session?.access_token;
    const refresh_token = data.session?.refresh_token;
    t.pass(61);
    await client.resetPasswordForEmail(email);
    const link = linkToken((await t.mailsTo(email)).at(-1));
    t.pass(61);
    const refresh = () => t.ask('/token?grant_type=refresh_token', { json: { refresh_token } });
    const login = () => t.ask('/token?grant_type=password', { json: { email, password } });
    const put = (json: object) => t.ask('/user', { method: 'PUT', token, json });
    const answers = await Promise.all([
      refresh(),
      login(),
      put({ password: 'another password' }),
      refresh(),
      t.ask('/recover', { json: { email } }),
      t.ask('/verify', { json: { type: 'recovery', token_hash: link } }),
      put({ email: t.person().email }),
      login(),
      t.ask('/logout', { method: 'POST', token }),
      t.ask('/verify', { json: { type: 'recovery', token_hash: link } }),
      refresh(),
      put({ data: { round } }),
      t.ask('/logout?scope=others', { method: 'POST', token }),
    ]);
    await t.mailsTo(email);
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status >= 500 || status === 409)).toEqual([]);
  }
});
