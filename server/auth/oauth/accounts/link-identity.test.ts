import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { base, createTestAuth, fragmentOf, type Person, site } from '../../../test/auth.ts';
import { googleForTests } from '../../../test/google.ts';

const { google, t } = googleForTests();

const someone = () => ({ sub: randomUUID(), email: `${randomUUID()}@zeus.example`, email_verified: true });

async function signedIn(): Promise<Person> {
  const member = await t.member();
  await member.client.signInWithPassword(member);
  return member;
}

/** Links the account signed in at Google; returns the fragment of the last redirect. */
async function link({ client }: Person) {
  const { data, error } = await client.linkIdentity({ provider: 'google', options: { redirectTo: `${site}/account` } });
  if (error) throw error;
  return Object.fromEntries(fragmentOf(await t.ask(await google.consent(data.url ?? ''))));
}

test('linking needs a session, the setting, and the second factor if there is one', async () => {
  const path = '/user/identities/authorize?provider=google&skip_http_redirect=true';
  expect((await t.ask(path)).status).toBe(401);
  expect((await t.ask(`/user/identities/${randomUUID()}`, { method: 'DELETE' })).status).toBe(401);
  const off = await createTestAuth({ ...google.env, AUTH_MANUAL_LINKING: 'off' });
  const member = await off.member();
  await member.client.signInWithPassword(member);
  const refused = await member.client.linkIdentity({ provider: 'google' });
  expect([refused.error?.status, refused.error?.code]).toEqual([404, 'manual_linking_disabled']);
  await off.close();

  const guarded = await signedIn();
  const { data } = await guarded.client.getUser();
  const values = { user_id: data.user?.id ?? '', factor_type: 'totp', status: 'verified', sealed_secret: 'x' };
  await t.db.kysely.insertInto('auth.factors').values(values).execute();
  const weak = await guarded.client.linkIdentity({ provider: 'google' });
  expect([weak.error?.status, weak.error?.code]).toEqual([403, 'insufficient_aal']);
  const bad = await (await signedIn()).client.linkIdentity({ provider: 'github' });
  expect(bad.error?.status).toBe(400);
});

test('an identity belongs to one user', async () => {
  const person = someone();
  google.become(person);
  const [one, other] = [await signedIn(), await signedIn()];
  expect((await link(one)).access_token).toBeTruthy();
  const again = await link(one);
  expect([again.error_code, again.access_token]).toEqual(['identity_already_exists', undefined]);
  expect((await link(other)).error_code).toBe('identity_already_exists');
});

test('linked by redirect: same user, notified by email, and both sign-in methods work', async () => {
  const member = await signedIn();
  const person = someone();
  google.become(person);
  const { access_token: token } = await link(member);
  const { data } = await member.client.getUser();
  expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email', 'google']);
  expect(data.user?.email).toBe(member.email);
  const linked = (await (await t.ask('/user', { token })).json()) as { id: string };
  expect(linked.id).toBe(data.user?.id);
  const notice = (await t.mailsTo(member.email)).at(-1);
  expect(notice?.subject).toBe('A new way to log in was added');
  expect(notice?.text).toContain('You can now log in to your Zeus account with Google.');
  expect(notice?.text, 'there is no such control').not.toContain('account page');
  const entered = fragmentOf(await google.walk(t, '/authorize?provider=google')).get('access_token') ?? '';
  expect(((await (await t.ask('/user', { token: entered })).json()) as { id: string }).id).toBe(linked.id);
});

test('linked by an ID token, through the client', async () => {
  const member = await signedIn();
  const token = await google.idToken(someone());
  const { data, error } = await member.client.linkIdentity({ provider: 'google', token });
  expect(error).toBeNull();
  expect(data.user?.identities).toHaveLength(2);
  const stranger = await t.ask('/token?grant_type=id_token', {
    json: { provider: 'google', id_token: token, link_identity: true },
  });
  expect(stranger.status).toBe(401);
});

test("unlinking: not the last one, not another user's, and it can no longer be used to sign in", async () => {
  const member = await signedIn();
  const person = someone();
  const own = (await member.client.getUserIdentities()).data?.identities ?? [];
  const last = await member.client.unlinkIdentity(own[0] as (typeof own)[0]);
  expect([last.error?.status, last.error?.code]).toEqual([422, 'single_identity_not_deletable']);
  google.become(person);
  await link(member);
  const identities = (await member.client.getUserIdentities()).data?.identities ?? [];
  const added = identities.find(({ provider }) => provider === 'google') as (typeof identities)[0];
  const stranger = await signedIn();
  const foreign = await stranger.client.unlinkIdentity(added);
  expect([foreign.error?.status, foreign.error?.code]).toEqual([404, 'identity_not_found']);
  const { data } = await member.client.getSession();
  const malformed = await t.ask('/user/identities/x', { method: 'DELETE', token: data.session?.access_token });
  expect(malformed.status).toBe(404);

  expect((await member.client.unlinkIdentity(added)).error).toBeNull();
  expect((await member.client.getUser()).data.user?.app_metadata).toMatchObject({ providers: ['email'] });
  const entered = fragmentOf(await google.walk(t, '/authorize?provider=google'));
  const read = await t.ask('/user', { token: entered.get('access_token') ?? '' });
  expect(((await read.json()) as { email: string }).email).toBe(person.email);
});

test('the flow fails if its session has ended, and the returned URL is our own', async () => {
  const member = await signedIn();
  const { data } = await member.client.linkIdentity({ provider: 'google' });
  const url = new URL(data.url ?? '');
  expect(url.searchParams.get('redirect_uri')).toBe(`${base}/callback`);
  const callback = await google.consent(url.href);
  await member.client.signOut();
  const answer = await t.ask(callback);
  expect(fragmentOf(answer).get('error_code')).toBe('session_not_found');
  expect(fragmentOf(answer).get('access_token')).toBeNull();
  expect(answer.status).toBeLessThan(400);
});
