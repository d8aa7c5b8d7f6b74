// Behavior 25 for endpoints that need a token or involve a provider: odd input is the caller's fault, never an internal error,
// and no answer reveals stored secrets.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../test/auth.ts';
import { googleForTests } from '../../test/google.ts';
import { signServiceToken } from '../service-token.ts';

const { t } = googleForTests();
let member: Person;
let user: string;
let service: string;
let userId: string;
beforeAll(async () => {
  service = await signServiceToken(t.auth, 3600);
  member = await t.member();
  const { data } = await member.client.signInWithPassword(member);
  user = data.session?.access_token ?? '';
  userId = data.user?.id ?? '';
});

const nobody = '00000000-0000-4000-8000-000000000000';
const calls: [method: string, path: string, role: 'anyone' | 'user' | 'service'][] = [
  ['POST', '/token?grant_type=id_token', 'anyone'],
  ['POST', '/factors', 'user'],
  ['POST', `/factors/${nobody}/verify`, 'user'],
  ['POST', '/factors/recovery-codes/verify', 'user'],
  ['POST', '/admin/users', 'service'],
  ['PUT', `/admin/users/${nobody}`, 'service'],
  ['DELETE', `/admin/users/${nobody}`, 'service'],
  ['POST', '/admin/generate_link', 'service'],
  ['POST', '/invite', 'service'],
];
const tokenOf = (role: string) => ({ anyone: undefined, user, service })[role];

async function expectTheirFault(answer: Response): Promise<void> {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(await answer.text()).not.toMatch(/ at .*:\d+|node_modules|Error:|select |insert /);
}

describe('behavior 25: nothing breaks', () => {
  test.each(calls)('%s %s: broken, odd and huge bodies are 4xx', async (method, path, role) => {
    const bodies = [
      ...['{', 'null', '[]', '"text"', '{"email":', 'email=a'],
      '{"email":"a\\u0000@zeus.example","code":"\\u0000","id_token":"\\u0000","provider":"google","factor_type":"totp\\u0000"}',
      '{"email":"a@zeus.example","code":"\\ud800","provider":"\\udfff","friendly_name":"\\ud800","type":"\\ud800"}',
      '{"email":{},"password":[],"type":5,"code":true,"provider":{},"factor_type":[],"data":"x","role":1,"should_soft_delete":"x"}',
      `{"email":"a@zeus.example","factor_type":"totp","provider":"google","x":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      JSON.stringify({ email: 'a'.repeat(1_100_000) }),
    ];
    for (const body of bodies) await expectTheirFault(await t.ask(path, { method, body, token: tokenOf(role) }));
  });

  test('odd paths of social sign-in, users and factors', async () => {
    const odd = ['%00', '%ff', '%ED%A0%80', "'--", '../..', 'x'.repeat(3000)];
    for (const text of odd) {
      await expectTheirFault(await t.ask(`/authorize?provider=${text}`));
      expect((await t.ask(`/authorize?provider=google&scopes=${text}&prompt=${text}`)).status).toBeLessThan(500);
      expect((await t.ask(`/callback?state=${text}&code=${text}&error=${text}`)).status).toBe(303);
      await expectTheirFault(await t.ask(`/admin/users/${encodeURIComponent(text)}`, { token: service }));
      await expectTheirFault(await t.ask(`/admin/users?page=${text}`, { token: service }));
      await expectTheirFault(await t.ask(`/factors/${encodeURIComponent(text)}`, { method: 'DELETE', token: user }));
    }
  });

  test('a wrong method is answered with the allowed ones', async () => {
    const answer = await t.ask('/admin/users', { method: 'PUT', json: {}, token: service });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });
});

test('behavior 25: stored secrets do not leak', async () => {
  await member.client.mfa.enroll({ factorType: 'totp' });
  await member.client.resetPasswordForEmail(member.email);
  await t.mailsTo(member.email);
  const [kept] = await t.db.sql`select password_hash from auth.users where id = ${userId}`;
  const secrets = await t.db.sql`select sealed_secret as secret from auth.factors
    union all select encode(token_hash, 'hex') from auth.refresh_tokens
    union all select encode(code_hash, 'hex') from auth.one_time_tokens
    union all select encode(link_hash, 'hex') from auth.one_time_tokens`;
  const answers = await Promise.all([
    t.ask('/user', { token: user }),
    t.ask('/admin/users', { token: service }),
    t.ask(`/admin/users/${userId}`, { token: service }),
    t.ask(`/admin/users/${userId}/factors`, { token: service }),
    t.ask('/admin/generate_link', { json: { type: 'recovery', email: member.email }, token: service }),
    t.ask('/.well-known/jwks.json'),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    const text = await answer.text();
    for (const secret of [kept?.password_hash, ...secrets.map((row) => row.secret)]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/argon2|sealed|_hash"|"d":|"k":|"oct"/);
  }
});
