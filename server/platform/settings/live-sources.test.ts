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

test.each([
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
