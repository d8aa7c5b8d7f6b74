// Behavior 24: with a verified factor, a password alone gives access to nothing important.
import { describe, expect, test } from 'vitest';
import { authForTests, type Person } from '../../test/auth.ts';
import { codeNow, enrolled, signedIn, withFactor } from '../../test/two-factor.ts';

const t = authForTests();

const nobody = '00000000-0000-4000-8000-000000000000';
/** Moves past the time step of every code accepted so far. */
const nextStep = () => t.pass(60);

const ask = (someone: Person, token: string, path: string, method: string, json?: unknown) =>
  t.ask(path, { method, json, token, ip: someone.ip });
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

describe('behavior 24: the second factor cannot be bypassed', () => {
  test('an aal1 session cannot change the password, the address or the factors', async () => {
    const { someone, factorId } = await withFactor(t);
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

  test("another user's factor is not found", async () => {
    const { factorId } = await withFactor(t);
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

  test('wrong codes are refused, and after the limit with 429 from any client address', async () => {
    const { someone, factorId, secret } = await withFactor(t);
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
    expect((await someone.client.mfa.challengeAndVerify({ factorId, code: codeNow(t, secret) })).error).toBeNull();
  });

  test('after verification all aal1 sessions have ended and earlier tokens are invalid', async () => {
    const someone = await t.member();
    const elsewhere = t.client();
    const other = (await elsewhere.signInWithPassword(someone)).data.session;
    const before = await signedIn(someone);
    const { factorId, secret } = await enrolled(someone);
    await someone.client.mfa.challengeAndVerify({ factorId, code: codeNow(t, secret) });
    const gone = await t.ask('/user', { token: other?.access_token });
    expect([gone.status, await codeOf(gone)]).toEqual([403, 'session_not_found']);
    for (const refresh_token of [other?.refresh_token, before.refresh_token]) {
      const answer = await t.ask('/token?grant_type=refresh_token', { json: { refresh_token } });
      expect(answer.status).toBe(400);
    }
    // The old access token can still read its own user, but counts as aal1.
    const old = await ask(someone, before.access_token, '/user', 'PUT', { password: 'another password' });
    expect([old.status, await codeOf(old)]).toEqual([401, 'insufficient_aal']);
    expect((await someone.client.getUser()).error).toBeNull();
  });

  test('an accepted code is refused the second time, even if sent twice at once', async () => {
    const { someone, factorId, secret, code: accepted } = await withFactor(t);
    const again = await someone.client.mfa.challengeAndVerify({ factorId, code: accepted });
    expect(again.error?.code).toBe('mfa_verification_failed');
    const older = await someone.client.mfa.challengeAndVerify({ factorId, code: codeNow(t, secret, -30) });
    expect(older.error?.code).toBe('mfa_verification_failed');
    nextStep();
    const code = codeNow(t, secret);
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

  test('an enrollment started before another factor was verified cannot be finished at aal1', async () => {
    const someone = await t.member();
    const thief = { ...someone, client: t.client(someone.ip) };
    await signedIn(thief);
    const planted = await enrolled(thief, 'planted');
    await signedIn(someone);
    const own = await enrolled(someone, 'own');
    await someone.client.mfa.challengeAndVerify({ factorId: own.factorId, code: codeNow(t, own.secret) });
    await signedIn(thief);
    const { error } = await thief.client.mfa.challengeAndVerify({
      factorId: planted.factorId,
      code: codeNow(t, planted.secret),
    });
    expect(error?.status).toBe(404);
  });

  test('other services refuse a token that has not passed the factor', async () => {
    const { someone } = await withFactor(t);
    const { access_token: token } = await signedIn(someone);
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ aal: 'aal1', aal_required: 'aal2' });
  });
});
