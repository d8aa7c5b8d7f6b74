import { describe, expect, test } from 'vitest';
import { createSiteMatcher, toSite, toSitePattern } from './site-pattern.ts';

describe('toSitePattern', () => {
  test.each([
    ['example.com', 'example.com'],
    [' WWW.Example.com ', 'example.com'],
    ['https://blog.example.co.uk/a?b#c', 'example.co.uk'],
    ['http://example.com:8080/', 'example.com'],
    ['example.com.', 'example.com'],
    ['jane.blogspot.com', 'jane.blogspot.com'],
    ['https://jane.substack.com/p/1', 'jane.substack.com'],
    ['myblog.wordpress.com', 'myblog.wordpress.com'],
    ['*.blogspot.com', '*.blogspot.com'],
    ['*.de', '*.de'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
  ])('%s → %s', (text, pattern) => {
    expect(toSitePattern(text)).toBe(pattern);
  });

  test.each([
    '',
    '   ',
    'two words',
    'localhost',
    '*',
    '*.',
    '**.com',
    'a*.com',
    'ftp://example.com',
    'javascript:alert(1)',
    `${'a'.repeat(300)}.com`,
    '-a.com',
  ])('%j is no pattern', (text) => {
    expect(toSitePattern(text)).toBeNull();
  });
});

test('toSite folds www, subdomains, schemes and ports', () => {
  const same = ['example.com', 'www.example.com', 'https://a.b.example.com/x', 'http://example.com:81'];
  expect(new Set(same.map(toSite))).toEqual(new Set(['example.com']));
});

test('a matcher finds sites by domain and by what they are below', () => {
  const match = createSiteMatcher(['example.com', '*.blogspot.com', '*.gov.uk'].map((pattern) => ({ pattern })));
  expect(match('example.com')?.pattern).toBe('example.com');
  expect(match('jane.blogspot.com')?.pattern).toBe('*.blogspot.com');
  expect(match('blogspot.com')?.pattern).toBe('*.blogspot.com');
  expect(match('tax.service.gov.uk')?.pattern).toBe('*.gov.uk');
  expect(match('notexample.com')).toBeNull();
  expect(match('example.com.evil.org')).toBeNull();
});
