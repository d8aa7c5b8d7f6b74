import { describe, expect, test } from 'vitest';
import { authForTests } from '../../test/auth.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';

const t = authForTests();

const login = (email: unknown, password: unknown, ip?: string) =>
  t.ask('/token?grant_type=password', { json: { email, password }, ip });

describe('behavior 1: login reveals nothing about accounts', () => {
  test('unknown address, wrong password and account without a password get the same answer, byte for byte', async () => {
    const { email, password } = await t.member();
    const passwordless = t.person();
    await passwordless.client.signInWithOtp({ email: passwordless.email });
    await t.mailsTo(passwordless.email);
    const answers = [
      await login(email, `${password}x`),
      await login('nobody@zeus.example', password),
      await login(passwordless.email, ''),
      await login(passwordless.email, password),
    ];
    for (const answer of answers) expect(answer.status).toBe(400);
    const bodies = new Set(await Promise.all(answers.map((answer) => answer.text())));
    expect([...bodies]).toEqual([
      '{"code":"invalid_credentials","error_code":"invalid_credentials","message":"Invalid login credentials"}',
    ]);
  });

  // CPU time rather than wall-clock time, so the ratio also holds on a busy machine.
  test('an unknown account costs as much work as a wrong password', async () => {
    const hasher = createPasswordHasher();
    const kept = await hasher.hash('right password');
    await hasher.matches(null, 'warm up');
    const known = await processorTime(() => hasher.matches(kept, 'wrong'));
    const unknown = await processorTime(() => hasher.matches(null, 'wrong'));
    expect(unknown).toBeGreaterThan(known / 2);
  });

  test('behavior 2: only the right password reveals whether an address is confirmed', async () => {
    const { client, email, password } = t.person();
    await client.signUp({ email, password });
    expect((await client.signInWithPassword({ email, password: 'not it' })).error?.code).toBe('invalid_credentials');
    expect((await client.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed');
  });

  test('only the right password reveals whether a user is banned', async () => {
    const { client, email, password } = await t.member();
    const until = new Date(Date.now() + 3_600_000);
    await t.db.kysely.updateTable('auth.users').set({ banned_until: until }).where('email', '=', email).execute();
    expect((await client.signInWithPassword({ email, password: 'not it' })).error?.code).toBe('invalid_credentials');
    expect((await client.signInWithPassword({ email, password })).error?.code).toBe('user_banned');
  });
});

describe('behavior 9: guessing passwords is limited', () => {
  test('60 at once from one address: 429 with Retry-After from about the 31st', async () => {
    const { email } = await t.member();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => login(`${n}${email}`, 'guess', '203.0.113.7')),
    );
    const passed = answers.filter((answer) => answer.status === 400);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(passed.length + refused.length).toBe(60);
    expect(passed.length).toBeGreaterThanOrEqual(30);
    expect(passed.length).toBeLessThan(35);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused[0]?.json()).toMatchObject({ code: 'over_request_rate_limit' });
  });

  test("IPv6 addresses of one household's network count as one", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => login(`v6-${n}@zeus.example`, 'guess', `2001:db8:1:2::${n.toString(16)}`)),
    );
    expect(answers.some((answer) => answer.status === 429)).toBe(true);
    expect((await login('v6@zeus.example', 'guess', '2001:db8:1:3::1')).status).toBe(400);
  });

  test('one account from 100 client addresses: soon 429, even with the right password; after the window the owner can sign in', async () => {
    const { client, email, password } = await t.member();
    const answers = await Promise.all(Array.from({ length: 100 }, () => login(email, 'guess')));
    expect(answers.filter((answer) => answer.status === 400).length).toBeLessThanOrEqual(12);
    expect((await login(email, password)).status).toBe(429);
    t.pass(60);
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('an unknown account is counted the same way', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => login('nobody-2@zeus.example', 'guess')));
    expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(18);
  });

  test('strangers cannot lock the owner out of an address with an open session', async () => {
    const { client, email, password } = await t.member();
    await client.signInWithPassword({ email, password });
    await Promise.all(Array.from({ length: 30 }, () => login(email, 'guess')));
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('a right password resets the count of wrong ones', async () => {
    const { client, email, password, ip } = await t.member();
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 6; wrong += 1) expect((await login(email, 'guess', ip)).status).toBe(400);
      expect((await client.signInWithPassword({ email, password })).error).toBeNull();
    }
  });
});

describe('a good login', () => {
  test('returns a session with a token that says who, how and until when', async () => {
    const { client, email, password } = await t.member();
    const { data, error } = await client.signInWithPassword({ email: email.toUpperCase(), password });
    expect(error).toBeNull();
    expect(data.session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      user: { email, role: 'authenticated' },
    });
    const { data: claims } = await client.getClaims();
    expect(claims?.claims).toMatchObject({
      iss: t.auth.baseUrl,
      sub: data.user?.id,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      aal: 'aal1',
      amr: [{ method: 'password' }],
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect((claims?.claims.exp ?? 0) - (claims?.claims.iat ?? 0)).toBe(3600);
    expect(claims?.header).toMatchObject({ alg: 'ES256', typ: 'JWT' });
  });

  test('returns no stored secrets: no hash, no key', async () => {
    const { email, password } = await t.member();
    const answer = (await (await login(email, password)).json()) as { access_token: string };
    const user = await (await t.ask('/user', { token: answer.access_token })).text();
    const [, payload = ''] = answer.access_token.split('.');
    const shown = [JSON.stringify(answer), user, Buffer.from(payload, 'base64url').toString()].join();
    expect(shown).not.toMatch(/argon2|hash|sealed|secret|tries_left/);
  });

  test('replaces an outdated hash', async () => {
    const { client, email, password } = await t.member();
    const old = await createPasswordHasher({ memoryCost: 16, timeCost: 2, parallelism: 1 }).hash(password);
    await t.db.kysely.updateTable('auth.users').set({ password_hash: old }).where('email', '=', email).execute();
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
    const row = await t.db.kysely
      .selectFrom('auth.users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('reports a password that would be too weak today', async () => {
    const { client, email } = await t.member();
    const password_hash = await t.auth.passwords.hash('short');
    await t.db.kysely.updateTable('auth.users').set({ password_hash }).where('email', '=', email).execute();
    const { data } = await client.signInWithPassword({ email, password: 'short' });
    expect(data.weakPassword).toMatchObject({ reasons: ['length'] });
  });
});

test.each([
  [{}, 400, 'validation_failed'],
  [{ password: 'x' }, 400, 'validation_failed'],
  [{ email: 'x@zeus.example', phone: '1', password: 'x' }, 400, 'validation_failed'],
  [{ phone: '123', password: 'x' }, 422, 'phone_provider_disabled'],
  [{ email: 5, password: 'x' }, 400, 'bad_json'],
])('refuses %j with %i %s', async (json, status, code) => {
  const answer = await t.ask('/token?grant_type=password', { json });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code });
});

test.each(['', 'nothing', 'constructor', '__proto__'])('refuses the grant %j', async (grant) => {
  const answer = await t.ask(`/token?grant_type=${grant}`, { json: {} });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 'invalid_credentials', message: 'unsupported_grant_type' });
});

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < 5; n += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
