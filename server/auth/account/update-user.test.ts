import { describe, expect, test } from 'vitest';
import { authForTests, codeIn, linkToken, type Person, site } from '../../test/auth.ts';

const t = authForTests();

async function signIn(person: Person) {
  const client = t.client();
  const { data } = await client.signInWithPassword(person);
  const token = data.session?.access_token ?? '';
  const put = (json: object) => t.ask('/user', { method: 'PUT', json, token });
  return { client, token, put, refreshToken: data.session?.refresh_token ?? '' };
}

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

describe('refused', () => {
  test.each([
    ['app_metadata', { app_metadata: { admin: true } }, 403, 'not_admin'],
    ['phone', { phone: '+4912345' }, 400, 'phone_provider_disabled'],
    ['a short password', { password: 'seven 7' }, 422, 'weak_password'],
    ['an empty password', { password: '' }, 422, 'weak_password'],
    ['37 characters of two bytes', { password: 'é'.repeat(37) }, 400, 'validation_failed'],
    ['a wrong current password', { password: 'new password', current_password: 'x' }, 400, 'current_password_invalid'],
    ['a wrong nonce', { password: 'new password', nonce: '123456' }, 422, 'reauthentication_not_valid'],
    ['a bad address', { email: 'x' }, 400, 'validation_failed'],
    ['half of PKCE', { email: 'new@zeus.example', code_challenge: 'x' }, 400, 'validation_failed'],
    ['metadata too large', { data: { x: 'x'.repeat(5000) } }, 400, 'validation_failed'],
    ['wrong type', { data: [] }, 400, 'bad_json'],
    ['wrong type', { password: 5 }, 400, 'bad_json'],
  ])('%s', async (_name, json, status, code) => {
    const { put } = await signIn(await t.member());
    expect(await codeOf(await put(json))).toEqual([status, code]);
  });

  test('behavior 18: the same password again', async () => {
    const member = await t.member();
    const { put } = await signIn(member);
    expect(await codeOf(await put({ password: member.password }))).toEqual([422, 'same_password']);
  });

  test('without a session', async () => {
    expect((await t.ask('/user', { method: 'PUT', json: {} })).status).toBe(401);
  });

  test('address and password at aal1 when there is a second factor', async () => {
    const member = await t.member();
    const { put, client } = await signIn(member);
    const user_id = (await client.getUser()).data.user?.id ?? '';
    const factor = { user_id, factor_type: 'totp', status: 'verified', sealed_secret: 'x' };
    await t.db.kysely.insertInto('auth.factors').values(factor).execute();
    expect(await codeOf(await put({ password: 'new password' }))).toEqual([401, 'insufficient_aal']);
    expect(await codeOf(await put({ email: 'new@zeus.example' }))).toEqual([401, 'insufficient_aal']);
    expect((await put({ data: { name: 'Ada' } })).status).toBe(200);
  });
});

describe('behavior 17: user data grants no rights', () => {
  test('merges; null removes; a role in it has no effect', async () => {
    const { client } = await signIn(await t.member());
    await client.updateUser({ data: { name: 'Ada', city: 'London', role: 'service_role' } });
    const { data } = await client.updateUser({ data: { city: null } });
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', role: 'service_role' });
    expect(data.user?.user_metadata).not.toHaveProperty('city');
    await client.refreshSession();
    expect((await client.getClaims()).data?.claims.role).toBe('authenticated');
  });

  test('role, aud and id in the body are ignored', async () => {
    const { client, put } = await signIn(await t.member());
    const before = (await client.getUser()).data.user;
    const answer = await put({ role: 'service_role', aud: 'x', id: 'x' });
    expect(await answer.json()).toMatchObject({ id: before?.id, role: 'authenticated', aud: 'authenticated' });
  });
});

describe('password', () => {
  test('behavior 19: a change ends every other session, keeps this one, and sends an email', async () => {
    const member = await t.member();
    const [own, other] = [await signIn(member), await signIn(member)];
    const { error } = await own.client.updateUser({ password: 'a new password' });
    expect(error).toBeNull();
    const refreshed = await t.ask('/token?grant_type=refresh_token', { json: { refresh_token: other.refreshToken } });
    expect(refreshed.status).toBe(400);
    expect(await codeOf(await t.ask('/user', { token: other.token }))).toEqual([403, 'session_not_found']);
    expect((await t.ask('/user', { token: own.token })).status).toBe(200);
    expect((await t.client().signInWithPassword(member)).error?.code).toBe('invalid_credentials');
    const fresh = { email: member.email, password: 'a new password' };
    expect((await t.client().signInWithPassword(fresh)).error).toBeNull();
    expect((await t.mailsTo(member.email)).at(-1)?.subject).toBe('Your password was changed');
  });

  test('a session older than a day needs the old password or an emailed code', async () => {
    const member = await t.member();
    const { client } = await signIn(member);
    t.pass(25 * 3600);
    await client.refreshSession();
    const without = await client.updateUser({ password: 'second password' });
    expect(without.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    const wrong = await client.updateUser({ password: 'second password', current_password: 'not it' });
    expect(wrong.error?.code).toBe('current_password_invalid');
    const old = await client.updateUser({ password: 'second password', current_password: member.password });
    expect(old.error).toBeNull();
    expect((await client.reauthenticate()).error).toBeNull();
    const again = await client.reauthenticate();
    expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
    const mails = await t.mailsTo(member.email);
    const nonce = codeIn(mails.find((mail) => mail.subject === 'Your confirmation code'));
    expect((await client.updateUser({ password: 'third password', nonce })).error).toBeNull();
    const reused = await client.updateUser({ password: 'fourth password', nonce });
    expect(reused.error?.code).toBe('reauthentication_not_valid');
  });

  test('wrong current passwords count like failed logins', async () => {
    const { put } = await signIn(await t.member());
    const statuses = [];
    for (let n = 0; n < 15; n += 1) {
      statuses.push((await put({ password: 'new password', current_password: 'guess' })).status);
    }
    expect(statuses).toContain(429);
  });

  test('a login with the old password at the same moment does not survive the change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await t.member();
      const { client } = await signIn(member);
      const racer = t.client();
      const [changed] = await Promise.all([
        client.updateUser({ password: 'a new password' }),
        racer.signInWithPassword(member),
      ]);
      expect(changed.error).toBeNull();
      const { data } = await racer.getSession();
      if (data.session) expect((await t.ask('/user', { token: data.session.access_token })).status).toBe(403);
    }
  });
});

describe('behavior 20: a new address must be confirmed by both mailboxes', () => {
  test('taken: 422 email_exists', async () => {
    const [one, two] = [await t.member(), await t.member()];
    const { client } = await signIn(one);
    expect((await client.updateUser({ email: two.email })).error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  test('changes once both mailboxes confirmed; the old one is notified afterwards', async () => {
    for (const order of ['old first', 'new first']) {
      const member = await t.member();
      const { client } = await signIn(member);
      const newEmail = t.person().email;
      const { data } = await client.updateUser({ email: newEmail.toUpperCase() });
      expect(data.user).toMatchObject({ email: member.email, new_email: newEmail });
      expect(data.user).toHaveProperty('email_change_sent_at');
      const mails = [(await t.mailsTo(member.email)).at(-1), (await t.mailsTo(newEmail)).at(-1)];
      if (order === 'new first') mails.reverse();
      const half = await t.ask('/verify', { json: { type: 'email_change', token_hash: linkToken(mails[0]) } });
      expect(await half.json()).toEqual({
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      });
      expect((await client.getUser()).data.user?.email).toBe(member.email);
      const again = await t.ask('/verify', { json: { type: 'email_change', token_hash: linkToken(mails[0]) } });
      expect(again.status).toBe(403);
      const last = order === 'new first' ? member.email : newEmail;
      const whole = await t.client().verifyOtp({ email: last, token: codeIn(mails[1]), type: 'email_change' });
      expect(whole.data.user).toMatchObject({ email: newEmail, identities: [{ email: newEmail }] });
      expect(whole.data.user).not.toHaveProperty('new_email');
      expect((await t.mailsTo(member.email)).at(-1)?.subject).toBe('Your email was changed');
      const { error } = await t.client().signInWithPassword({ email: newEmail, password: member.password });
      expect(error).toBeNull();
    }
  });

  test('its links open a page of the app, so that a mail scanner does not confirm it for the owner', async () => {
    const member = await t.member();
    const { client } = await signIn(member);
    const newEmail = t.person().email;
    await client.updateUser({ email: newEmail }, { emailRedirectTo: `${site}/account` });
    for (const mailbox of [member.email, newEmail]) {
      const link = new URL((await t.mailsTo(mailbox)).at(-1)?.links[0] ?? '');
      expect(link.origin + link.pathname).toBe(`${site}/login`);
      expect(Object.fromEntries(link.searchParams)).toEqual({
        token: expect.stringMatching(/./),
        type: 'email_change',
        redirect_to: `${site}/account`,
      });
    }
  });

  test('following one link in the browser reports the pending half in the fragment', async () => {
    const member = await t.member();
    const { client } = await signIn(member);
    await client.updateUser({ email: t.person().email });
    const mail = (await t.mailsTo(member.email)).at(-1);
    const answer = await t.ask(`/verify?type=email_change&token=${linkToken(mail)}`);
    expect(answer.headers.get('location')).toMatch(/#message=Confirmation\+link\+accepted/);
  });

  test('a second request replaces the first and its links; a minute must pass between them', async () => {
    const member = await t.member();
    const { client } = await signIn(member);
    const [first, second] = [t.person().email, t.person().email];
    await client.updateUser({ email: first });
    expect((await client.updateUser({ email: second })).error?.code).toBe('over_email_send_rate_limit');
    const old = linkToken((await t.mailsTo(first)).at(-1));
    t.pass(61);
    await client.updateUser({ email: second });
    expect((await t.ask('/verify', { json: { type: 'email_change', token_hash: old } })).status).toBe(403);
  });

  test('resend emails the mailboxes that have not confirmed yet', async () => {
    const member = await t.member();
    const { client } = await signIn(member);
    const newEmail = t.person().email;
    await client.updateUser({ email: newEmail });
    const old = linkToken((await t.mailsTo(member.email)).at(-1));
    await t.ask('/verify', { json: { type: 'email_change', token_hash: old } });
    const before = (await t.mailsTo(member.email)).length;
    t.pass(61);
    await client.resend({ type: 'email_change', email: member.email });
    expect(await t.mailsTo(newEmail)).toHaveLength(2);
    expect(await t.mailsTo(member.email)).toHaveLength(before);
  });

  test('whatever ends its links ends the change', async () => {
    const member = await t.member();
    const { client } = await signIn(member);
    const wanted = async () => (await client.getUser()).data.user?.new_email;
    const request = async () => {
      t.pass(61);
      const email = t.person().email;
      await client.updateUser({ email });
      expect(await wanted()).toBe(email);
    };
    await request();
    await client.updateUser({ password: 'second password' });
    expect(await wanted()).toBeUndefined();
    await request();
    await t.client().signInWithOtp({ email: member.email });
    const token = codeIn((await t.mailsTo(member.email)).at(-1));
    await t.client().verifyOtp({ email: member.email, token, type: 'email' });
    expect(await wanted()).toBeUndefined();
  });

  test('if two users want the same address, the second to confirm gets 422', async () => {
    const newEmail = t.person().email;
    const links: string[][] = [];
    for (const member of [await t.member(), await t.member()]) {
      t.pass(61);
      const { client } = await signIn(member);
      await client.updateUser({ email: newEmail });
      links.push([linkToken((await t.mailsTo(member.email)).at(-1)), linkToken((await t.mailsTo(newEmail)).at(-1))]);
    }
    const statuses = [];
    for (const link of links.flat()) {
      statuses.push((await t.ask('/verify', { json: { type: 'email_change', token_hash: link } })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 422]);
  });
});
