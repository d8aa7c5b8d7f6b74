// Two-factor through the official client: refusals first, then normal use.
import { describe, expect, onTestFinished, test } from 'vitest';
import { authForTests, createTestAuth, type Person } from '../../test/auth.ts';
import { codeNow, signedIn, withFactor } from '../../test/two-factor.ts';

const t = authForTests();

const nobody = '00000000-0000-4000-8000-000000000000';
/** Moves past the time step of every code accepted so far. */
const nextStep = () => t.pass(60);

const ask = (someone: Person, token: string, path: string, method: string, json?: unknown) =>
  t.ask(path, { method, json, token, ip: someone.ip });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe('refusals', () => {
  test('without a bearer 401, for an unknown type 400, for an unknown factor 404', async () => {
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

  test('anonymous users cannot have factors', async () => {
    const open = await createTestAuth({ AUTH_ANONYMOUS: 'on' });
    onTestFinished(() => open.close());
    const client = open.client();
    await client.signInAnonymously();
    const { error } = await client.mfa.enroll({ factorType: 'totp' });
    expect([error?.status, error?.code]).toEqual([403, 'no_authorization']);
  });

  test('names must be unique, empty ones too; the eleventh factor is refused; unfinished ones expire after 5 minutes', async () => {
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

  test('a challenge belongs to its factor and client address, lives 300 s and allows 5 tries', async () => {
    const { someone, factorId, secret } = await withFactor(t);
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
      const answer = await verify(id, codeNow(t, secret));
      expect([answer.status, await codeOf(answer)]).toEqual([422, 'mfa_factor_not_found']);
    }
    const elsewhere = await verify(await challenge(), codeNow(t, secret), '10.200.0.1');
    expect(await codeOf(elsewhere)).toBe('mfa_ip_address_mismatch');
    const old = await challenge();
    t.pass(301);
    expect(await codeOf(await verify(old, codeNow(t, secret)))).toBe('mfa_challenge_expired');
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
      code: codeNow(t, secret),
    });
    expect(await codeOf(spent)).toBe('mfa_challenge_expired');
  });
});

test('twenty enrollments at once leave at most ten factors', async () => {
  const someone = await t.member();
  const { access_token: token } = await signedIn(someone);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      t.ask('/factors', { json: { factor_type: 'totp', friendly_name: `app ${n}` }, token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
});

describe('normal use of two-factor', () => {
  test('enroll with a QR code, verify and list; the claims show it, and the owner gets an email', async () => {
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
      code: codeNow(t, factor.totp.secret),
    });
    expect(data?.user.factors).toMatchObject([{ status: 'verified' }]);
    expect(events).toContain('MFA_CHALLENGE_VERIFIED');
    const level = await someone.client.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect(
      level.data?.currentAuthenticationMethods.map((proof) => (typeof proof === 'string' ? proof : proof.method)),
    ).toEqual(['totp', 'password']);
    expect((await someone.client.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await t.mailsTo(someone.email)).at(-1)?.subject).toBe('Two-factor authentication is on');
    expect((await someone.client.refreshSession()).error).toBeNull();
    const refreshed = await someone.client.mfa.getAuthenticatorAssuranceLevel();
    expect(refreshed.data?.currentLevel).toBe('aal2');
  });

  test('turning it off at aal2 lowers the session and sends an email', async () => {
    const { someone, factorId } = await withFactor(t);
    // Two emails that wait at the same time may be sent in any order.
    await t.mailsTo(someone.email);
    expect((await someone.client.mfa.unenroll({ factorId })).data).toEqual({ id: factorId });
    await someone.client.refreshSession();
    const { data } = await someone.client.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
    expect(data?.currentAuthenticationMethods).toHaveLength(1);
    expect((await t.mailsTo(someone.email)).at(-1)?.subject).toBe('Two-factor authentication is off');
  });

  test('a secret sealed with another ZEUS_SECRET is refused without an internal error', async () => {
    const { someone, factorId, secret } = await withFactor(t);
    nextStep();
    await t.db.sql`update auth.factors set sealed_secret = 'x' where id = ${factorId}`;
    const { error } = await someone.client.mfa.challengeAndVerify({ factorId, code: codeNow(t, secret) });
    expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed']);
  });

  test('secrets are sealed in the database', async () => {
    const { secret, factorId } = await withFactor(t);
    const [row] = await t.db.sql`select sealed_secret from auth.factors where id = ${factorId}`;
    expect(row?.sealed_secret).not.toContain(secret);
  });
});
