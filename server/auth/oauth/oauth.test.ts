// Sign-in with Google against a real OpenID server on loopback.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createTestAuth, fragmentOf, site } from '../../test/auth.ts';
import { clientId, googleForTests, startTestGoogle } from '../../test/google.ts';

const { google, t } = googleForTests();

const someone = () => ({ sub: randomUUID(), email: `${randomUUID()}@zeus.example`, email_verified: true });
const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? 'missing:');
const authorize = '/authorize?provider=google';

async function userOf(answer: Response) {
  const read = await t.ask('/user', { token: fragmentOf(answer).get('access_token') ?? '' });
  return (await read.json()) as { id: string; email: string; [key: string]: unknown };
}

describe('behavior 22: social sign-in state', () => {
  test('an unknown provider and one that is off answer 400', async () => {
    for (const path of [
      '/authorize',
      '/authorize?provider=github',
      '/authorize?provider=Google',
      '/authorize?provider=',
    ]) {
      const answer = await t.ask(path);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.json()).toMatchObject({ code: 'validation_failed' });
    }
    const off = await createTestAuth();
    expect((await off.ask(authorize)).status).toBe(400);
    expect(((await (await off.ask('/settings')).json()) as { external: object }).external).toMatchObject({
      google: false,
    });
    await off.close();
  });

  test('parameters that only we may set never reach the provider, in any letter case', async () => {
    const names = [
      'redirect_uri',
      'state',
      'client_id',
      'response_type',
      'client_secret',
      'code_verifier',
      'nonce',
      'scope',
    ];
    const evil = names.flatMap((name) =>
      [name, name.toUpperCase(), name[0]?.toUpperCase() + name.slice(1)].map((spelled) => `${spelled}=evil`),
    );
    const answer = await t.ask(`${authorize}&prompt=select_account&access_type=offline&${evil.join('&')}`);
    expect(answer.status).toBe(302);
    const url = locationOf(answer);
    expect(url.href).not.toContain('evil');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: `${site}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      access_type: 'offline',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.getAll(name)).toHaveLength(1);
  });

  test('a missing, malformed, unknown or repeated state redirects to the site with the reason and no session', async () => {
    const unknown = 'A'.repeat(43);
    const cases = [
      ['/callback', 'bad_oauth_callback'],
      ['/callback?code=x&state=', 'bad_oauth_callback'],
      ['/callback?code=x&state=short', 'bad_oauth_state'],
      [`/callback?code=x&state=${encodeURIComponent("' or 1=1 --")}`, 'bad_oauth_state'],
      ['/callback?code=x&state=%00', 'bad_oauth_state'],
      [`/callback?code=x&state=${unknown}`, 'bad_oauth_state'],
      [`/callback?code=x&state=${unknown}&state=${unknown}`, 'bad_oauth_state'],
    ];
    for (const [path = '', code] of cases) {
      for (const method of ['GET', 'POST']) {
        const [, query = ''] = path.split('?');
        const answer = await (method === 'GET' ? t.ask(path) : t.ask('/callback', { method, body: query }));
        expect([path, answer.status]).toEqual([path, 303]);
        const url = locationOf(answer);
        expect(url.origin).toBe(site);
        expect(url.searchParams.get('error_code')).toBe(code);
        expect(url.searchParams.get('error')).toBe('invalid_request');
        expect(url.href).not.toMatch(/token|[?&]code=/);
      }
    }
  });

  test('a state works once, for 300 seconds', async () => {
    google.become(someone());
    const sent = await t.ask(authorize);
    const callback = await google.consent(locationOf(sent).href);
    expect((await t.ask(callback, { method: 'HEAD' })).status).toBe(200);
    expect(fragmentOf(await t.ask(callback)).get('access_token')).toBeTruthy();
    const again = await t.ask(callback);
    expect([again.status, locationOf(again).searchParams.get('error_code')]).toEqual([303, 'flow_state_already_used']);
    expect(locationOf(again).href).not.toContain('access_token');
    const late = await google.consent(locationOf(await t.ask(authorize)).href);
    t.pass(301);
    expect(locationOf(await t.ask(late)).searchParams.get('error_code')).toBe('bad_oauth_state');
  });

  test("another flow's code is refused: PKCE and nonce toward the provider work", async () => {
    google.become(someone());
    const own = new URL(await google.consent(locationOf(await t.ask(authorize)).href), 'http://x');
    const other = new URL(await google.consent(locationOf(await t.ask(authorize)).href), 'http://x');
    const mixed = await t.ask(
      `/callback?code=${own.searchParams.get('code')}&state=${other.searchParams.get('state')}`,
    );
    expect(fragmentOf(mixed).get('error_code')).toBe('bad_oauth_callback');
    expect(fragmentOf(mixed).get('access_token')).toBeNull();
    google.become({ ...someone(), nonce: 'another' });
    const replayed = await google.walk(t, authorize);
    expect(fragmentOf(replayed).get('error_code')).toBe('bad_oauth_callback');
  });
});

describe('behavior 10: redirects of social sign-in stay within the allowed targets', () => {
  // redirect-target.test.ts tries more of them.
  test.each(['https://evil.example', 'javascript:alert(1)'])('%s', async (target) => {
    google.become(someone());
    const answer = await google.walk(t, `${authorize}&redirect_to=${encodeURIComponent(target)}`);
    expect(locationOf(answer).origin).toBe(site);
    expect(locationOf(answer).href).not.toContain('evil');
    expect(fragmentOf(answer).get('access_token')).toBeTruthy();
  });
});

describe('what the provider says', () => {
  test('canceled or failed at the provider: reported to the target in query and fragment', async () => {
    for (const [error, name] of [
      ['access_denied', 'access_denied'],
      ['server_error<script>', 'server_error'],
    ]) {
      const sent = locationOf(await t.ask(`${authorize}&redirect_to=${site}/login`));
      const state = sent.searchParams.get('state');
      const answer = await t.ask(`/callback?error=${encodeURIComponent(error ?? '')}&state=${state}`);
      expect(answer.status).toBe(302);
      expect(locationOf(answer).pathname).toBe('/login');
      expect(locationOf(answer).searchParams.get('error')).toBe(name);
      expect(fragmentOf(answer).get('error_code')).toBe('bad_oauth_callback');
      expect(answer.headers.get('location')).not.toContain('script>');
    }
  });

  test('a provider that is down leads to a redirect that says so, never to a hang', async () => {
    const away = await startTestGoogle();
    const lonely = await createTestAuth(away.env);
    const sent = locationOf(await lonely.ask(`${authorize}&redirect_to=${site}/login`));
    const callback = await away.consent(sent.href);
    await away.close();
    const back = await lonely.ask(callback);
    expect(locationOf(back).searchParams.get('error')).toBe('temporarily_unavailable');
    await lonely.close();

    const never = await createTestAuth(away.env);
    const answer = await never.ask(`${authorize}&redirect_to=${site}/login`);
    expect([answer.status, locationOf(answer).pathname]).toEqual([302, '/login']);
    expect(locationOf(answer).searchParams.get('error')).toBe('temporarily_unavailable');
    const token = await never.ask('/token?grant_type=id_token', { json: { provider: 'google', id_token: 'x.y.z' } });
    expect(token.status).toBe(503);
    await never.close();
  });

  test('a provider that fails while the code is redeemed counts as down, not as an invalid answer', async () => {
    google.become(someone());
    google.server.service.once('beforeResponse', (response: { statusCode: number }) => {
      response.statusCode = 500;
    });
    const answer = await google.walk(t, authorize);
    expect(fragmentOf(answer).get('error')).toBe('temporarily_unavailable');
  });

  test('gives up on a provider that accepts the connection and never answers', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const patient = await createTestAuth({ ...google.env, GOOGLE_ISSUER: `http://127.0.0.1:${port}` });
    const answers = await Promise.all([patient.ask(authorize), patient.ask(authorize)]);
    for (const answer of answers) {
      expect(locationOf(answer).searchParams.get('error')).toBe('temporarily_unavailable');
    }
    await patient.close();
    silent.close();
  });

  test('with sign-up closed, known users can sign in and new ones cannot', async () => {
    const closed = await createTestAuth({ ...google.env, AUTH_SIGNUP: 'off' });
    google.become(someone());
    const answer = await google.walk(closed, authorize);
    expect(Object.fromEntries(fragmentOf(answer))).toMatchObject({
      error: 'access_denied',
      error_code: 'signup_disabled',
    });
    await closed.close();
  });

  test('without a usable address, sign-in is refused', async () => {
    for (const email of [undefined, '', 'not an address', 'ümlaut@zeus.example']) {
      google.become({ sub: randomUUID(), email, email_verified: true });
      expect(fragmentOf(await google.walk(t, authorize)).get('access_token')).toBeNull();
    }
  });
});

describe('sign-in with Google', () => {
  test('implicit: tokens in the fragment, the profile stored, the same account the next time', async () => {
    const person = { ...someone(), name: 'Ada Lovelace', picture: 'https://pictures.example/ada', hd: 'zeus.example' };
    google.become(person);
    const first = await google.walk(t, `${authorize}&redirect_to=${site}/campaign`);
    expect(first.status).toBe(302);
    expect(locationOf(first).pathname).toBe('/campaign');
    const parameters = Object.fromEntries(fragmentOf(first));
    expect(parameters).toMatchObject({ token_type: 'bearer', expires_in: '3600' });
    expect(parameters.provider_token).toBeTruthy();
    const user = await userOf(first);
    expect(user).toMatchObject({
      email: person.email,
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: { full_name: 'Ada Lovelace', avatar_url: person.picture, email_verified: true },
    });
    expect(user.email_confirmed_at).toBeTruthy();
    google.become({ ...person, email: `${randomUUID()}@zeus.example` });
    const second = await userOf(await google.walk(t, authorize));
    expect([second.id, second.email]).toEqual([user.id, person.email]);
  });

  test("PKCE through the client: a code in the query, exchanged once, with the provider's tokens", async () => {
    const client = t.client(undefined, { flowType: 'pkce', persistSession: true, storage: memory() });
    const { data } = await client.signInWithOAuth({ provider: 'google', options: { redirectTo: `${site}/login` } });
    google.become(someone());
    const answer = await google.walk(t, (data.url ?? '').slice(`${site}/auth/v1`.length));
    const code = locationOf(answer).searchParams.get('code') ?? '';
    expect(answer.headers.get('location')).not.toContain('token');
    const stranger = await t.ask('/token?grant_type=pkce', {
      json: { auth_code: code, code_verifier: 'x'.repeat(43) },
    });
    expect(stranger.status).toBe(400);
    const session = await client.exchangeCodeForSession(code);
    expect(session.error).toBeNull();
    expect(session.data.session?.provider_token).toBeTruthy();
    const again = await t.ask('/token?grant_type=pkce', { json: { auth_code: code, code_verifier: 'x'.repeat(43) } });
    expect(again.status).toBe(404);
  });

  test('the same new person in two tabs at once gets one account', async () => {
    google.become(someone());
    const callbacks = [];
    for (let n = 0; n < 4; n += 1) callbacks.push(await google.consent(locationOf(await t.ask(authorize)).href));
    const answers = await Promise.all(callbacks.map((path) => t.ask(path)));
    const ids = await Promise.all(answers.map(async (answer) => (await userOf(answer)).id));
    expect(new Set(ids).size).toBe(1);
  });
});

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}
