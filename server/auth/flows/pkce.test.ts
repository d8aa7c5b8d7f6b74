import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { authForTests, linkToken, site } from '../../test/auth.ts';

const t = authForTests();

const exchange = (auth_code: unknown, code_verifier: unknown) =>
  t.ask('/token?grant_type=pkce', { json: { auth_code, code_verifier } });

async function startRecovery() {
  const { email } = await t.member();
  const verifier = randomBytes(40).toString('hex');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  t.pass(61);
  await t.ask('/recover', { json: { email, code_challenge, code_challenge_method: 'S256' } });
  return { email, verifier, link: linkToken((await t.mailsTo(email)).at(-1)) };
}

async function followed(link: string) {
  const location = (await t.ask(`/verify?type=recovery&token=${link}`)).headers.get('location') ?? '';
  return { location, code: new URL(location).searchParams.get('code') ?? '' };
}

describe('behavior 21: refused challenges', () => {
  test.each([
    ['42 characters', { code_challenge: 'a'.repeat(42), code_challenge_method: 's256' }],
    ['129 characters', { code_challenge: 'a'.repeat(129), code_challenge_method: 's256' }],
    ['strange characters', { code_challenge: `${'a'.repeat(43)}!`, code_challenge_method: 's256' }],
    ['no method', { code_challenge: 'a'.repeat(43) }],
    ['no challenge', { code_challenge_method: 's256' }],
    ['another method', { code_challenge: 'a'.repeat(43), code_challenge_method: 'md5' }],
  ])('%s', async (_name, pkce) => {
    for (const path of ['/signup', '/otp', '/recover']) {
      const json = { email: 'pkce@zeus.example', password: 'a good password', ...pkce };
      const answer = await t.ask(path, { json });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'validation_failed' });
    }
  });
});

test('behavior 21: the emailed link ends in a code without tokens; a wrong verifier is refused; the code works once', async () => {
  const { link, verifier } = await startRecovery();
  expect(link).toMatch(/^pkce_/);
  const { location, code } = await followed(link);
  expect(location).toMatch(new RegExp(`^${site}/\\?code=[0-9a-f-]{36}$`));
  const wrong = await exchange(code, randomBytes(40).toString('hex'));
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 'bad_code_verifier' }]);
  const right = await exchange(code, verifier);
  expect(right.status).toBe(200);
  expect(await right.json()).toMatchObject({ token_type: 'bearer' });
  const again = await exchange(code, verifier);
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'flow_state_not_found' }]);
});

test('behavior 21: the code expires after five minutes', async () => {
  const { link, verifier } = await startRecovery();
  const { code } = await followed(link);
  t.pass(301);
  const late = await exchange(code, verifier);
  expect([late.status, await late.json()]).toMatchObject([422, { code: 'flow_state_expired' }]);
});

test.each([
  ['', 'x'],
  ['x', ''],
  [null, null],
])('code %j with verifier %j: 400', async (code, verifier) => {
  expect((await exchange(code, verifier)).status).toBe(400);
});

test('an unknown code: 404', async () => {
  expect((await exchange('00000000-0000-4000-8000-000000000000', 'x')).status).toBe(404);
});

test('an expired link is reported in query and fragment', async () => {
  const { link } = await startRecovery();
  await followed(link);
  const { location } = await followed(link);
  expect(new URL(location).searchParams.get('error_code')).toBe('otp_expired');
  expect(new URL(location).hash).toContain('error_code=otp_expired');
});

test('of twenty concurrent exchanges, one succeeds', async () => {
  const { link, verifier } = await startRecovery();
  const { code } = await followed(link);
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(404)]);
});

test('stores only a hash of the code', async () => {
  const { link } = await startRecovery();
  const { code } = await followed(link);
  const rows = await t.db.sql`select f::text as row from auth.flow_states f`;
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test('the official client completes sign-up, sign-in by email and recovery', async () => {
  const storage = new Map<string, string>();
  const client = t.client(undefined, {
    flowType: 'pkce',
    persistSession: true,
    storage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    },
  });
  const { email, password } = t.person();
  await client.signUp({ email, password });
  const signedUp = await open('signup');
  expect(signedUp.data.session?.user.email).toBe(email);
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'email/signup' }]);
  t.pass(61);
  await client.signInWithOtp({ email });
  expect((await open('magiclink')).error).toBeNull();
  expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'magiclink' }]);
  t.pass(61);
  await client.resetPasswordForEmail(email);
  expect((await open('recovery')).error).toBeNull();

  async function open(type: string) {
    const link = linkToken((await t.mailsTo(email)).at(-1));
    const location = (await t.ask(`/verify?type=${type}&token=${link}`)).headers.get('location') ?? '';
    return client.exchangeCodeForSession(new URL(location).searchParams.get('code') ?? '');
  }
});
