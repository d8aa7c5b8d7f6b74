import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { screens } from '../shared/screens.ts';
import { appForTests, createTestApp } from './test/app.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'zeus-web-'));
mkdirSync(join(webFolder, 'assets'));
writeFileSync(join(webFolder, 'index.html'), '<!doctype html><head><title>Zeus</title></head>');
writeFileSync(join(webFolder, 'assets', 'main-abc123.js'), 'plain');
writeFileSync(join(webFolder, 'assets', 'main-abc123.js.br'), 'packed');
writeFileSync(join(webFolder, 'assets', 'tour-abc123.webm'), '0123456789');
writeFileSync(join(webFolder, '.sources'), 'hidden');

afterAll(() => rmSync(webFolder, { recursive: true }));
const zeus = appForTests({ webFolder, env: { SUPPORT_EMAIL: "o'hara@zeus.example" } });

describe('a byte range of a file', () => {
  const ask = (range: string, more: Record<string, string> = {}) =>
    zeus.ask('/assets/tour-abc123.webm', { headers: { range, ...more } });

  test('is sent alone, as video players request it', async () => {
    const answer = await ask('bytes=2-4');
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
    expect(answer.headers.get('content-type')).toBe('video/webm');
  });

  test('beyond the end is 416', async () => {
    const answer = await ask('bytes=10-');
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test('of another version is the whole file', async () => {
    const answer = await ask('bytes=2-4', { 'if-range': '"older"' });
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
  });
});

describe('refusals', () => {
  test.each(['/api/nothing', '/api/', '/data/nothing/here', '/files/nothing', '/stripe/nothing'])(
    '%s is 404 JSON, not a screen, also without a token',
    async (path) => {
      const answer = await zeus.ask(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ error: 'not-found', message: expect.any(String) });
    },
  );

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    '%s on a path that only allows GET is 405 with the allowed methods',
    async (method) => {
      const answer = await zeus.ask('/healthz', { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
      expect(await answer.json()).toMatchObject({ error: 'wrong-method' });
    },
  );

  test.each(['/', '/login', '/assets/main-abc123.js'])('POST to the web app at %s is 405', async (path) => {
    const answer = await zeus.ask(path, { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  test.each(['a stranger', 'a user'])('%s gets 404 and 405 below the services', async (who) => {
    const token = who === 'a user' ? (await zeus.newUser()).token : undefined;
    const answers = [
      await zeus.ask('/api/nothing', { token }),
      await zeus.ask('/data/nothing', { token }),
      await zeus.ask('/data/requests', { token, method: 'DELETE' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 405]);
    expect(await answers[0]?.json()).toMatchObject({ error: 'not-found' });
  });

  const tooLong = 'x'.repeat(1024 * 1024 + 1);
  test.each([
    ['told by its length', tooLong, { 'content-length': String(tooLong.length) }],
    ['found while reading', new Blob([tooLong]).stream(), {}],
  ])('a body over the limit is 413: %s', async (_how, body, headers) => {
    const { token } = await zeus.newUser();
    const options = { method: 'POST', body, headers, token, duplex: 'half' };
    const answer = await zeus.ask('/api/user/init', options);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'body-too-large' });
  });

  test('malformed JSON is 400', async () => {
    const { token } = await zeus.newUser();
    const answer = await zeus.ask('/api/user/init', { method: 'POST', body: '{"a":', token });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'bad-json' });
  });

  test.each([undefined, 'nonsense', 'a.b.c'])('the data route with token %j is 401', async (token) => {
    const answer = await zeus.ask('/data/requests', { token });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: 'signed-out' });
  });
});

describe('the web app', () => {
  test.each(['/', '/login', '/Login/', '/campaign/contacts/1'])(
    '%s is its page, which browsers revalidate',
    async (path) => {
      const answer = await zeus.ask(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<title>Zeus</title>');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test.each([
    '/no-such-page',
    '/campaign/nothing',
    '/campaign/contacts',
    '/campaign/contacts/1/2',
    '/login/2',
    '/login.php',
  ])('%s is 404 with its page, which shows what is missing', async (path) => {
    const { headers } = await zeus.ask('/login');
    const answer = await zeus.ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<title>Zeus</title>');
    expect((await zeus.ask(path, { method: 'HEAD' })).status).toBe(404);
    expect((await zeus.ask(path, { method: 'POST' })).status).toBe(404);
  });

  test.each(Object.values(screens))('%s is 200, as in the browser', async (pattern) => {
    expect((await zeus.ask(pattern.replace(':campaignId', 'c1'))).status).toBe(200);
  });

  test('its page contains the settings for the browser, intact and escaped', async () => {
    const text = await (await zeus.ask('/login')).text();
    const [, content = ''] = /<meta name="zeus-settings" content="([^"]*)">/.exec(text) ?? [];
    const read = content.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)));
    expect(JSON.parse(read)).toMatchObject({ supportEmail: "o'hara@zeus.example", mailbox: true, services: {} });
    const packed = await zeus.ask('/login', { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    const etag = packed.headers.get('etag') ?? '';
    expect((await zeus.ask('/', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test.each([
    ['AHREFS_API_KEY', false, 'null'],
    ['HUNTER_API_KEY', false, 'null'],
    ['SERPER_API_KEY', true, '&#34;range&#34;'],
  ])('with %s, a country can be chosen: %s, and dates: %s', async (key, places, dates) => {
    const other = await createTestApp({
      env: { [key]: 'k', PRACTICE: 'off', ZEUS_SECRET: 'x'.repeat(32) },
      webFolder,
    });
    onTestFinished(() => other.close());
    const page = await (await other.ask('/login')).text();
    expect(page).toContain(`&#34;places&#34;:${places}`);
    expect(page).toContain(`&#34;dates&#34;:${dates}`);
  });

  test('a hashed file is cached forever, compressed if accepted', async () => {
    const packed = await zeus.ask('/assets/main-abc123.js', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(await packed.text()).toBe('packed');
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('cache-control')).toContain('immutable');
    const plain = await zeus.ask('/assets/main-abc123.js');
    expect(await plain.text()).toBe('plain');
    const etag = plain.headers.get('etag') ?? '';
    expect((await zeus.ask('/assets/main-abc123.js', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test.each(['/assets/gone.js', '/.sources', '/assets/..%2f..%2fetc/passwd.txt', '/%00.js', '/%E0%A4%A.js'])(
    '%s is not served',
    async (path) => {
      expect((await zeus.ask(path)).status).toBe(404);
    },
  );
});

describe('every answer', () => {
  test.each(['/', '/healthz', '/api/nothing', '/files/nothing', '/auth/v1/health', '/mailbox'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await zeus.ask(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
    },
  );
});

describe('operating', () => {
  test('healthz and readyz', async () => {
    expect((await zeus.ask('/healthz')).status).toBe(200);
    expect(await (await zeus.ask('/readyz')).json()).toEqual({
      ready: true,
      database: 'reachable',
      migrations: 'current',
    });
  });

  test('metrics are labeled by route, without ids or other input of the caller', async () => {
    const { token } = await zeus.newUser();
    await zeus.ask('/data/requests', { token });
    await zeus.ask('/files/some-word');
    const figures = await (await zeus.ask('/metrics')).text();
    expect(figures).toContain('zeus_http_seconds_count{method="GET",route="/data/requests",status="200"}');
    expect(figures).toContain('zeus_http_seconds_count{method="GET",route="/healthz",status="200"}');
    expect(figures).not.toContain('some-word');
  });
});

describe('the mailbox', () => {
  test('shows sent emails, with hostile text escaped', async () => {
    const text = '<script>alert(1)</script> https://zeus.example/login?token=1';
    await zeus.ctx.mail.send({ to: 'ann@zeus.example', subject: '<b>Hello</b>', text });
    const [message] = await (await zeus.ask('/mailbox.json')).json();
    expect(message).toMatchObject({
      to: 'ann@zeus.example',
      subject: '<b>Hello</b>',
      text,
      links: ['https://zeus.example/login?token=1'],
    });
    expect(Object.keys(message).sort()).toEqual(['at', 'links', 'subject', 'text', 'to']);
    const page = await (await zeus.ask('/mailbox')).text();
    expect(page).toContain('&lt;b&gt;Hello&lt;/b&gt;');
    expect(page).not.toContain('<script>');
  });
});

describe('production', () => {
  const production = appForTests({
    webFolder,
    env: {
      NODE_ENV: 'production',
      SITE_URL: 'https://zeus.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'zeus@zeus.example',
      SUPPORT_EMAIL: 'help@zeus.example',
      PAYMENTS: 'off',
    },
  });

  test('has no mailbox, closed metrics, and HSTS', async () => {
    expect((await production.ask('/mailbox.json')).status).toBe(404);
    expect(await (await production.ask('/mailbox')).text()).not.toContain('Mailbox');
    expect((await production.ask('/metrics')).status).toBe(404);
    expect((await production.ask('/healthz')).headers.get('strict-transport-security')).toContain('max-age=31536000');
  });
});
