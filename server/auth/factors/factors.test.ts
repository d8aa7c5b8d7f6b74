// Two-factor over the official client. The app in the user's hand is played by the otpauth library's own defaults.
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestAuth, type Person, type TestAuth } from '../../test/auth.ts';

let t: TestAuth;
beforeAll(async () => {
  t = await createTestAuth();
});
afterAll(() => t.close());

const nobody = '00000000-0000-4000-8000-000000000000';

async function signedIn(someone: Person) {
  const { data, error } = await someone.client.signInWithPassword(someone);
  if (error) throw error;
  return data.session;
}

/** Somebody signed in with a finished enrolment: the session is at aal2. */
async function withFactor() {
  const someone = await t.member();
  await signedIn(someone);
  const { data: factor } = await someone.client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (factor?.type !== 'totp') throw new Error('not enrolled');
  const { secret } = factor.totp;
  const code = now(secret);
  const verified = await someone.client.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (verified.error) throw verified.error;
  return { someone, factorId: factor.id, secret, code };
}

const now = (secret: string, ahead = 0) =>
  new TOTP({ secret }).generate({ timestamp: t.auth.now().getTime() + ahead * 1000 });
/** Past the step of any code accepted so far. */
const nextStep = () => t.pass(60);

const ask = (someone: Person, token: string, path: string, method: string, json?: unknown) =>
  t.ask(path, { method, json, token, ip: someone.ip });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe('refusals', () => {
  test('without a bearer 401, for a type that is not there 400, for a factor that is not there 404', async () => {
    expect((await t.ask('/factors', { json: { factor_type: 'totp' } })).status).toBe(401);
    const someone = await t.member();
    const token = (await signedIn(someone)).access_token;
    for (const factor_type of [undefined, null, '', 'phone', 'webauthn', 'sms']) {
      const answer = await ask(someone, token, '/factors', 'POST', { factor_type });
      expect([answer.status, await codeOf(answer)]).toEqual([400, 'validation_failed']);
    }
    expect((await ask(someone, token, '/factors', 'POST', { factor_type: 7 })).status).toBe(400);
    const long = await ask(someone, token, '/factors', 'POST', {
      factor_type: 'totp',
      friendly_name: 'x'.repeat(101),
    });
    expect(long.status).toBe(400);
    for (const id of [nobody, 'not-an-id', "x' or 1=1"]) {
      const path = `/factors/${encodeURIComponent(id)}`;
      expect((await ask(someone, token, `${path}/challenge`, 'POST', {})).status).toBe(404);
      const answer = await ask(someone, token, `${path}/verify`, 'POST', { challenge_id: nobody, code: '123456' });
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'mfa_factor_not_found']);
      expect((await ask(someone, token, path, 'DELETE')).status).toBe(404);
    }
  });

  test('anonymous users have no factors', async () => {
    const open = await createTestAuth({ AUTH_ANONYMOUS: 'on' });
    try {
      const client = open.client();
      await client.signInAnonymously();
      const { error } = await client.mfa.enroll({ factorType: 'totp' });
      expect([error?.status, error?.code]).toEqual([403, 'no_authorization']);
    } finally {
      await open.close();
    }
  });

  test('names collide, empty ones too; the eleventh factor is refused; unfinished ones are dropped after 5 minutes', async () => {
    const someone = await t.member();
    const session = await signedIn(someone);
    const enroll = (friendly_name?: string) =>
      t.ask('/factors', { json: { factor_type: 'totp', friendly_name }, token: session.access_token });
    expect((await enroll()).status).toBe(200);
    const again = await enroll();
    expect([again.status, await codeOf(again)]).toEqual([422, 'mfa_factor_name_conflict']);
    for (let n = 1; n < 10; n += 1) expect((await enroll(`app ${n}`)).status).toBe(200);
    const eleventh = await enroll('one more');
    expect([eleventh.status, await codeOf(eleventh)]).toEqual([422, 'too_many_enrolled_mfa_factors']);
    t.pass(301);
    expect((await enroll()).status).toBe(200);
    expect((await someone.client.getUser()).data.user?.factors).toHaveLength(1);
  });

  test('a challenge belongs to its factor and address, lives 300 s and bears 5 tries', async () => {
    const { someone, factorId, secret } = await withFactor();
    nextStep();
    const { access_token: token } = await signedIn(someone);
    const verify = (challenge_id: unknown, code: unknown, ip = someone.ip) =>
      t.ask(`/factors/${factorId}/verify`, { json: { challenge_id, code }, token, ip });
    const challenge = async () => {
      const answer = await ask(someone, token, `/factors/${factorId}/challenge`, 'POST', {});
      return ((await answer.json()) as { id: string }).id;
    };
    expect((await verify(await challenge(), '')).status).toBe(400);
    for (const id of [nobody, 'x', undefined, null]) {
      const answer = await verify(id, now(secret));
      expect([answer.status, await codeOf(answer)]).toEqual([422, 'mfa_factor_not_found']);
    }
    const elsewhere = await verify(await challenge(), now(secret), '10.200.0.1');
    expect(await codeOf(elsewhere)).toBe('mfa_ip_address_mismatch');
    const old = await challenge();
    t.pass(301);
    expect(await codeOf(await verify(old, now(secret)))).toBe('mfa_challenge_expired');
    const fresh = await t.client(someone.ip).signInWithPassword(someone);
    const retry = fresh.data.session?.access_token ?? '';
    const opened = await ask(someone, retry, `/factors/${factorId}/challenge`, 'POST', {});
    const { id } = (await opened.json()) as { id: string };
    for (let n = 0; n < 5; n += 1) {
      const wrong = await ask(someone, retry, `/factors/${factorId}/verify`, 'POST', {
        challenge_id: id,
        code: '000000',
      });
      expect([wrong.status, await codeOf(wrong)]).toEqual([422, 'mfa_verification_failed']);
    }
    const spent = await ask(someone, retry, `/factors/${factorId}/verify`, 'POST', {
      challenge_id: id,
      code: now(secret),
    });
    expect(await codeOf(spent)).toBe('mfa_challenge_expired');
  });
});

describe('behaviour 24: the second factor cannot be walked around', () => {
  test('an aal1 session cannot change the password, the address or the factors', async () => {
    const { someone, factorId } = await withFactor();
    const { access_token: token } = await signedIn(someone);
    const refused = [
      { path: '/user', method: 'PUT', json: { password: 'another password' }, status: 401 },
      { path: '/user', method: 'PUT', json: { email: 'other@zeus.example' }, status: 401 },
      { path: `/factors/${factorId}`, method: 'DELETE', status: 422 },
      { path: '/factors', method: 'POST', json: { factor_type: 'totp', friendly_name: 'mine' }, status: 403 },
      { path: '/factors/recovery-codes', method: 'POST', status: 403 },
      { path: '/factors/recovery-codes/regenerate', method: 'POST', status: 403 },
    ];
    for (const { path, method, json, status } of refused) {
      const answer = await ask(someone, token, path, method, json);
      expect([path, answer.status, await codeOf(answer)]).toEqual([path, status, 'insufficient_aal']);
    }
  });

  test("another user's factor is not there", async () => {
    const { factorId } = await withFactor();
    const stranger = await t.member();
    const { access_token: token } = await signedIn(stranger);
    for (const [path, method] of [
      [`/factors/${factorId}/challenge`, 'POST'],
      [`/factors/${factorId}/verify`, 'POST'],
      [`/factors/${factorId}`, 'DELETE'],
    ] as const) {
      const answer = await ask(stranger, token, path, method, { challenge_id: nobody, code: '123456' });
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'mfa_factor_not_found']);
    }
  });

  test('wrong codes are refused, and after the limit with 429, whatever the address', async () => {
    const { someone, factorId, secret } = await withFactor();
    nextStep();
    const { access_token: token } = await signedIn(someone);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const ip = `10.201.0.${n}`;
      const challenge = await t.ask(`/factors/${factorId}/challenge`, { method: 'POST', token, ip });
      const { id } = (await challenge.json()) as { id: string };
      const answer = await t.ask(`/factors/${factorId}/verify`, {
        json: { challenge_id: id, code: '999999' },
        token,
        ip,
      });
      statuses.push(answer.status);
      if (answer.status === 422) expect(await codeOf(answer)).toBe('mfa_verification_failed');
      else expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses.slice(10)).toEqual([429, 429]);
    t.pass(600);
    expect((await someone.client.mfa.challengeAndVerify({ factorId, code: now(secret) })).error).toBeNull();
  });

  test('after verification all aal1 sessions are gone and the tokens from before are worth nothing', async () => {
    const someone = await t.member();
    const elsewhere = t.client();
    const other = (await elsewhere.signInWithPassword(someone)).data.session;
    const before = await signedIn(someone);
    const { data: factor } = await someone.client.mfa.enroll({ factorType: 'totp' });
    if (factor?.type !== 'totp') throw new Error('not enrolled');
    await someone.client.mfa.challengeAndVerify({ factorId: factor.id, code: now(factor.totp.secret) });
    const gone = await t.ask('/user', { token: other?.access_token });
    expect([gone.status, await codeOf(gone)]).toEqual([403, 'session_not_found']);
    for (const refresh_token of [other?.refresh_token, before.refresh_token]) {
      const answer = await t.ask('/token?grant_type=refresh_token', { json: { refresh_token } });
      expect(answer.status).toBe(400);
    }
    // The old access token still reads its own user, but counts as aal1.
    const old = await ask(someone, before.access_token, '/user', 'PUT', { password: 'another password' });
    expect([old.status, await codeOf(old)]).toEqual([401, 'insufficient_aal']);
    expect((await someone.client.getUser()).error).toBeNull();
  });

  test('a code that was accepted once is refused the second time, also when sent twice at once', async () => {
    const { someone, factorId, secret, code: accepted } = await withFactor();
    const again = await someone.client.mfa.challengeAndVerify({ factorId, code: accepted });
    expect(again.error?.code).toBe('mfa_verification_failed');
    const older = await someone.client.mfa.challengeAndVerify({ factorId, code: now(secret, -30) });
    expect(older.error?.code).toBe('mfa_verification_failed');
    nextStep();
    const code = now(secret);
    const { access_token: token } = await signedIn(someone);
    const challenges = await Promise.all(
      [1, 2].map(async () => {
        const answer = await ask(someone, token, `/factors/${factorId}/challenge`, 'POST', {});
        return ((await answer.json()) as { id: string }).id;
      }),
    );
    const answers = await Promise.all(
      challenges.map((challenge_id) =>
        ask(someone, token, `/factors/${factorId}/verify`, 'POST', { challenge_id, code }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test('an enrolment left open before another factor was verified cannot be finished at aal1', async () => {
    const someone = await t.member();
    const thief = t.client(someone.ip);
    await thief.signInWithPassword(someone);
    const { data: planted } = await thief.mfa.enroll({ factorType: 'totp', friendlyName: 'planted' });
    if (planted?.type !== 'totp') throw new Error('not enrolled');
    await signedIn(someone);
    const { data: factor } = await someone.client.mfa.enroll({ factorType: 'totp', friendlyName: 'own' });
    if (factor?.type !== 'totp') throw new Error('not enrolled');
    await someone.client.mfa.challengeAndVerify({ factorId: factor.id, code: now(factor.totp.secret) });
    await thief.signInWithPassword(someone);
    const { error } = await thief.mfa.challengeAndVerify({ factorId: planted.id, code: now(planted.totp.secret) });
    expect(error?.status).toBe(404);
  });

  test('other services refuse a token that has not shown the factor', async () => {
    const { someone } = await withFactor();
    const { access_token: token } = await signedIn(someone);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal1', aal_required: 'aal2' });
  });
});

describe('two-factor as it is meant', () => {
  test('enrol with a QR code, verify, list, and the claims say so; the owner is told by mail', async () => {
    const someone = await t.member();
    await signedIn(someone);
    const { data: factor } = await someone.client.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'my phone',
      issuer: 'Zeus & Söhne',
    });
    if (factor?.type !== 'totp') throw new Error('not enrolled');
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/);
    expect(factor.totp.uri).toContain(`secret=${factor.totp.secret}`);
    expect(decodeURIComponent(factor.totp.uri)).toContain(`Zeus & Söhne:${someone.email}`);
    const listed = (await someone.client.getUser()).data.user?.factors ?? [];
    expect(listed).toMatchObject([{ id: factor.id, friendly_name: 'my phone', status: 'unverified' }]);
    expect(JSON.stringify(listed)).not.toContain(factor.totp.secret);

    const events: string[] = [];
    someone.client.onAuthStateChange((event) => void events.push(event));
    const { data } = await someone.client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: now(factor.totp.secret),
    });
    expect(data?.user.factors).toMatchObject([{ status: 'verified' }]);
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    const level = await someone.client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(
      level.data?.currentAuthenticationMethods.map((proof) => (typeof proof === 'string' ? proof : proof.method)),
    ).toEqual(['totp', 'password']);
    expect((await someone.client.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await t.mailsTo(someone.email)).at(-1)?.subject).toBe('Two-factor sign-in is on');
    expect((await someone.client.refreshSession()).error).toBeNull();
    const refreshed = await someone.client.mfa.getAuthenticatorAssuranceLevel();
    expect(refreshed.data?.currentLevel).toBe('aal2');
  });

  test('turning it off at aal2 lowers the session and says so by mail', async () => {
    const { someone, factorId } = await withFactor();
    expect((await someone.client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await someone.client.refreshSession();
    const { data } = await someone.client.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect(data?.currentAuthenticationMethods).toHaveLength(1);
    expect((await t.mailsTo(someone.email)).at(-1)?.subject).toBe('Two-factor sign-in is off');
  });

  test('secrets are sealed in the database', async () => {
    const { secret, factorId } = await withFactor();
    const [row] = await t.db.sql`select sealed_secret from auth.factors where id = ${factorId}`;
    expect(row?.sealed_secret).not.toContain(secret);
  });
});
