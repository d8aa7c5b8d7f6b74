import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { ConfigError, environmentNames } from './settings/environment.ts';

const home = mkdtempSync(join(tmpdir(), 'zeus-config-'));
afterAll(() => rmSync(home, { recursive: true }));

const load = (env: Record<string, string> = {}) => loadConfig({ ZEUS_HOME: home, ...env });
const complaint = (env: Record<string, string>) => {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('wrong settings', () => {
  test('names every wrong variable and what was expected', () => {
    const message = complaint({ PORT: 'eighty', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', ZEUS_SECRET: 'short' });
    expect(message.split('\n')).toHaveLength(5);
    expect(message).toMatch(/PORT: .*number.*\n/);
    expect(message).toContain('DATABASE_URL: an address such as postgres://');
    expect(message).toMatch(/LOG_LEVEL: .*"silent"\|"error"/);
    expect(message).toMatch(/ZEUS_SECRET: at least 32 characters/);
  });

  test('does not print the value of a wrong secret', () => {
    expect(complaint({ ZEUS_SECRET: 'hunter2' })).not.toContain('hunter2');
    expect(complaint({ STRIPE_SECRET_KEY: 'hunter2' })).not.toContain('hunter2');
  });

  test.each(['-1', '65536', '3000.5', '0x10'])('PORT=%j is refused', (PORT) => {
    expect(complaint({ PORT })).toContain('PORT');
  });

  test.each([
    'https://zeus.example/app',
    'http://localhost:3000/?a=1',
    'https://ann@zeus.example',
    'https://:secret@zeus.example',
    'https://zeus.example/#a',
  ])('SITE_URL=%s is refused: Zeus serves the root of a host', (SITE_URL) =>
    expect(complaint({ SITE_URL })).toMatch(/SITE_URL: an address without a path/),
  );

  test('says what PRACTICE can be', () => {
    expect(complaint({ PRACTICE: 'yes' })).toContain('PRACTICE: on, off, or the address of a running practice web');
  });

  test('refuses a bucket without keys', () => {
    expect(complaint({ S3_BUCKET: 'zeus' })).toContain('S3_ACCESS_KEY_ID');
  });
});

describe('production', () => {
  const good = {
    NODE_ENV: 'production',
    ZEUS_SECRET: 'a'.repeat(64),
    SITE_URL: 'https://zeus.example/',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'Zeus <zeus@zeus.example>',
    SUPPORT_EMAIL: 'help@zeus.example',
    PAYMENTS: 'off',
  };

  test.each([
    ['ZEUS_SECRET', /needs a secret of its own/],
    ['SITE_URL', /needs the public address/],
    ['SMTP_URL', /development mailbox is never shown/],
    ['MAIL_FROM', /needs a sender that mail servers accept/],
    ['SUPPORT_EMAIL', /needs an address that users can write to/],
    ['PAYMENTS', /refuses the test checkout/],
  ])('refuses to start without %s', (name, sentence) => {
    expect(complaint({ ...good, [name]: '' })).toMatch(sentence);
  });

  test('is required for a public URL: the development mailbox and test checkout are for this machine only', () => {
    expect(complaint({ SITE_URL: 'https://zeus.example' })).toMatch(/NODE_ENV=production/);
    for (const SITE_URL of ['http://localhost:3000', 'http://zeus.localhost', 'http://127.0.0.1:1', 'http://[::1]:1'])
      expect(load({ SITE_URL }).web.siteUrl).toBe(SITE_URL);
  });

  test.each(['zeus@localhost', 'Zeus <zeus@localhost>', 'zeus.example', 'Zeus of zeus.example'])(
    'refuses MAIL_FROM=%s',
    (MAIL_FROM) => expect(complaint({ ...good, MAIL_FROM })).toMatch(/MAIL_FROM: production needs/),
  );

  test.each(['0.0.0.0', '::', '192.0.2.1', 'zeus.example'])('is required for HOST=%s', (HOST) => {
    const google = { GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' };
    expect(complaint({ HOST })).toMatch(/a HOST that other machines reach needs NODE_ENV=production/);
    expect(complaint({ HOST, ...google })).toContain('/mailbox');
    expect(complaint({ HOST, SMTP_URL: good.SMTP_URL })).toContain('sign in as anyone');
    expect(complaint({ HOST, SMTP_URL: good.SMTP_URL, ...google })).toBe('accepted');
    expect(complaint({ ...good, HOST })).toBe('accepted');
  });

  test('refuses the test checkout when asked for', () => {
    expect(complaint({ ...good, PAYMENTS: 'test' })).toMatch(/refuses the test checkout/);
  });

  test('starts when everything is set, without a mailbox', () => {
    const config = load(good);
    expect(config.mail.mailbox).toBe(false);
    expect(config.web.siteUrl).toBe('https://zeus.example');
    expect(config.secret).toBe(good.ZEUS_SECRET);
  });
});

describe('defaults', () => {
  test('nothing needs to be set', () => {
    const config = load();
    expect(config).toMatchObject({ env: 'development', production: false, home });
    expect(config.web).toMatchObject({ port: 3000, siteUrl: 'http://localhost:3000' });
    expect(config.storage).toEqual({ kind: 'disk', folder: join(home, 'files') });
  });

  test.each([
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
    ['::1', 'http://[::1]:3000'],
    ['192.0.2.1', 'http://192.0.2.1:3000'],
  ])('HOST=%s is reached at %s', (HOST, siteUrl) => {
    expect(load({ NODE_ENV: 'test', HOST }).web.siteUrl).toBe(siteUrl);
  });

  test('spaces and line breaks around a value don’t count, except in our own secret', () => {
    const secret = `${'s'.repeat(40)}\n`;
    const config = load({ METRICS_TOKEN: ' a token of some length\n', ZEUS_SECRET: secret });
    expect(config.web.metricsToken).toBe('a token of some length');
    expect(config.secret).toBe(secret);
  });

  test('empty means not set', () => {
    expect(load({ PORT: '', DATABASE_URL: '' }).web.port).toBe(3000);
  });

  test('creates the secret once, stores it, and makes it readable only by its owner', () => {
    const { secret } = load();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(load().secret).toBe(secret);
    const file = join(home, 'secrets.json');
    expect(readFileSync(file, 'utf8')).toContain(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

test('.env.example names every variable', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const shown = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name).sort();
  expect(shown).toEqual([...environmentNames].sort());
});

test('checks per day by mail operator', () => {
  expect(load().mailChecks).toEqual({ perDay: {}, ipv4Only: false });
  const set = load({ MAIL_CHECKS_PER_DAY: 'outlook:off, google:5000,golf.com:10', MAIL_CHECKS_OVER: 'ipv4' });
  expect(set.mailChecks).toEqual({ perDay: { outlook: 0, google: 5_000, 'golf.com': 10 }, ipv4Only: true });
  expect(complaint({ MAIL_CHECKS_PER_DAY: 'outlook=off' })).toContain('MAIL_CHECKS_PER_DAY: a list such as');
});

describe('payments', () => {
  const key = { STRIPE_SECRET_KEY: 'sk_test_1' };
  const all = {
    ...key,
    STRIPE_PRICES: 'starter:price_1,growth:price_2, starter:price_0',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };

  test('refuses a key without prices or webhook secret, and names the command that creates them', () => {
    expect(complaint(key)).toMatch(/STRIPE_PRICES: no price for Starter and Growth; `npm run stripe-setup`/);
    expect(complaint(key)).toMatch(/STRIPE_WEBHOOK_SECRET: .*`npm run stripe-setup`/);
    expect(complaint({ ...all, STRIPE_PRICES: 'growth:price_2' })).toMatch(/no price for Starter;/);
    expect(complaint({ ...all, STRIPE_PRICES: 'platinum:price_2' })).toMatch(/STRIPE_PRICES: a list such as/);
  });

  test('needs none of it while Stripe is not used', () => {
    expect(load({ ...key, PAYMENTS: 'off' }).payments.mode).toBe('off');
    expect(load({ ...key, PAYMENTS: 'test' }).payments.mode).toBe('test');
  });

  test('sells the first of several prices of a plan', () => {
    const { prices, mode } = load(all).payments;
    expect(mode).toBe('stripe');
    expect(prices.map(({ plan, price }) => `${plan} ${price}`)).toEqual([
      'starter price_1',
      'growth price_2',
      'starter price_0',
    ]);
  });
});
