import { expect, test } from 'vitest';
import { authForTests, type Person } from '../../test/auth.ts';

const t = authForTests();

async function open({ email, password }: Person) {
  const client = t.client();
  const { data } = await client.signInWithPassword({ email, password });
  const token = data.session?.access_token ?? '';
  const isAlive = async () => (await t.ask('/user', { token })).status === 200;
  return { client, token, refreshToken: data.session?.refresh_token ?? '', isAlive };
}

test('behavior 14: refuses an unknown scope without ending anything', async () => {
  const session = await open(await t.member());
  const answer = await t.ask('/logout?scope=bogus', { method: 'POST', token: session.token });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'validation_failed' });
  expect(await session.isAlive()).toBe(true);
});

test('refuses a call without a token', async () => {
  expect((await t.ask('/logout', { method: 'POST' })).status).toBe(401);
});

test('behavior 14: takes effect immediately: 204 without a body, then access and refresh token are invalid', async () => {
  const session = await open(await t.member());
  const answer = await t.ask('/logout', { method: 'POST', token: session.token });
  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe('');
  const after = await t.ask('/user', { token: session.token });
  expect(after.status).toBe(403);
  expect(await after.json()).toMatchObject({ code: 'session_not_found' });
  const refreshed = await t.ask('/token?grant_type=refresh_token', { json: { refresh_token: session.refreshToken } });
  expect(refreshed.status).toBe(400);
});

test.each([
  ['local', [false, true]],
  ['others', [true, false]],
  ['global', [false, false]],
] as const)('behavior 14: scope %s leaves first and second session alive: %j', async (scope, alive) => {
  const member = await t.member();
  const [first, second] = [await open(member), await open(member)];
  expect((await first.client.signOut({ scope })).error).toBeNull();
  expect([await first.isAlive(), await second.isAlive()]).toEqual(alive);
});

test("ends only the user's own sessions", async () => {
  const [one, other] = [await open(await t.member()), await open(await t.member())];
  await one.client.signOut({ scope: 'global' });
  expect(await other.isAlive()).toBe(true);
});

test('the client reports SIGNED_OUT, also for a session that has ended', async () => {
  const session = await open(await t.member());
  const events: string[] = [];
  session.client.onAuthStateChange((event) => void events.push(event));
  await session.client.signOut();
  expect(events).toContain('SIGNED_OUT');
});
