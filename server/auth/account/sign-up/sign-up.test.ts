import { describe, expect, test } from 'vitest';
import { authForTests, codeIn, createTestAuth, fragmentOf, linkToken, site } from '../../../test/auth.ts';

const t = authForTests();

const keysOf = (value: object | null) => Object.keys(value ?? {}).sort();
const good = 'a good password';

describe('refused', () => {
  test.each([
    ['no password', { email: 'a@zeus.example' }, 400, 'validation_failed'],
    ['empty password', { email: 'a@zeus.example', password: '' }, 400, 'validation_failed'],
    ['no address', { password: good }, 400, 'validation_failed'],
    ['phone', { phone: '+4912345', password: good }, 400, 'phone_provider_disabled'],
    ['both', { email: 'a@zeus.example', phone: '+4912345', password: good }, 400, 'validation_failed'],
    ['nothing: anonymous sign-in is off', {}, 422, 'anonymous_provider_disabled'],
    ['37 characters of two bytes', { email: 'a@zeus.example', password: 'é'.repeat(37) }, 400, 'validation_failed'],
    ['data that is no object', { email: 'a@zeus.example', password: good, data: 'x' }, 400, 'bad_json'],
    ['huge data', { email: 'a@zeus.example', password: good, data: { x: 'x'.repeat(5000) } }, 400, 'validation_failed'],
  ])('%s', async (_name, json, status, code) => {
    const answer = await t.ask('/signup', { json });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  });

  test.each([
    'plain',
    'a@b',
    '@zeus.example',
    'a b@zeus.example',
    'a@zeus..example',
    '.a@zeus.example',
    'a..b@zeus.example',
    'a@-zeus.example',
    'a@zeus.example\n',
    '<a@zeus.example>',
    'a@zeus.example,b@zeus.example',
    'ａ@zeus.example',
    'a@zeuſ.example',
    `${'a'.repeat(250)}@zeus.example`,
  ])('address %j', async (email) => {
    const answer = await t.ask('/signup', { json: { email, password: good } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed' });
  });

  test('behavior 18: a short password, with the reason', async () => {
    const { client, email } = t.person();
    const { error } = await client.signUp({ email, password: 'seven 7' });
    expect(error).toMatchObject({ name: 'AuthWeakPasswordError', status: 422, reasons: ['length'] });
    const emoji = await client.signUp({ email, password: '🙂🙂🙂🙂' });
    expect(emoji.error).toMatchObject({ name: 'AuthWeakPasswordError' });
  });

  test('when sign-up is off', async () => {
    const closed = await createTestAuth({ AUTH_SIGNUP: 'off' });
    const { client, email, password } = closed.person();
    expect((await client.signUp({ email, password })).error).toMatchObject({ status: 422, code: 'signup_disabled' });
    await client.signInWithOtp({ email });
    expect(await closed.mailsTo(email)).toEqual([]);
    await closed.close();
  });
});

describe('behavior 17: users cannot grant themselves more rights', () => {
  test('role, aud, id, app_metadata and email_confirm are ignored', async () => {
    const { email, password } = t.person();
    const id = '00000000-0000-4000-8000-000000000000';
    const extra = { role: 'service_role', aud: 'admin', id, app_metadata: { admin: true }, email_confirm: true };
    const answer = await t.ask('/signup', { json: { email, password, ...extra }, headers: { 'x-jwt-aud': 'admin' } });
    const user = (await answer.json()) as Record<string, unknown>;
    expect(user).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(user.id).not.toBe(id);
    expect(user.email_confirmed_at).toBeUndefined();
  });

  test('user data cannot override what the service knows', async () => {
    const { client, email, password } = t.person();
    const data = { email: 'other@zeus.example', email_verified: true, sub: 'x', name: 'Ada' };
    const { data: answer } = await client.signUp({ email, password, options: { data } });
    expect(answer.user?.user_metadata).toEqual({
      name: 'Ada',
      sub: answer.user?.id,
      email,
      email_verified: false,
      phone_verified: false,
    });
  });
});

describe('behavior 3: the answer to a repeated sign-up reveals nothing', () => {
  test('of a confirmed address: looks new in every field, and the old password stays', async () => {
    const known = await t.member();
    t.pass(61);
    const { data: fresh } = await t.client().signUp({ email: t.person().email, password: good });
    const { data: again, error } = await t.client().signUp({ email: known.email, password: good });
    expect(error).toBeNull();
    expect(again.session).toBeNull();
    expect(keysOf(again.user)).toEqual(keysOf(fresh.user));
    expect(again.user).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
    expect(again.user?.identities?.map(keysOf)).toEqual(fresh.user?.identities?.map(keysOf));
    expect(fresh.user?.identities).toHaveLength(1);
    const { data: owner } = await known.client.signInWithPassword(known);
    expect(again.user?.id).not.toBe(owner.user?.id);
    expect(again.user?.id.slice(14, 15)).toBe(fresh.user?.id.slice(14, 15));
    const wrong = await t.client().signInWithPassword({ email: known.email, password: good });
    expect(wrong.error?.code).toBe('invalid_credentials');
  });

  test('of a confirmed address: its mailbox is notified, at most once a minute', async () => {
    const { email } = await t.member();
    const signUpAgain = () => t.client().signUp({ email, password: good });
    t.pass(61);
    await signUpAgain();
    await signUpAgain();
    const sent = await t.mailsTo(email);
    expect(sent.map(({ subject }) => subject)).toEqual(['You already have a Zeus account']);
    expect(sent[0]?.links).toEqual([`${site}/login`, `${site}/reset-password`]);
    expect(codeIn(sent[0]), 'opens nothing').toBe('');
    for (let minute = 0; minute < 20; minute += 1) {
      t.pass(61);
      await signUpAgain();
    }
    expect((await t.mailsTo(email)).length, 'ten in a row, then one every ten minutes').toBeLessThan(13);
  });

  test('of an unconfirmed address: looks new, sends another email after the interval, keeps password and data', async () => {
    const { client, email, password } = t.person();
    const first = await client.signUp({ email, password, options: { data: { name: 'first' } } });
    const second = await client.signUp({ email, password, options: { data: { name: 'second' } } });
    expect(second.error).toBeNull();
    expect(keysOf(second.data.user)).toEqual(keysOf(first.data.user));
    expect(second.data.user?.identities).toHaveLength(1);
    expect(await t.mailsTo(email)).toHaveLength(1);
    t.pass(61);
    await client.signUp({ email, password });
    const mails = await t.mailsTo(email);
    expect(mails).toHaveLength(2);
    await t.ask(`/verify?type=signup&token=${linkToken(mails[1])}`);
    const { data } = await client.signInWithPassword({ email, password });
    expect(data.user?.user_metadata.name).toBe('first');
  });

  test('of an unconfirmed address with another password: a stranger who came first, or last, gets nothing', async () => {
    const { client, email, password } = t.person();
    await t.client().signUp({ email, password: good });
    await client.signUp({ email, password });
    await t.client().signUp({ email, password: good });
    const [mail] = await t.mailsTo(email);
    const opened = await t.ask(`/verify?type=signup&token=${linkToken(mail)}`);
    for (const one of [good, password]) {
      expect((await client.signInWithPassword({ email, password: one })).error?.code).toBe('invalid_credentials');
    }
    const token = fragmentOf(opened).get('access_token') ?? '';
    const set = await t.ask('/user', { method: 'PUT', token, json: { password } });
    expect(set.status).toBe(200);
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('twenty at once create one account and send one email', async () => {
    const { email, password } = t.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.client().signUp({ email, password })));
    for (const { error } of answers) expect(error).toBeNull();
    const rows = await t.db.kysely.selectFrom('auth.users').select('id').where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
    expect(await t.mailsTo(email)).toHaveLength(1);
  });
});

describe('a sign-up', () => {
  test('returns the bare user, unconfirmed, without tokens', async () => {
    const { email, password } = t.person();
    const answer = await t.ask('/signup', { json: { email: email.toUpperCase(), password, code_challenge: null } });
    const user = (await answer.json()) as Record<string, unknown>;
    expect(user).toMatchObject({ email, phone: '', is_anonymous: false });
    expect(user).toHaveProperty('confirmation_sent_at');
    expect(user.identities).toMatchObject([{ provider: 'email', id: user.id, user_id: user.id, email }]);
    expect(JSON.stringify(user)).not.toMatch(/token|password|hash/);
  });

  test("behavior 25: emails a link to the site's login page, whatever Host the request names", async () => {
    const { email, password } = t.person();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' };
    const redirect = encodeURIComponent(`${site}/confirm-email`);
    await t.ask(`/signup?redirect_to=${redirect}`, { json: { email, password }, headers });
    const [mail] = await t.mailsTo(email);
    expect(mail?.links[0]).toMatch(/^http:\/\/site\.example:3000\/login\?token=[\w-]{43}$/);
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example');
  });

  test('behavior 18: stores the password as argon2id', async () => {
    const { client, email, password } = t.person();
    await client.signUp({ email, password });
    const row = await t.db.kysely
      .selectFrom('auth.users')
      .select('password_hash')
      .where('email', '=', email)
      .executeTakeFirst();
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });
});

describe('anonymous sign-in, if enabled', () => {
  test('opens a session; adding an address makes the account permanent', async () => {
    const open = await createTestAuth({ AUTH_ANONYMOUS: 'on' });
    const { client, email, password } = open.person();
    const { data, error } = await client.signInAnonymously({ options: { data: { name: 'nobody' } } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { name: 'nobody' } });
    expect((await client.getClaims()).data?.claims).toMatchObject({
      is_anonymous: true,
      amr: [{ method: 'anonymous' }],
    });
    expect((await client.reauthenticate()).error).toMatchObject({ status: 400, code: 'validation_failed' });
    await client.updateUser({ email, password });
    const [mail] = await open.mailsTo(email);
    await open.ask(`/verify?type=email_change&token=${linkToken(mail)}`);
    const { data: lasting } = await open.client().signInWithPassword({ email, password });
    expect(lasting.user).toMatchObject({ id: data.user?.id, is_anonymous: false, email });
    await open.close();
  });
});
