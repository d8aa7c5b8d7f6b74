// What holds for every answer of the service: error shapes, headers, and robustness against any input.
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../test/app.ts';
import { authForTests, createTestAuth } from '../../test/auth.ts';
import { signServiceToken } from '../service-token.ts';

const t = authForTests();

const login = (headers: Record<string, string>) =>
  t.ask('/token?grant_type=password', { json: { email: 'a@zeus.example', password: 'x' }, headers });

describe('error bodies', () => {
  test.each(['2024-01-01', '2030-12-31'])('version %s: code and message, echoed as 2024-01-01', async (version) => {
    const answer = await login({ 'x-supabase-api-version': version });
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
    expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
    expect(await answer.json()).toEqual({
      code: 'invalid_credentials',
      error_code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  test.each(['', '2023-12-31', 'newest', '2024-99-99'])('version %j: the legacy shape, no echo', async (version) => {
    const answer = await login({ 'x-supabase-api-version': version });
    expect(answer.headers.get('x-supabase-api-version')).toBeNull();
    expect(await answer.json()).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  test('a weak password is reported with its reasons in both shapes', async () => {
    const json = { email: 'a@zeus.example', password: 'short' };
    for (const version of ['2024-01-01', '']) {
      const answer = await t.ask('/signup', { json, headers: { 'x-supabase-api-version': version } });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ weak_password: { reasons: ['length'] } });
    }
  });

  test("an unknown path is 404 and a wrong method 405, in the protocol's shape", async () => {
    const unknown = await t.ask('/nothing');
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'not_found' }]);
    const wrong = await t.ask('/user', { method: 'PATCH', json: {} });
    expect([wrong.status, await wrong.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
    expect(wrong.headers.get('allow')).toBe('GET, PUT');
  });
});

describe('behavior 25: input that must not break anything', () => {
  const paths = ['/signup', '/token?grant_type=password', '/token?grant_type=refresh_token', '/token?grant_type=pkce'];
  const more = ['/otp', '/magiclink', '/verify', '/recover', '/resend'];

  test.each([...paths, ...more])('%s: broken JSON is 400 bad_json', async (path) => {
    for (const body of ['{', '', 'null', '[]', '"text"', '5', '{"email":', 'email=a', '{"a":1}}']) {
      const answer = await t.ask(path, { method: 'POST', body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'bad_json' });
    }
  });

  test.each([...paths, ...more])('%s: NUL, half a surrogate, deep nesting and wrong types are 4xx', async (path) => {
    const bodies = [
      '{"email":"a\\u0000@zeus.example","password":"good password","type":"signup","token":"1\\u00002"}',
      '{"email":"a@zeus.example","password":"good pass\\ud800word","type":"signup","data":{"\\udfff":1}}',
      '{"email":"a@zeus.example","password":"good password","type":"signup","token":"\\u0000","refresh_token":"\\u0000"}',
      `{"email":"a@zeus.example","password":"good password","data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `{"email":"a@zeus.example","password":"good password","data":${'{"a":'.repeat(200)}1${'}'.repeat(200)}}`,
      '{"email":{},"password":[],"type":5,"token":true,"refresh_token":{},"auth_code":[],"data":"x"}',
    ];
    for (const body of bodies) {
      const answer = await t.ask(path, { method: 'POST', body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).not.toMatch(/ at .*:\d+|node_modules|Error:/);
    }
  });

  test('bytes that are not UTF-8 are bad_json', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) as unknown as string;
    const answer = await t.ask('/signup', { method: 'POST', body });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_json' }]);
  });

  test('the same in the query', async () => {
    for (const query of ['token=%00&type=signup', 'token=x&type=signup&redirect_to=%00', 'token=%ff%fe&type=signup']) {
      const { status } = await t.ask(`/verify?${query}`);
      expect(status).toBeLessThan(500);
    }
    expect((await t.ask('/token?grant_type=%00', { json: {} })).status).toBe(400);
  });

  test('a body over 1 MiB is 413', async () => {
    const answer = await t.ask('/signup', { json: { email: 'a'.repeat(1_100_000) } });
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'request_entity_too_large' }]);
  });

  test('headers with arbitrary content', async () => {
    const odd = { 'user-agent': 'x'.repeat(5000), 'x-forwarded-for': 'not an address', referer: '::::' };
    expect((await login(odd)).status).toBe(400);
  });
});

describe('headers', () => {
  test('behavior 25: nothing may be cached except the public keys', async () => {
    expect((await login({})).headers.get('cache-control')).toBe('no-store');
    expect((await t.ask('/settings')).headers.get('cache-control')).toBe('no-store');
    expect((await t.ask('/.well-known/jwks.json')).headers.get('cache-control')).toBe('public, max-age=600');
  });

  test('other origins may call and read what the client needs', async () => {
    const origin = 'https://elsewhere.example';
    const preflight = await t.ask('/token', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version');
    const answer = await login({ origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    for (const name of ['X-Total-Count', 'Link', 'X-Supabase-Api-Version']) {
      expect(answer.headers.get('access-control-expose-headers')).toContain(name);
    }
  });
});

describe('public metadata', () => {
  test('settings, health and configuration', async () => {
    expect(await (await t.ask('/settings')).json()).toMatchObject({
      external: { email: true, phone: false, google: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
      saml_enabled: false,
    });
    expect(Object.keys((await (await t.ask('/health')).json()) as object)).toEqual(['version', 'name', 'description']);
    const { jwks_uri } = (await (await t.ask('/.well-known/openid-configuration')).json()) as { jwks_uri: string };
    expect(jwks_uri).toBe(`${t.auth.baseUrl}/.well-known/jwks.json`);
  });

  test('behavior 25: the key set has public parts only', async () => {
    const body = await (await t.ask('/.well-known/jwks.json')).json();
    expect(body).toMatchObject({ keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' }] });
    expect(JSON.stringify(body)).not.toMatch(/"(d|k|p|q|oct)"/);
  });

  test('there is no SSO and no web3', async () => {
    const { error } = await t.client().signInWithSSO({ domain: 'zeus.example' });
    expect(error).toMatchObject({ status: 404, code: 'saml_provider_disabled' });
    const web3 = await t.ask('/token?grant_type=web3', { json: {} });
    expect([web3.status, await web3.json()]).toMatchObject([422, { code: 'web3_provider_disabled' }]);
  });
});

test('a bearer that is not a user token does not disturb public endpoints', async () => {
  const service = await signServiceToken(t.auth, 60);
  for (const token of ['public-key', service]) {
    const answer = await t.ask('/recover', { json: { email: 'a@zeus.example' }, token });
    expect(answer.status).toBe(200);
  }
});

test('a request that takes too long is answered with 504', async () => {
  const slow = await createTestAuth({}, { timeLimitMs: 200 });
  const holder = await slow.db.pool.connect();
  await holder.query('begin; lock table auth.rate_limits');
  const answer = await slow.ask('/recover', { json: { email: 'a@zeus.example' } });
  await holder.query('rollback');
  holder.release();
  expect([answer.status, await answer.json()]).toMatchObject([504, { code: 'request_timeout' }]);
  await slow.close();
});

test('error shapes stay the same inside the whole app', async () => {
  const { ask, close } = await createTestApp();
  const wrong = await ask('/auth/v1/user', { method: 'DELETE' });
  expect([wrong.status, await wrong.json()]).toMatchObject([405, { error_code: 'method_not_allowed' }]);
  const unknown = await ask('/auth/v1/nothing');
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { error_code: 'not_found' }]);
  const large = await ask('/auth/v1/signup', { method: 'POST', json: { email: 'a'.repeat(1_100_000) } });
  expect([large.status, await large.json()]).toMatchObject([413, { error_code: 'request_entity_too_large' }]);
  const sso = await ask('/auth/v1/sso', { method: 'POST', json: {} });
  expect([sso.status, await sso.json()]).toMatchObject([404, { error_code: 'saml_provider_disabled' }]);
  await close();
});
