import { describe, expect, test } from 'vitest';
import { authForTests, codeIn, fragmentOf, linkToken, site } from '../../test/auth.ts';

const t = authForTests();

const follow = (type: string, token: string) => t.ask(`/verify?type=${type}&token=${token}`);
const post = (json: object, ip?: string) => t.ask('/verify', { json, ip });

async function signedUp() {
  const person = t.person();
  await person.client.signUp(person);
  const [mail] = await t.mailsTo(person.email);
  return { ...person, link: linkToken(mail), code: codeIn(mail) };
}

async function refusalOf(answer: Response) {
  expect(answer.status).toBe(403);
  return ((await answer.json()) as { code: string }).code;
}

describe('refused', () => {
  test.each([
    [{}, 'Verify requires a verification type'],
    [{ type: 'bogus', token_hash: 'x' }, 'Invalid email verification type'],
    [{ type: '__proto__', token_hash: 'x' }, 'Invalid email verification type'],
    [{ type: 'signup' }, 'Verify requires either a token or a token hash'],
    [{ type: 'signup', token: '1', token_hash: 'x' }, 'Verify requires either a token or a token hash'],
    [{ type: 'signup', token: '123456' }, 'An email address is required'],
    [{ type: 'signup', token_hash: 'x', email: 'a@zeus.example' }, 'Only the token_hash and type should be provided'],
    [{ type: 'sms', phone: '1', token: '123456' }, 'Invalid phone number format (E.164 required)'],
  ])('POST %j: %s', async (json, message) => {
    const answer = await post(json);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'validation_failed', message });
  });

  test.each([
    [{ type: 'sms', phone: '+4915112345678', token: '123456' }],
    [{ type: 'phone_change', phone: '4915112345678', token: '123456' }],
    [{ type: 'sms', phone: '+4915112345678' }, 'Verify requires either a token or a token hash'],
    [{ type: 'sms', phone: '+49 (0) 151', token: '123456' }, 'Invalid phone number format (E.164 required)'],
  ])('a phone, to which no code is ever sent: POST %j', async (json, message = 'Token has expired or is invalid') => {
    const answer = await post(json);
    const isExpired = message.startsWith('Token');
    expect(answer.status).toBe(isExpired ? 403 : 400);
    expect(await answer.json()).toMatchObject({ code: isExpired ? 'otp_expired' : 'validation_failed', message });
  });

  test('GET without type or token: 400 and no redirect', async () => {
    expect((await t.ask('/verify?token=x')).status).toBe(400);
    expect((await t.ask('/verify?type=signup')).status).toBe(400);
  });

  test('an unknown address and a wrong code answer the same', async () => {
    const { email } = await signedUp();
    const known = await post({ type: 'signup', email, token: '000000' });
    const unknown = await post({ type: 'signup', email: 'nobody@zeus.example', token: '000000' });
    expect(await known.text()).toBe(await unknown.text());
    expect([known.status, unknown.status]).toEqual([403, 403]);
  });

  test('a banned user is refused, and the link still works after the ban', async () => {
    const { email, link } = await signedUp();
    const ban = (until: Date | null) =>
      t.db.kysely.updateTable('auth.users').set({ banned_until: until }).where('email', '=', email).execute();
    await ban(new Date(Date.now() + 3_600_000));
    expect(await refusalOf(await post({ type: 'signup', token_hash: link }))).toBe('user_banned');
    await ban(null);
    expect((await post({ type: 'signup', token_hash: link })).status).toBe(200);
  });
});

describe('behavior 5: links and codes work once', () => {
  test('a link followed twice', async () => {
    const { link } = await signedUp();
    const first = await follow('signup', link);
    expect(first.status).toBe(303);
    expect(first.headers.get('location')).toMatch(`${site}/#`);
    expect(Object.fromEntries(fragmentOf(first))).toMatchObject({
      token_type: 'bearer',
      type: 'signup',
      expires_in: '3600',
    });
    const second = await follow('signup', link);
    expect(second.status).toBe(303);
    expect(Object.fromEntries(fragmentOf(second))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    });
  });

  test('a code posted twice', async () => {
    const { client, email, code } = await signedUp();
    const first = await client.verifyOtp({ email, token: code, type: 'signup' });
    expect(first.data.session?.user.email_confirmed_at).toBeTruthy();
    expect((await client.getClaims()).data?.claims.amr).toMatchObject([{ method: 'otp' }]);
    const second = await client.verifyOtp({ email, token: code, type: 'signup' });
    expect(second.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  test('using the code invalidates the link, and the other way round', async () => {
    const one = await signedUp();
    await one.client.verifyOtp({ email: one.email, token: one.code, type: 'email' });
    expect(await refusalOf(await post({ type: 'signup', token_hash: one.link }))).toBe('otp_expired');
    const two = await signedUp();
    await two.client.verifyOtp({ token_hash: two.link, type: 'signup' });
    expect(await refusalOf(await post({ type: 'signup', email: two.email, token: two.code }))).toBe('otp_expired');
  });

  test('of twenty concurrent uses exactly one succeeds', async () => {
    const byLink = await signedUp();
    const links = await Promise.all(
      Array.from({ length: 20 }, () => post({ type: 'signup', token_hash: byLink.link })),
    );
    expect(links.filter((answer) => answer.status === 200)).toHaveLength(1);
    const byCode = await signedUp();
    const codes = await Promise.all(
      Array.from({ length: 5 }, () => post({ type: 'signup', email: byCode.email, token: byCode.code })),
    );
    expect(codes.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test('behavior 25: HEAD does not use up the link', async () => {
    const { link } = await signedUp();
    const looked = await t.ask(`/verify?type=signup&token=${link}`, { method: 'HEAD' });
    expect(looked.status).toBe(200);
    expect(looked.headers.get('location')).toBeNull();
    expect((await post({ type: 'signup', token_hash: link })).status).toBe(200);
  });

  test('behavior 7: expires after an hour', async () => {
    const { link, email, code } = await signedUp();
    t.pass(3601);
    expect(await refusalOf(await post({ type: 'signup', token_hash: link }))).toBe('otp_expired');
    expect(await refusalOf(await post({ type: 'signup', email, token: code }))).toBe('otp_expired');
  });
});

describe('behavior 6: no mix-ups', () => {
  test('of kinds: a confirmation link cannot be used for recovery, and still works as a confirmation', async () => {
    const { link } = await signedUp();
    for (const type of ['recovery', 'magiclink', 'email_change']) {
      expect(await refusalOf(await post({ type, token_hash: link }))).toBe('otp_expired');
    }
    expect((await post({ type: 'signup', token_hash: link })).status).toBe(200);
  });

  test("of owners: A's code with B's address", async () => {
    const [a, b] = [await signedUp(), await signedUp()];
    expect(await refusalOf(await post({ type: 'signup', email: b.email, token: a.code }))).toBe('otp_expired');
  });
});

describe('behavior 8: guessing codes is limited', () => {
  test('after five wrong codes the right one is refused too', async () => {
    const { email, code, link } = await signedUp();
    const wrong = code === '111111' ? '222222' : '111111';
    for (let n = 0; n < 5; n += 1) await post({ type: 'signup', email, token: wrong });
    expect(await refusalOf(await post({ type: 'signup', email, token: code }))).toBe('otp_expired');
    expect((await post({ type: 'signup', token_hash: link })).status).toBe(200);
  });

  test('forty at once from one client address: 429 appears', async () => {
    const { email, code } = await signedUp();
    const wrong = code === '111111' ? '222222' : '111111';
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => post({ type: 'signup', email, token: wrong }, '198.51.100.4')),
    );
    const refused = answers.find((answer) => answer.status === 429);
    expect(await refused?.json()).toMatchObject({ code: 'over_request_rate_limit' });
    expect(answers.every((answer) => answer.status !== 200)).toBe(true);
  });

  test('guessing links is limited by client address as well', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => t.ask('/verify?type=signup&token=x', { ip: '198.51.100.5' })),
    );
    expect(answers.some((answer) => answer.status === 429)).toBe(true);
  });
});

describe('what is stored', () => {
  test('behavior 25: only hashes of links and codes', async () => {
    const { link, code } = await signedUp();
    const rows = await t.db.sql`select r::text as row from auth.one_time_tokens r`;
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(link);
    expect(kept).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  test('confirming updates user, identity and metadata', async () => {
    const { client, link } = await signedUp();
    const { data } = await client.verifyOtp({ token_hash: link, type: 'signup' });
    expect(data.user).toMatchObject({
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect(data.user).toHaveProperty('confirmed_at');
    expect(data.user).toHaveProperty('last_sign_in_at');
  });
});
