// Which account a Google user is signed in to, and when none.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fragmentOf, linkToken } from '../../../test/auth.ts';
import { googleForTests } from '../../../test/google.ts';

const { google, t } = googleForTests();

/** Signs in at Google and returns the fragment of the last redirect. */
async function enter(claims: { sub?: string; email: string; email_verified: boolean; [claim: string]: unknown }) {
  google.become({ sub: randomUUID(), ...claims });
  return Object.fromEntries(fragmentOf(await google.walk(t, '/authorize?provider=google')));
}

async function userOf(accessToken: string | undefined) {
  return (await (await t.ask('/user', { token: accessToken })).json()) as Record<string, unknown>;
}

const logIn = async ({ email, password }: { email: string; password: string }) =>
  (await t.ask('/token?grant_type=password', { json: { email, password } })).status;

describe('behavior 23: no takeover by linking', () => {
  test('(a) what a stranger prepared under an unconfirmed address is removed when its owner signs in with Google', async () => {
    const stranger = t.person();
    const { email } = stranger;
    const signedUp = await stranger.client.signUp({ ...stranger, options: { data: { planted: 'by a stranger' } } });
    const planted = linkToken((await t.mailsTo(email)).at(-1));
    const entered = await enter({ email, email_verified: true, name: 'The Owner' });
    const user = await userOf(entered.access_token);
    expect(user).toMatchObject({
      id: signedUp.data.user?.id,
      email,
      app_metadata: { provider: 'google', providers: ['google'] },
    });
    expect(JSON.stringify(user)).not.toContain('stranger');
    expect(user.identities).toMatchObject([{ provider: 'google' }]);
    expect(await logIn(stranger)).toBe(400);
    const late = await t.ask(`/verify?type=signup&token=${planted}`);
    expect(fragmentOf(late).get('error_code')).toBe('otp_expired');
  });

  test('(b) an address Google has not verified gives no access and does not reveal whether there is an account', async () => {
    const member = await t.member();
    const before = await t.db.sql`select count(*) from auth.identities where provider = 'google'`;
    const taken = await enter({ email: member.email, email_verified: false });
    expect(taken).toMatchObject({ error: 'access_denied', error_code: 'provider_email_needs_verification' });
    expect(taken.access_token).toBeUndefined();
    expect(await t.db.sql`select count(*) from auth.identities where provider = 'google'`).toEqual(before);
    const free = await enter({ email: t.person().email, email_verified: false });
    expect(free).toEqual(taken);
    for (const email_verified of ['true', 1, 'false'] as unknown as boolean[]) {
      expect((await enter({ email: member.email, email_verified })).access_token).toBeUndefined();
    }
    expect(await logIn(member)).toBe(200);
  });

  test('an unverified address gets an email; once confirmed, the same person can sign in', async () => {
    const { email } = t.person();
    const sub = randomUUID();
    await enter({ sub, email, email_verified: false });
    const link = linkToken((await t.mailsTo(email)).at(-1));
    const waiting = await enter({ sub, email, email_verified: false });
    expect(waiting.error_code).toBe('provider_email_needs_verification');
    const verified = await t.ask(`/verify?type=signup&token=${link}`);
    const { id } = await userOf(fragmentOf(verified).get('access_token') ?? undefined);
    const entered = await enter({ sub, email, email_verified: false });
    expect((await userOf(entered.access_token)).id).toBe(id);
  });

  test("a stranger's unverified Google identity is removed when the address's owner signs in by email", async () => {
    const owner = t.person();
    const sub = randomUUID();
    await enter({ sub, email: owner.email, email_verified: false });
    t.pass(61);
    await owner.client.signInWithOtp({ email: owner.email });
    const link = linkToken((await t.mailsTo(owner.email)).at(-1));
    const { data } = await owner.client.verifyOtp({ type: 'email', token_hash: link });
    expect(data.user?.identities).toMatchObject([{ provider: 'email' }]);
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect((await enter({ sub, email: owner.email, email_verified: false })).access_token).toBeUndefined();
  });
});

test.each([0, 61])(
  "a stranger's unverified Google identity is removed when the owner signs up %i s later",
  async (seconds) => {
    const owner = t.person();
    const claims = { sub: randomUUID(), email: owner.email, email_verified: false, name: 'Mallory' };
    await enter(claims);
    t.pass(seconds);
    await owner.client.signUp(owner);
    expect((await enter(claims)).access_token).toBeUndefined();
    const link = linkToken((await t.mailsTo(owner.email)).at(-1));
    const { data } = await owner.client.verifyOtp({ type: 'email', token_hash: link });
    expect(data.user?.identities).toMatchObject([{ provider: 'email' }]);
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect(JSON.stringify(data.user)).not.toContain('Mallory');
    expect((await enter(claims)).access_token).toBeUndefined();
  },
);

test('a verified address joins the confirmed account that has it, keeping its password and data', async () => {
  const member = await t.member();
  const { data } = await member.client.signInWithPassword(member);
  const entered = await enter({ email: member.email.toUpperCase(), email_verified: true });
  const user = await userOf(entered.access_token);
  expect(user).toMatchObject({
    id: data.user?.id,
    app_metadata: { provider: 'email', providers: ['email', 'google'] },
    user_metadata: data.user?.user_metadata,
  });
  expect(await logIn(member)).toBe(200);
});

test('a banned user cannot sign in with Google', async () => {
  const member = await t.member();
  const claims = { sub: randomUUID(), email: member.email, email_verified: true };
  await enter(claims);
  await t.db.sql`update auth.users set banned_until = now() + interval '10 years' where email = ${member.email}`;
  expect(await enter(claims)).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  expect(await enter({ ...claims, sub: randomUUID() })).toMatchObject({ error_code: 'user_banned' });
});

test('a user with a second factor still has to pass it', async () => {
  const member = await t.member();
  const { data } = await member.client.signInWithPassword(member);
  const values = { user_id: data.user?.id ?? '', factor_type: 'totp', status: 'verified', sealed_secret: 'x' };
  await t.db.kysely.insertInto('auth.factors').values(values).execute();
  const { access_token: token = '' } = await enter({ email: member.email, email_verified: true });
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ aal: 'aal1', aal_required: 'aal2' });
});
