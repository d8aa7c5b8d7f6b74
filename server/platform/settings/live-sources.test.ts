import { expect, test } from 'vitest';
import { loadConfig } from '../config.ts';
import { ConfigError } from './environment.ts';

const load = (env: Record<string, string>) => loadConfig({ ZEUS_SECRET: 'x'.repeat(32), ...env });

test('a key configures a vendor, and turns the practice web off unless it is wanted', () => {
  expect(load({}).liveSources.accounts).toEqual([]);
  expect(load({}).practice).toBe(true);
  const { liveSources, practice } = load({ SERPER_API_KEY: 'k', SEARXNG_URL: 'http://127.0.0.1:8888/' });
  expect(liveSources.accounts).toMatchObject([
    { source: 'serper', key: 'k', baseUrl: undefined },
    { source: 'searxng', key: '', baseUrl: 'http://127.0.0.1:8888/' },
  ]);
  expect(practice).toBe(false);
  expect(load({ SERPER_API_KEY: 'k', PRACTICE: 'on' }).practice).toBe(true);
  expect(load({ PRACTICE: 'http://127.0.0.1:4000' })).toMatchObject({
    practice: true,
    practiceUrl: 'http://127.0.0.1:4000',
  });
});

test('reads limits, addresses, order and lifetimes per vendor', () => {
  const { liveSources } = load({
    ...{ SERPER_API_KEY: 'k', BRAVE_API_KEY: 'b', SEARCH_SOURCES: 'brave, own', CACHE_HOURS: 'search=0.5' },
    ...{
      VENDOR_URLS: 'serper=http://127.0.0.1:1/serper',
      VENDOR_LIMITS: 'serper.perSecond=5, brave.dollarsPerDay=0.5',
      BY_SEARCH_LIMITS: 'backlinks.queries=2, magic.pages=50',
    },
  });
  expect(liveSources).toMatchObject({
    accounts: [
      { source: 'serper', baseUrl: 'http://127.0.0.1:1/serper', limits: { perSecond: 5 } },
      { source: 'brave', baseUrl: undefined, limits: { dollarsPerDay: 0.5 } },
    ],
    order: { search: ['brave', 'own'], backlinks: expect.arrayContaining(['own']) },
    cacheHours: { search: 0.5, backlinks: 168 },
    bySearch: { backlinks: { queries: 2, pages: 30 }, magic: { queries: 8, pages: 50 } },
  });
});

test('reads the accounts of email partners, and whether their order was set', () => {
  const { liveSources } = load({
    ...{ SNOVIO_CLIENT_ID: 'id', SNOVIO_CLIENT_SECRET: 's', REACHER_URL: 'http://127.0.0.1:8080', REACHER_SECRET: 'r' },
    ...{ VOILA_NORBERT_API_KEY: 'v', VENDOR_LIMITS: 'voila-norbert.perMinute=60', VERIFICATION_SOURCES: 'reacher,own' },
  });
  expect(liveSources.accounts).toMatchObject([
    { source: 'snovio', login: 'id', key: 's' },
    { source: 'voila-norbert', key: 'v', limits: { perMinute: 60 } },
    { source: 'reacher', key: 'r', baseUrl: 'http://127.0.0.1:8080' },
  ]);
  expect(liveSources.order).toMatchObject({
    'domain-people': ['hunter', 'snovio-v2'],
    verification: ['reacher', 'own'],
  });
  // Its legacy calls know what the current ones know.
  expect(liveSources.order.people).toContain('snovio-v2');
  expect(liveSources.order.people).not.toContain('snovio');
  expect(liveSources.isOrderSet).toMatchObject({ verification: true, people: false, search: false });
});

test.each([
  ['SNOVIO_CLIENT_ID', 'somebody'],
  ['REACHER_SECRET', 'r'],
  ['PEOPLE_SOURCES', 'useartemis'],
  ['DOMAIN_PEOPLE_SOURCES', 'prospeo'],
  ['VERIFICATION_SOURCES', 'hunter'],
  ['DATAFORSEO_LOGIN', 'somebody'],
  ['SEARCH_SOURCES', 'google'],
  ['BACKLINK_SOURCES', 'serper'],
  ['MAGIC_SOURCES', 'google'],
  ['VENDOR_LIMITS', 'serper.perHour=3'],
  ['VENDOR_LIMITS', 'serper.perSecond=0'],
  ['VENDOR_URLS', 'serper=ftp://x'],
  ['BY_SEARCH_LIMITS', 'magic.queries=9'],
  ['BY_SEARCH_LIMITS', 'search.pages=5'],
  ['CACHE_HOURS', 'lunch=1'],
  ['SEARXNG_URL', 'searxng'],
  ['PRACTICE', 'maybe'],
])('%s=%s is refused at the start', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(ConfigError);
  expect(() => load({ [name]: value })).toThrow(name);
});
