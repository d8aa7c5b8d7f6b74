import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestAuth, fragmentOf, linkToken, type TestAuth } from '../test/auth.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await createTestAuth();
});
afterAll(() => t.close());

test('sign up, confirm by mail, sign in, refresh, read, sign out', async () => {
  const { client, email, password } = t.person();
  const signedUp = await client.signUp({ email, password });
  expect(signedUp.error).toBeNull();
  expect(signedUp.data.session).toBeNull();
  const [mail] = await t.mailsTo(email);
  const verified = await t.ask(`/verify?type=signup&token=${linkToken(mail)}`);
  expect(verified.status).toBe(303);
  expect(fragmentOf(verified).get('access_token')).toBeTruthy();
  const signedIn = await client.signInWithPassword({ email, password });
  expect(signedIn.error).toBeNull();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await client.getUser()).data.user?.email).toBe(email);
  expect((await client.signOut()).error).toBeNull();
});
