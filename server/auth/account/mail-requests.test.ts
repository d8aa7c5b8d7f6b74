// Emails that anyone can trigger by naming an address: recover, resend, sign-in by email.
import { describe, expect, test } from 'vitest';
import { RetryLater } from '../../platform/queue/job.ts';
import { authForTests, codeIn, fragmentOf, linkToken, site } from '../../test/auth.ts';
import { allMails } from '../auth-settings.ts';
import { sendEnqueuedMail } from '../mails/send-mail.job.ts';

const t = authForTests();

const calls: [string, object][] = [
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
  ['/resend', { type: 'email_change' }],
  ['/otp', { create_user: false }],
  ['/otp', {}],
  ['/magiclink', {}],
];

describe('behavior 4: recover, resend and sign-in by email reveal nothing', () => {
  test.each(calls)('%s %j answers known and unknown addresses alike, also when repeated', async (path, fields) => {
    const known = await t.member();
    t.pass(61);
    const answers: string[][] = [];
    for (const email of [known.email, t.person().email]) {
      const pair = [];
      for (let n = 0; n < 3; n += 1) {
        const answer = await t.ask(path, { json: { email, ...fields } });
        pair.push(`${answer.status} ${await answer.text()}`);
      }
      answers.push(pair);
    }
    expect(answers).toEqual([Array(3).fill('200 {}'), Array(3).fill('200 {}')]);
  });

  test('sends at most one email a minute', async () => {
    const { email } = await t.member();
    t.pass(61);
    await Promise.all(Array.from({ length: 10 }, () => t.ask('/recover', { json: { email } })));
    expect((await t.mailsTo(email)).filter((mail) => mail.subject === 'Reset your password')).toHaveLength(1);
  });

  test('sends ten emails at once, then one every ten minutes', async () => {
    const { email } = await t.member();
    for (let n = 0; n < 15; n += 1) {
      t.pass(61);
      await t.ask('/recover', { json: { email } });
    }
    expect((await t.mailsTo(email)).length).toBeLessThanOrEqual(12);
  });

  test('unknown or nothing pending: no email; already confirmed: an email that says so', async () => {
    const member = await t.member();
    const nobody = t.person();
    t.pass(61);
    const before = (await t.mailsTo(member.email)).length;
    await t.ask('/resend', { json: { type: 'email_change', email: member.email } });
    await t.ask('/recover', { json: { email: nobody.email } });
    await t.ask('/otp', { json: { email: nobody.email, create_user: false } });
    expect(await t.mailsTo(member.email)).toHaveLength(before);
    await t.ask('/resend', { json: { type: 'signup', email: member.email } });
    const told = (await t.mailsTo(member.email)).slice(before);
    expect(told.map(({ subject }) => subject)).toEqual(['You already have a Zeus account']);
    expect(await t.mailsTo(nobody.email)).toEqual([]);
    const rows = await t.db.kysely.selectFrom('auth.users').select('id').where('email', '=', nobody.email).execute();
    expect(rows).toEqual([]);
  });
});

describe('limits', () => {
  const usedUntil = () => t.db.sql`select used_until from auth.rate_limits where key = 'mail:all'`;

  test('addresses without an account use up nothing of what the whole service may send', async () => {
    await t.mailsTo('');
    const before = await usedUntil();
    for (const [path, fields] of calls.slice(0, 4)) {
      await t.ask(path, { json: { email: t.person().email, ...fields } });
    }
    await t.mailsTo('');
    expect(await usedUntil()).toEqual(before);
    const { email } = await t.member();
    await t.ask('/recover', { json: { email } });
    expect(await t.mailsTo(email)).toHaveLength(1);
    expect(await usedUntil()).not.toEqual(before);
  });

  test('one place can request sixty emails on all paths, then one a minute', async () => {
    const [{ ip }, other] = [t.person(), t.person()];
    const request = (path: string, from: string) =>
      t.ask(path, { json: { email: t.person().email, create_user: false, type: 'signup' }, ip: from });
    for (const path of ['/recover', '/otp']) {
      for (let n = 0; n < 30; n += 1) expect((await request(path, ip)).status).toBe(200);
    }
    const refused = await request('/resend', ip);
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'over_email_send_rate_limit' }]);
    expect((await request('/resend', other.ip)).status).toBe(200);
    t.pass(61);
    expect((await request('/resend', ip)).status).toBe(200);
  });

  test('when the whole service has sent too many, nothing more is accepted or sent', async () => {
    const { email } = await t.member();
    await t.mailsTo(email);
    const full = new Date(t.auth.now().getTime() + allMails.burst * allMails.seconds * 1000);
    const values = { key: 'mail:all', used_until: full };
    const put = t.db.kysely.insertInto('auth.rate_limits').values(values);
    await put.onConflict((conflict) => conflict.column('key').doUpdateSet(values)).execute();
    expect((await t.ask('/recover', { json: { email } })).status).toBe(429);
    const order = { kind: 'recover', email, redirectTo: site } as const;
    await expect(sendEnqueuedMail(t.auth, order)).rejects.toThrow(RetryLater);
    await sendEnqueuedMail(t.auth, { kind: 'password-changed', to: email });
    expect((await t.mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your password was changed']);
    t.pass(2 * allMails.seconds);
    await sendEnqueuedMail(t.auth, order);
    expect(await t.mailsTo(email)).toHaveLength(2);
    await t.db.sql`delete from auth.rate_limits where key = 'mail:all'`;
  });
});

describe('refused', () => {
  test.each([
    ['/recover', {}, 400, 'validation_failed'],
    ['/recover', { email: 'x' }, 400, 'validation_failed'],
    ['/recover', { email: ['x'] }, 400, 'bad_json'],
    ['/resend', { email: 'a@zeus.example' }, 400, 'validation_failed'],
    ['/resend', { email: 'a@zeus.example', type: 'recovery' }, 400, 'validation_failed'],
    ['/resend', { phone: '1', type: 'sms' }, 400, 'phone_provider_disabled'],
    ['/otp', {}, 400, 'validation_failed'],
    ['/otp', { phone: '1' }, 400, 'phone_provider_disabled'],
    ['/otp', { email: 'a@zeus.example', channel: 'sms' }, 400, 'validation_failed'],
    ['/otp', { email: 'a@zeus.example', create_user: 'yes' }, 400, 'bad_json'],
  ])('%s %j: %i %s', async (path, json, status, code) => {
    const answer = await t.ask(path, { json });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  });
});

describe('recover', () => {
  test('the link opens a page of the app, which ends with a session of type recovery', async () => {
    const { client, email } = await t.member();
    expect((await client.resetPasswordForEmail(email, { redirectTo: `${site}/reset-password` })).error).toBeNull();
    const mail = (await t.mailsTo(email)).at(-1);
    const link = new URL(mail?.links[0] ?? '');
    expect(link.origin + link.pathname, 'a mail scanner that fetches it uses nothing up').toBe(
      `${site}/reset-password`,
    );
    const query = new URLSearchParams({
      token: linkToken(mail),
      type: 'recovery',
      redirect_to: `${site}/reset-password`,
    });
    const answer = await t.ask(`/verify?${query}`);
    expect(answer.headers.get('location')).toMatch(`${site}/reset-password#access_token=`);
    expect(fragmentOf(answer).get('type')).toBe('recovery');
    const events: string[] = [];
    const { email: mailbox, password } = await t.member();
    const other = t.client();
    other.onAuthStateChange((event) => void events.push(event));
    t.pass(61);
    await other.resetPasswordForEmail(mailbox);
    await other.verifyOtp({ email: mailbox, token: codeIn((await t.mailsTo(mailbox)).at(-1)), type: 'recovery' });
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await other.updateUser({ password: `${password}2` })).error).toBeNull();
  });

  test('behavior 7: a new email invalidates the old link', async () => {
    const { client, email } = await t.member();
    await client.resetPasswordForEmail(email);
    const old = linkToken((await t.mailsTo(email)).at(-1));
    t.pass(61);
    await client.resetPasswordForEmail(email);
    const fresh = linkToken((await t.mailsTo(email)).at(-1));
    expect(fresh).not.toBe(old);
    expect((await t.ask('/verify', { json: { type: 'recovery', token_hash: old } })).status).toBe(403);
    expect((await t.ask('/verify', { json: { type: 'recovery', token_hash: fresh } })).status).toBe(200);
  });

  test('behavior 7: a password change invalidates every pending link', async () => {
    const { client, email, password } = await t.member();
    await client.resetPasswordForEmail(email);
    const link = linkToken((await t.mailsTo(email)).at(-1));
    await client.signInWithPassword({ email, password });
    await client.updateUser({ password: `${password}2` });
    expect((await t.ask('/verify', { json: { type: 'recovery', token_hash: link } })).status).toBe(403);
  });
});

describe('resend', () => {
  test('behavior 7: after the interval, sends a new link and invalidates the old one', async () => {
    const { client, email, password } = t.person();
    await client.signUp({ email, password });
    await client.resend({ type: 'signup', email });
    const [first, tooSoon] = await t.mailsTo(email);
    expect(tooSoon).toBeUndefined();
    t.pass(61);
    await client.resend({ type: 'signup', email });
    const second = (await t.mailsTo(email)).at(-1);
    expect((await t.ask('/verify', { json: { type: 'signup', token_hash: linkToken(first) } })).status).toBe(403);
    expect((await t.ask('/verify', { json: { type: 'signup', token_hash: linkToken(second) } })).status).toBe(200);
  });
});

describe('sign-in by email', () => {
  test('a known user gets a link and a code of type magiclink', async () => {
    const { client, email } = await t.member();
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const mail = (await t.mailsTo(email)).at(-1);
    expect(mail?.links[0]).toContain('type=magiclink');
    const { data } = await client.verifyOtp({ email, token: codeIn(mail), type: 'email' });
    expect(data.session?.user.email).toBe(email);
  });

  test('an unknown address gets an account with its data and no password, confirmed by the link', async () => {
    const { client, email } = t.person();
    await client.signInWithOtp({ email, options: { data: { name: 'Ada' } } });
    const mail = (await t.mailsTo(email)).at(-1);
    const { data } = await client.verifyOtp({ token_hash: linkToken(mail), type: 'signup' });
    expect(data.user).toMatchObject({ email, user_metadata: { name: 'Ada', email_verified: true } });
  });

  test("the owner's first sign-in by email removes a password and data set by a stranger", async () => {
    for (const type of ['signup', 'recovery'] as const) {
      const { email } = t.person();
      const stranger = t.client();
      await stranger.signUp({ email, password: 'strangers password', options: { data: { name: 'Mallory' } } });
      expect(await t.mailsTo(email)).toHaveLength(1);
      t.pass(61);
      const owner = t.client();
      if (type === 'signup') await owner.signInWithOtp({ email });
      else await owner.resetPasswordForEmail(email);
      const mail = (await t.mailsTo(email)).at(-1);
      const { data } = await owner.verifyOtp({ token_hash: linkToken(mail), type });
      expect(data.user?.user_metadata).not.toHaveProperty('name');
      const { error } = await stranger.signInWithPassword({ email, password: 'strangers password' });
      expect(error?.code).toBe('invalid_credentials');
    }
  });
});

test('a stranger cannot regain that trust by requesting another email', async () => {
  const { email } = t.person();
  const stranger = t.client();
  await stranger.signUp({ email, password: 'strangers password' });
  expect(await t.mailsTo(email)).toHaveLength(1);
  t.pass(61);
  await t.client().signInWithOtp({ email });
  expect(await t.mailsTo(email)).toHaveLength(2);
  t.pass(61);
  await stranger.resend({ type: 'signup', email });
  const mail = (await t.mailsTo(email)).at(-1);
  await t.client().verifyOtp({ token_hash: linkToken(mail), type: 'signup' });
  const { error } = await stranger.signInWithPassword({ email, password: 'strangers password' });
  expect(error?.code).toBe('invalid_credentials');
});
