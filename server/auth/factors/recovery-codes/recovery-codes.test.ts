import { expect, test } from 'vitest';
import { authForTests, type Person } from '../../../test/auth.ts';
import { codeNow, enrolled, signedIn } from '../../../test/two-factor.ts';

const t = authForTests();

const clientOf = (someone: Person) => t.client(someone.ip, { experimental: { recoveryCodes: true } });

/** A client at aal2 with recovery codes. */
async function withFactor() {
  const someone = await t.member();
  const client = clientOf(someone);
  await signedIn({ ...someone, client });
  const { factorId, secret } = await enrolled({ ...someone, client });
  await client.mfa.challengeAndVerify({ factorId, code: codeNow(t, secret) });
  return { someone, client, factorId };
}

test('only at aal2, and never as the only factor', async () => {
  const someone = await t.member();
  const client = clientOf(someone);
  await client.signInWithPassword(someone);
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal');
  expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
  const wrong = await client.mfa.recoveryCodes.verify({ code: 'aaaa-bbbb-cccc-dddd' });
  expect([wrong.error?.status, wrong.error?.code]).toEqual([422, 'mfa_verification_failed']);
  const { client: owner, factorId } = await withFactor();
  await owner.mfa.unenroll({ factorId });
  expect((await owner.mfa.recoveryCodes.generate()).error?.code).toBe('insufficient_aal');
});

test("wrong codes hit the rate limit; another user's code does not work", async () => {
  const { client: other } = await withFactor();
  const { data: foreign } = await other.mfa.recoveryCodes.generate();
  const { someone } = await withFactor();
  const client = clientOf(someone);
  await client.signInWithPassword(someone);
  const first = await client.mfa.recoveryCodes.verify({ code: foreign?.codes[0] ?? '' });
  expect(first.error?.code).toBe('mfa_verification_failed');
  const statuses: (number | undefined)[] = [];
  for (let n = 0; n < 10; n += 1) {
    statuses.push((await client.mfa.recoveryCodes.verify({ code: `code ${n}` })).error?.status);
  }
  expect(statuses.at(0)).toBe(422);
  expect(statuses.at(-1)).toBe(429);
});

test('ten codes, shown once, stored as hashes; each raises a session once, and the owner gets an email', async () => {
  const { someone, client } = await withFactor();
  const { data } = await client.mfa.recoveryCodes.generate();
  expect(data).toMatchObject({ type: 'recovery_code', total: 10 });
  const codes = data?.codes ?? [];
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('mfa_verified_factor_exists');
  const rows = await t.db.sql`select * from auth.recovery_codes`;
  for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code);

  const lost = clientOf(someone);
  await lost.signInWithPassword(someone);
  const typed = (codes[0] ?? '').toUpperCase().replace(/(.{4})(?=.)/g, '$1-');
  expect((await lost.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull();
  const level = await lost.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data?.currentLevel).toBe('aal2');
  expect(level.data?.currentAuthenticationMethods).toMatchObject([
    { method: 'mfa/recovery_code' },
    { method: 'password' },
  ]);
  expect((await lost.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 });
  expect((await t.mailsTo(someone.email)).at(-1)?.subject).toBe('A recovery code was used');

  await lost.signInWithPassword(someone);
  expect((await lost.mfa.recoveryCodes.verify({ code: typed })).error?.code).toBe('mfa_verification_failed');
});

test('a new set replaces the old one; removing the last factor removes them', async () => {
  const { client, factorId } = await withFactor();
  const { data: old } = await client.mfa.recoveryCodes.generate();
  const { data: fresh } = await client.mfa.recoveryCodes.regenerate();
  expect(fresh?.codes).toHaveLength(10);
  const ended = await client.mfa.recoveryCodes.verify({ code: old?.codes[0] ?? '' });
  expect(ended.error?.code).toBe('mfa_verification_failed');
  await client.mfa.unenroll({ factorId });
  expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
});

test('removing the codes lowers the session they opened to aal1', async () => {
  const { someone, client } = await withFactor();
  const { data } = await client.mfa.recoveryCodes.generate();
  const lost = clientOf(someone);
  await lost.signInWithPassword(someone);
  await lost.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' });
  expect((await lost.mfa.recoveryCodes.unenroll()).error).toBeNull();
  await lost.refreshSession();
  expect((await lost.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal1');
  await client.refreshSession();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});

test('of ten concurrent uses of one code, one raises a session', async () => {
  const { someone, client } = await withFactor();
  const { data } = await client.mfa.recoveryCodes.generate();
  const sessions = await Promise.all(Array.from({ length: 10 }, () => t.client().signInWithPassword(someone)));
  const answers = await Promise.all(
    sessions.map((opened) =>
      t.ask('/factors/recovery-codes/verify', {
        json: { code: data?.codes[0] },
        token: opened.data.session?.access_token,
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
