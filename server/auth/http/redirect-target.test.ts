import { describe, expect, test } from 'vitest';
import { authForTests, linkToken, site } from '../../test/auth.ts';
import { allowedTarget } from './redirect-target.ts';

const listed = [
  'https://app.example/**',
  'https://*.preview.example/cb?',
  'http://127.0.0.1:5173/[a-c]/{one,two}',
  'zeus://back/*',
];

const t = authForTests({ AUTH_REDIRECT_URLS: listed.join(' , ') });

const bad = [
  'https://evil.example',
  'http://site.example:3000.evil.example',
  'http://site.example.evil.example:3000/',
  'http://site.example:3000@evil.example',
  'http://user@site.example:3000/',
  'http://site.example:3000\\@evil.example',
  'http://evil.example\\@site.example:3000',
  'http://evil.example#@site.example:3000',
  'http:\\\\evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'javascript://site.example:3000/%0aalert(1)',
  'data:text/html,x',
  'blob:http://site.example:3000/x',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://10.0.0.1/',
  'http://[::ffff:10.0.0.1]/',
  'http://site.example:3001/',
  'http://site.example/',
  'https://site.example:3000/',
  ' http://site.example:3000/',
  'http://site.example:3000/ ',
  'http://site.exa\tmple:3000/',
  'http://site.example:3000/\r\nSet-Cookie: x=1',
  'http://sıte.example:3000/',
  'http://site.example%2eevil.example:3000/',
  'https://app.example.evil.example/',
  'https://appXexample/',
  'https://a.b.preview.example/cb1',
  'https://a.preview.example/cb12',
  'http://127.0.0.1:5173/d/one',
  'http://127.0.0.1:5173/a/three',
  'evil://back/x',
  `http://site.example:3000/${'x'.repeat(3000)}`,
];

describe('behavior 10: refused targets silently become the site', () => {
  test.each(bad)('%j', async (target) => {
    const query = new URLSearchParams({ type: 'signup', token: 'unknown', redirect_to: target });
    const location = (await t.ask(`/verify?${query}`)).headers.get('location') ?? '';
    expect(location.startsWith(`${site}/#`)).toBe(true);
    expect(location).not.toContain('evil');
    expect(new URL(location).origin).toBe(site);
  });

  test('also those in a referrer or a header', async () => {
    for (const name of ['referer', 'redirect_to']) {
      const headers = { [name]: 'https://evil.example/x' };
      const location = (await t.ask('/verify?type=signup&token=unknown', { headers })).headers.get('location');
      expect(location).toMatch(`${site}/#`);
    }
  });

  test('and never appear in an email', async () => {
    const { client, email, password } = t.person();
    await client.signUp({ email, password, options: { emailRedirectTo: 'https://evil.example' } });
    await client.resetPasswordForEmail(email, { redirectTo: 'https://evil.example' });
    const mails = await t.mailsTo(email);
    expect(mails).toHaveLength(2);
    expect(JSON.stringify(mails)).not.toContain('evil');
  });
});

describe('allowed targets', () => {
  test.each([
    [`${site}/confirm-email`, `${site}/confirm-email`],
    ['HTTP://SITE.example:3000/a?b=c#d', `${site}/a?b=c#d`],
    ['https://app.example/any/where?x=1', 'https://app.example/any/where?x=1'],
    ['https://a.preview.example/cb1', 'https://a.preview.example/cb1'],
    ['http://127.0.0.1:5173/a/one', 'http://127.0.0.1:5173/a/one'],
    ['zeus://back/home', 'zeus://back/home'],
  ])('%s', (given, expected) => {
    expect(allowedTarget(t.auth, given)).toBe(expected);
  });

  test('keeps the query and replaces the fragment', async () => {
    const { client, email, password } = t.person();
    await client.signUp({ email, password });
    const query = new URLSearchParams({
      type: 'signup',
      token: linkToken((await t.mailsTo(email))[0]),
      redirect_to: `${site}/confirm-email?plan=growth#old`,
    });
    const location = (await t.ask(`/verify?${query}`)).headers.get('location');
    expect(location).toMatch(`${site}/confirm-email?plan=growth#access_token=`);
  });

  test('sign-up for another listed app emails a direct link', async () => {
    const { client, email, password } = t.person();
    await client.signUp({ email, password, options: { emailRedirectTo: 'https://app.example/welcome' } });
    const [mail] = await t.mailsTo(email);
    const link = new URL(mail?.links[0] ?? '');
    expect(link.pathname).toBe('/auth/v1/verify');
    expect(link.searchParams.get('redirect_to')).toBe('https://app.example/welcome');
  });

  test('so does a password reset for another listed app', async () => {
    const { client, email } = await t.member();
    await client.resetPasswordForEmail(email, { redirectTo: 'https://app.example/new-password' });
    const link = new URL((await t.mailsTo(email)).at(-1)?.links[0] ?? '');
    expect(link.pathname).toBe('/auth/v1/verify');
    expect(link.searchParams.get('redirect_to')).toBe('https://app.example/new-password');
  });
});
