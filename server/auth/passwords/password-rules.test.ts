import { describe, expect, test } from 'vitest';
import { authForTests } from '../../test/auth.ts';
import { signServiceToken } from '../service-token.ts';
import { weaknessOf } from './password-rules.ts';

describe('easy to guess', () => {
  test.each(['12345678', 'password1', 'Password1', 'QWERTYUIOP', ' iloveyou ', '1q2w3e4r5t'])('%j', (password) => {
    expect(weaknessOf(password)?.reasons).toEqual(['pwned']);
  });

  test.each(['ada.lovelace@zeus.example', 'Ada.Lovelace@Zeus.example', 'ada.lovelace', ' ADA.lovelace '])(
    '%j, only for the account with that address',
    (password) => {
      expect(weaknessOf(password, null, 'ada.lovelace@zeus.example')?.reasons).toEqual(['pwned']);
      expect(weaknessOf(password, undefined, 'bob@zeus.example')).toBeUndefined();
    },
  );

  test.each(['correct horse', 'a good password', 'Tr0ub4dor&3x', 'ünïcödé wörds'])('not %j', (password) => {
    expect(weaknessOf(password, 'ada@zeus.example')).toBeUndefined();
  });

  test('a password that is both short and common is reported as too short', () => {
    expect(weaknessOf('qwerty')?.reasons).toEqual(['length']);
  });
});

describe('wherever a password is chosen', () => {
  const t = authForTests();
  const weak = { name: 'AuthWeakPasswordError', status: 422, reasons: ['pwned'] };

  test('at sign-up', async () => {
    const { client, email } = t.person();
    for (const password of ['password1', email, email.toUpperCase()]) {
      expect((await client.signUp({ email, password })).error).toMatchObject(weak);
    }
    expect(await t.mailsTo(email)).toEqual([]);
  });

  test('at a change, including the address requested with it', async () => {
    const { client, email, password } = await t.member();
    await client.signInWithPassword({ email, password });
    const newEmail = t.person().email;
    for (const change of [{ password: 'password1' }, { password: email }, { email: newEmail, password: newEmail }]) {
      expect((await client.updateUser(change)).error).toMatchObject(weak);
    }
    expect((await client.signInWithPassword({ email, password })).error).toBeNull();
  });

  test('by the operator', async () => {
    const token = await signServiceToken(t.auth, 60);
    const { email } = await t.member();
    const found = await t.db.kysely.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst();
    const newcomer = t.person().email;
    const calls: [string, string, object][] = [
      ['POST', '/admin/users', { email: newcomer, password: 'password1' }],
      ['POST', '/admin/users', { email: newcomer, password: newcomer }],
      ['PUT', `/admin/users/${found?.id}`, { password: email }],
      ['POST', '/admin/generate_link', { type: 'signup', email: newcomer, password: newcomer }],
    ];
    for (const [method, path, json] of calls) {
      const answer = await t.ask(path, { method, json, token });
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 422, { code: 'weak_password' }]);
    }
  });

  test('an account that already has one can sign in, and its session reports it', async () => {
    const { client, email } = await t.member();
    const password_hash = await t.auth.passwords.hash('password1');
    await t.db.kysely.updateTable('auth.users').set({ password_hash }).where('email', '=', email).execute();
    const { data, error } = await client.signInWithPassword({ email, password: 'password1' });
    expect(error).toBeNull();
    expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
  });
});
