// The operator's calls, through the official client with a service token, and that everyone else is refused.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { authForTests, site } from '../../test/auth.ts';
import { signServiceToken } from '../service-token.ts';

const t = authForTests();
let token: string;
let admin: ReturnType<typeof t.client>['admin'];
beforeAll(async () => {
  token = await signServiceToken(t.auth, 365 * 24 * 3600);
  admin = t.client(undefined, { headers: { Authorization: `Bearer ${token}` } }).admin;
});

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
const logIn = async (email: string, password: string) =>
  (await t.ask('/token?grant_type=password', { json: { email, password } })).status;
const nobody = '00000000-0000-4000-8000-000000000000';

async function made(attributes: object = {}) {
  const { email, password } = t.person();
  const { data, error } = await admin.createUser({ email, password, email_confirm: true, ...attributes });
  if (error) throw error;
  return { email, password, user: data.user };
}

describe('behavior 16: admin paths are closed', () => {
  test('without bearer 401, with any other token 403', async () => {
    const member = await t.member();
    const { data } = await member.client.signInWithPassword(member);
    const own = data.user?.id ?? '';
    const calls = [
      ['GET', '/admin/users'],
      ['POST', '/admin/users'],
      ['GET', `/admin/users/${own}`],
      ['PUT', `/admin/users/${own}`],
      ['DELETE', `/admin/users/${own}`],
      ['GET', `/admin/users/${own}/factors`],
      ['DELETE', `/admin/users/${own}/factors/${nobody}`],
      ['POST', '/admin/generate_link'],
      ['POST', '/invite'],
    ] as const;
    for (const [method, path] of calls) {
      const json = method === 'GET' ? undefined : { email: 'x@zeus.example', type: 'signup' };
      const bare = await t.ask(path, { method, json });
      expect([method, path, bare.status, await codeOf(bare)]).toEqual([method, path, 401, 'no_authorization']);
      const user = await t.ask(path, { method, json, token: data.session?.access_token });
      expect([method, path, user.status, await codeOf(user)]).toEqual([method, path, 403, 'not_admin']);
      const forged = await t.ask(path, { method, json, token: `${token.slice(0, -6)}AAAAAA` });
      expect([method, path, forged.status, await codeOf(forged)]).toEqual([method, path, 403, 'bad_jwt']);
    }
    expect((await member.client.getUser()).data.user?.id).toBe(own);
  });

  test('a user with an admin role is admitted only while the session is open', async () => {
    const { email, password } = await made({ role: 'service_role' });
    const client = t.client();
    const { data } = await client.signInWithPassword({ email, password });
    const bearer = data.session?.access_token;
    expect((await t.ask('/admin/users', { token: bearer })).status).toBe(200);
    await client.signOut();
    expect((await t.ask('/admin/users', { token: bearer })).status).toBe(403);
  });

  test('a user without the admin role any more, or without the second factor, is refused', async () => {
    const { email, password, user } = await made({ role: 'service_role' });
    const client = t.client();
    const { data } = await client.signInWithPassword({ email, password });
    const bearer = data.session?.access_token;
    const list = async () => {
      const answer = await t.ask('/admin/users', { token: bearer });
      return answer.ok ? 'admitted' : [answer.status, await codeOf(answer)];
    };
    const values = { user_id: user?.id ?? '', factor_type: 'totp', sealed_secret: 'x' };
    await t.db.kysely.insertInto('auth.factors').values(values).execute();
    expect(await list(), 'a factor that was never verified').toBe('admitted');
    await t.db.sql`update auth.factors set status = 'verified' where user_id = ${user?.id ?? ''}`;
    expect(await list()).toEqual([403, 'insufficient_aal']);
    await t.db.sql`delete from auth.factors where user_id = ${user?.id ?? ''}`;
    expect(await list()).toBe('admitted');
    await admin.updateUserById(user?.id ?? '', { role: 'authenticated' });
    expect(await list()).toEqual([403, 'not_admin']);
  });

  test('a service token is not a user', async () => {
    expect((await t.ask('/user', { token })).status).toBe(403);
    const short = await signServiceToken(t.auth, 60);
    t.pass(61);
    expect((await t.ask('/admin/users', { token: short })).status).toBe(403);
  });
});

describe('accounts', () => {
  test('bad input is refused', async () => {
    const { email } = t.person();
    const cases: [object, number, string][] = [
      [{}, 400, 'validation_failed'],
      [{ email: 'x' }, 400, 'validation_failed'],
      [{ email, password: 'short' }, 422, 'weak_password'],
      [{ email, password_hash: '$2b$10$bcrypt' }, 400, 'validation_failed'],
      [{ email, password_hash: '$argon2id$broken' }, 400, 'validation_failed'],
      [{ email, ban_duration: 'forever' }, 400, 'validation_failed'],
      [{ email, ban_duration: '9999999999h' }, 400, 'validation_failed'],
      [{ email, role: 'Robert"; drop' }, 400, 'validation_failed'],
      [{ email, id: 'x' }, 400, 'validation_failed'],
      [{ email, email_confirm: 'yes' }, 400, 'bad_json'],
      [{ email, user_metadata: { big: 'x'.repeat(5000) } }, 400, 'validation_failed'],
      [{ phone: '+49123' }, 400, 'phone_provider_disabled'],
    ];
    for (const [json, status, code] of cases) {
      const answer = await t.ask('/admin/users', { json, token });
      expect([json, answer.status, await codeOf(answer)]).toEqual([json, status, code]);
    }
    for (const [id, code] of [
      [nobody, 'user_not_found'],
      ['x', 'validation_failed'],
    ]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await t.ask(`/admin/users/${id}`, { method, json: method === 'GET' ? undefined : {}, token });
        expect([id, method, answer.status, await codeOf(answer)]).toEqual([id, method, 404, code]);
      }
    }
  });

  test('created immediately, without an email; a second one with the same address or id is refused', async () => {
    const id = randomUUID();
    const { email, password, user } = await made({
      id,
      user_metadata: { a: 1 },
      app_metadata: { plan: 'x', provider: 'evil' },
    });
    expect(user).toMatchObject({ id, email, app_metadata: { plan: 'x', provider: 'email', providers: ['email'] } });
    expect(user?.user_metadata, 'exactly what was given').toEqual({ a: 1 });
    expect(user?.identities).toMatchObject([{ provider: 'email', id }]);
    expect(await t.mailsTo(email)).toEqual([]);
    expect(await logIn(email, password)).toBe(200);
    const twice = await admin.createUser({ email });
    expect([twice.error?.status, twice.error?.code]).toEqual([422, 'email_exists']);
    expect((await admin.createUser({ email: t.person().email, id })).error?.status).toBe(422);
    expect(JSON.stringify(await admin.getUserById(id))).not.toContain('argon2');
    const waiting = await made({ email_confirm: false });
    expect(waiting.user?.user_metadata).toEqual({});
    expect(await logIn(waiting.email, waiting.password)).toBe(400);
  });

  test('a password hash imported from elsewhere works at login', async () => {
    const password = 'from another system';
    const password_hash = await t.auth.passwords.hash(password);
    const { email } = await made({ password: undefined, password_hash });
    expect(await logIn(email, password)).toBe(200);
  });

  test('listed newest first, with paging as the client expects it', async () => {
    const one = await made();
    const two = await made();
    for (const query of ['page=-1', 'page=x', 'per_page=-5', 'per_page=1e3', 'page=99999999999']) {
      expect((await t.ask(`/admin/users?${query}`, { token })).status).toBe(400);
    }
    const { data } = await admin.listUsers({ page: 1, perPage: 1 });
    expect(data.users.map(({ id }) => id)).toEqual([two.user?.id]);
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 });
    const { data: next } = await admin.listUsers({ page: 2, perPage: 1 });
    expect(next.users.map(({ id }) => id)).toEqual([one.user?.id]);
    const all = await admin.listUsers();
    expect((all.data as { total: number }).total).toBe(all.data.users.length);
    const raw = await t.ask('/admin/users?page=&per_page=1', { token });
    const total = Number(raw.headers.get('x-total-count'));
    expect(raw.headers.get('link')).toBe(
      `<${site}/auth/v1/admin/users?page=2&per_page=1>; rel="next", <${site}/auth/v1/admin/users?page=${total}&per_page=1>; rel="last"`,
    );
    const beyond = await admin.listUsers({ page: 1000 });
    expect([beyond.data.users, (beyond.data as { nextPage: unknown }).nextPage]).toEqual([[], null]);
  });

  test('changed immediately: data merges, a password change or ban ends all sessions', async () => {
    const { email, password, user } = await made({ user_metadata: { a: 1, b: 2 } });
    const id = user?.id ?? '';
    const client = t.client();
    await client.signInWithPassword({ email, password });
    const changed = await admin.updateUserById(id, {
      user_metadata: { b: null, c: 3 },
      app_metadata: { tier: 'gold' },
    });
    expect(changed.data.user?.user_metadata).toEqual({ a: 1, c: 3 });
    expect(changed.data.user?.app_metadata).toMatchObject({ tier: 'gold', provider: 'email' });
    expect((await client.getUser()).error).toBeNull();
    await admin.updateUserById(id, { password: 'a fresh password' });
    expect((await client.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect([await logIn(email, password), await logIn(email, 'a fresh password')]).toEqual([400, 200]);

    await admin.updateUserById(id, { ban_duration: '1h30m' });
    const refused = await t.client().signInWithPassword({ email, password: 'a fresh password' });
    expect(refused.error?.code).toBe('user_banned');
    expect((await admin.updateUserById(id, { ban_duration: 'none' })).data.user).not.toHaveProperty('banned_until');
    expect(await logIn(email, 'a fresh password')).toBe(200);

    const moved = t.person().email;
    expect((await admin.updateUserById(id, { email: moved })).data.user).toMatchObject({ email: moved });
    expect([await logIn(email, 'a fresh password'), await logIn(moved, 'a fresh password')]).toEqual([400, 200]);
    const other = await made();
    expect((await admin.updateUserById(id, { email: other.email })).error?.code).toBe('email_exists');
  });

  test('deleted completely, or emptied with its id kept', async () => {
    const gone = await made();
    expect((await admin.deleteUser(gone.user?.id ?? '')).error).toBeNull();
    expect((await admin.getUserById(gone.user?.id ?? '')).error?.status).toBe(404);

    for (let round = 0; round < 2; round += 1) {
      const soft = await made({ email: 'again@zeus.example', user_metadata: { name: 'Ada' } });
      const id = soft.user?.id ?? '';
      const client = t.client();
      await client.signInWithPassword({ email: 'again@zeus.example', password: soft.password });
      expect((await admin.deleteUser(id, true)).error).toBeNull();
      const { data } = await admin.getUserById(id);
      expect(data.user).toMatchObject({ user_metadata: {}, app_metadata: {}, identities: [] });
      expect(JSON.stringify(data.user)).not.toContain('again@zeus.example');
      expect((await client.getUser()).data.user).toBeNull();
      expect(await logIn('again@zeus.example', soft.password)).toBe(400);
      expect(
        (await t.ask(`/admin/users/${id}`, { method: 'DELETE', json: { should_soft_delete: true }, token })).status,
      ).toBe(404);
    }
    const bare = await made();
    expect((await t.ask(`/admin/users/${bare.user?.id}`, { method: 'DELETE', token })).status).toBe(200);
  });

  test('removes the factors of a user who lost their authenticator app', async () => {
    const { email, password, user } = await made();
    const id = user?.id ?? '';
    const client = t.client();
    await client.signInWithPassword({ email, password });
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
    await t.db.sql`update auth.factors set status = 'verified' where user_id = ${id}`;
    const { data } = await admin.mfa.listFactors({ userId: id });
    expect(data?.factors).toMatchObject([{ id: factor?.id, status: 'verified', factor_type: 'totp' }]);
    expect((await admin.mfa.deleteFactor({ userId: id, id: nobody })).error?.status).toBe(404);
    const removed = await admin.mfa.deleteFactor({ userId: id, id: factor?.id ?? '' });
    expect(removed.error).toBeNull();
    expect((await client.getUser()).data.user?.factors ?? []).toEqual([]);
    expect((await t.mailsTo(email)).at(-1)?.subject).toBe('Two-factor authentication is off');
  });
});
