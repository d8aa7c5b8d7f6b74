import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authForTests } from '../../test/auth.ts';
import '../../test/seeded.ts';

const t = authForTests();

const ask = (refresh_token: unknown) => t.ask('/token?grant_type=refresh_token', { json: { refresh_token } });

async function refresh(token: string): Promise<string> {
  const answer = await ask(token);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { refresh_token: string }).refresh_token;
}

async function refusal(token: unknown): Promise<string> {
  const answer = await ask(token);
  expect(answer.status).toBe(400);
  return ((await answer.json()) as { code: string }).code;
}

async function signIn() {
  const { client, email, password } = await t.member();
  const { data } = await client.signInWithPassword({ email, password });
  return { email, client, token: data.session?.refresh_token ?? '', access: data.session?.access_token ?? '' };
}

describe('behavior 13: invalid tokens answer 400, never 5xx', () => {
  test.each([
    ['', 'validation_failed'],
    ['x', 'validation_failed'],
    ["' or 1=1; drop table auth.users --", 'validation_failed'],
    ['x'.repeat(5000), 'validation_failed'],
    [5, 'bad_json'],
    [null, 'validation_failed'],
    [{ token: 'x' }, 'bad_json'],
    [['x'], 'bad_json'],
    ['a'.repeat(43), 'refresh_token_not_found'],
    ['4nYUCw0wZR_DNOTSDbSGMQ', 'refresh_token_not_found'],
  ])('%j: %s', async (token, code) => {
    expect(await refusal(token)).toBe(code);
  });

  test('of a banned user', async () => {
    const { email, token } = await signIn();
    const ban = (until: Date | null) =>
      t.db.kysely.updateTable('auth.users').set({ banned_until: until }).where('email', '=', email).execute();
    await ban(new Date(Date.now() + 3_600_000));
    expect(await refusal(token)).toBe('user_banned');
    await ban(null);
    await refresh(token);
  });

  test('of a deleted user', async () => {
    const { email, token } = await signIn();
    await t.db.kysely.deleteFrom('auth.users').where('email', '=', email).execute();
    expect(await refusal(token)).toBe('refresh_token_not_found');
  });

  test('of a session unused for three months', async () => {
    const { token } = await signIn();
    const ago = new Date(Date.now() - 91 * 24 * 3_600_000);
    await t.db.kysely.updateTable('auth.sessions').set({ refreshed_at: ago }).execute();
    expect(await refusal(token)).toBe('session_expired');
  });
});

describe('rotation', () => {
  test('behavior 11: reusing a token after the reuse interval ends the whole session', async () => {
    const { token: t0, access } = await signIn();
    const t3 = await refresh(await refresh(await refresh(t0)));
    t.pass(11);
    expect(await refusal(t0)).toBe('refresh_token_already_used');
    expect(await refusal(t3)).toBe('refresh_token_not_found');
    expect((await t.ask('/user', { token: access })).status).toBe(403);
    const entries = await t.db.kysely
      .selectFrom('auth.audit_entries')
      .select('action')
      .where('action', '=', 'token_revoked')
      .execute();
    expect(entries).toHaveLength(1);
  });

  test('within the reuse interval an older token gets the active one', async () => {
    const { token: t0 } = await signIn();
    const t3 = await refresh(await refresh(await refresh(t0)));
    expect(await refresh(t0)).toBe(t3);
    await refresh(t3);
  });

  test('behavior 12: a lost answer can be fetched again at any time with the parent of the active token', async () => {
    const { token: t0 } = await signIn();
    const t1 = await refresh(t0);
    t.pass(600);
    expect(await refresh(t0)).toBe(t1);
    await refresh(t1);
  });

  test('keeps session, method and level', async () => {
    const { client, access } = await signIn();
    const before = (await client.getClaims(access)).data?.claims;
    const { data } = await client.refreshSession();
    const after = (await client.getClaims(data.session?.access_token)).data?.claims;
    expect(after).toMatchObject({ session_id: before?.session_id, amr: before?.amr, aal: 'aal1' });
  });

  test('behavior 25: stores only hashes of every token in the chain', async () => {
    const { token: t0 } = await signIn();
    const t1 = await refresh(t0);
    const rows = await t.db.sql`select r.*::text as row from auth.refresh_tokens r`;
    const kept = JSON.stringify(rows);
    for (const token of [t0, t1]) expect(kept).not.toContain(token);
  });
});

describe('behavior 12: races between honest clients are tolerated', () => {
  test('two at once both get a token, and both of those refresh again', async () => {
    const { token } = await signIn();
    const [one, two] = await Promise.all([refresh(token), refresh(token)]);
    await refresh(one);
    await refresh(two);
  });

  test('twenty at once agree on one active token', async () => {
    const { token } = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(new Set(answers).size).toBe(1);
  });

  test('concurrent refreshes and sign-outs cause no internal error', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { token, access } = await signIn();
      const answers = await Promise.all([
        ask(token),
        t.ask('/logout', { method: 'POST', token: access }),
        ask(token),
        t.ask('/logout', { method: 'POST', token: access }),
      ]);
      for (const { status } of answers) expect(status).toBeLessThan(500);
      expect(await refusal(token)).toBe('refresh_token_not_found');
    }
  });

  test('a lock held too long answers 409, and the token stays valid', async () => {
    const { token } = await signIn();
    const { lockWaitMs } = t.auth;
    t.auth.lockWaitMs = 200;
    const holder = await t.db.pool.connect();
    await holder.query('begin; select id from auth.sessions for update');
    const answer = await ask(token);
    await holder.query('rollback');
    holder.release();
    t.auth.lockWaitMs = lockWaitMs;
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'conflict' });
    await refresh(token);
  });
});

// Any mixture of honest clients: bursts of parallel refreshes with the newest token, repeated requests after lost answers, time passing.
test('property: honest use never ends a session, and always leaves one active token', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('burst' as const), width: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ kind: fc.constant('lost-answer' as const) }),
    fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 4000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      let { token, client, access } = await signIn();
      for (const current of steps) {
        if (current.kind === 'pass') t.pass(current.seconds);
        if (current.kind === 'burst') {
          const answers = await Promise.all(Array.from({ length: current.width }, () => refresh(token)));
          expect(new Set(answers).size).toBe(1);
          token = answers[0] ?? '';
        }
        if (current.kind === 'lost-answer') {
          const lost = await refresh(token);
          expect(await refresh(token)).toBe(lost);
          token = lost;
        }
      }
      const { session_id } = (await client.getClaims(access, { allowExpired: true })).data?.claims ?? {};
      const active = await t.db.kysely
        .selectFrom('auth.refresh_tokens')
        .select('id')
        .where('session_id', '=', session_id ?? '')
        .where('revoked_at', 'is', null)
        .execute();
      expect(active).toHaveLength(1);
      await refresh(token);
    }),
    { numRuns: 15 },
  );
});

// A thief uses a stolen token after the owner has refreshed twice: in any order, the session ends.
test('property: a stolen token used late ends the session for both', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 11, max: 5000 }), async (moves, seconds) => {
      const { token: stolen } = await signIn();
      let newest = stolen;
      for (let n = 0; n < moves; n += 1) newest = await refresh(newest);
      t.pass(seconds);
      expect(await refusal(stolen)).toBe('refresh_token_already_used');
      expect(await refusal(newest)).toBe('refresh_token_not_found');
    }),
    { numRuns: 8 },
  );
});
