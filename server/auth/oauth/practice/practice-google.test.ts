import { afterAll, beforeAll, expect, test } from 'vitest';
import { authForTests, base, createTestAuth, fragmentOf, site } from '../../../test/auth.ts';
import { type PracticeGoogle, startPracticeGoogle } from './practice-google.ts';

const t = authForTests();
let practice: PracticeGoogle | undefined;
beforeAll(async () => {
  practice = await startPracticeGoogle(t.auth);
});
afterAll(() => practice?.stop());

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The practice page's URL, as returned by /authorize. */
async function pageAddress(): Promise<URL> {
  const sent = await t.ask(`/authorize?provider=google&redirect_to=${site}/campaign`);
  return new URL(sent.headers.get('location') ?? 'missing:');
}

async function submit(request: URLSearchParams | string, person: { name: string; email: string }) {
  const body = new URLSearchParams({ request: request.toString(), ...person }).toString();
  return t.ask('/practice-google', { method: 'POST', body, headers: form });
}

test('does not start in production or next to a real client, and its pages do not exist without it', async () => {
  const real = await createTestAuth({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' });
  expect(await startPracticeGoogle(real.auth)).toBeUndefined();
  const production = { ...real.auth, config: { ...t.auth.config, production: true } };
  expect(await startPracticeGoogle(production)).toBeUndefined();
  for (const path of ['/practice-google', '/practice-google.css']) expect((await real.ask(path)).status).toBe(404);
  expect((await real.ask('/practice-google', { method: 'POST', body: 'x=1', headers: form })).status).toBe(404);
  expect(await (await real.ask('/settings')).json()).toMatchObject({ external_google_practice: false });
  await real.close();
});

test('refuses requests that we did not start', async () => {
  const { searchParams } = await pageAddress();
  const ada = { name: 'Ada', email: 'ada@practice.example' };
  for (const [name, value] of [
    ['redirect_uri', 'https://evil.example/'],
    ['redirect_uri', `${base}/callback.evil`],
    ['client_id', 'another'],
  ] as const) {
    const changed = new URLSearchParams(searchParams);
    changed.set(name, value);
    const answer = await submit(changed, ada);
    expect([name, answer.status, answer.headers.get('location')]).toEqual([name, 400, null]);
  }
  expect((await submit('', ada)).status).toBe(400);
  const bad = await submit(searchParams, { name: 'x', email: 'nobody' });
  expect(bad.status).toBe(400);
  expect(await bad.text()).toContain('role="alert"');
});

test('the server signs no one in who did not use the page', async () => {
  const { searchParams } = await pageAddress();
  const straight = await fetch(`${practice?.issuer}/authorize?${searchParams}`, { redirect: 'manual' });
  const back = (straight.headers.get('location') ?? '').slice(base.length);
  expect(fragmentOf(await t.ask(back)).get('error_code')).toBe('bad_oauth_callback');
});

test('the page says that it is for practice, escapes text, and offers a way back', async () => {
  const address = await pageAddress();
  expect(address.href.startsWith(`${base}/practice-google?`)).toBe(true);
  const answer = await t.ask(`${address.href.slice(base.length)}&x="><script>alert(1)</script>`);
  const text = await answer.text();
  expect(text).toContain('Practice, not Google');
  expect(text).not.toContain('<script>');
  const canceled = await t.ask(`/callback?error=access_denied&state=${address.searchParams.get('state')}`);
  expect(fragmentOf(canceled).get('error')).toBe('access_denied');
});

test('a person signs in with it, and is the same person the next time', async () => {
  expect(await (await t.ask('/settings')).json()).toMatchObject({
    external: { google: true },
    external_google_practice: true,
  });
  const ids = [];
  for (const name of ['Ada', 'Ada Again']) {
    const { searchParams } = await pageAddress();
    const sent = await submit(searchParams, { name, email: 'ada@practice.example' });
    expect(sent.status).toBe(303);
    const back = await t.ask((sent.headers.get('location') ?? '').slice(base.length));
    expect(new URL(back.headers.get('location') ?? '').pathname).toBe('/campaign');
    const read = await t.ask('/user', { token: fragmentOf(back).get('access_token') ?? '' });
    const user = (await read.json()) as { id: string; email: string; user_metadata: { full_name: string } };
    expect([user.email, user.user_metadata.full_name]).toEqual(['ada@practice.example', 'Ada']);
    ids.push(user.id);
  }
  expect(ids[0]).toBe(ids[1]);
});
