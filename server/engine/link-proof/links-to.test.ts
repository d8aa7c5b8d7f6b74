import { describe, expect, test } from 'vitest';
import { targetOf } from '../backlinks/by-search/link-target.ts';
import { readPage } from '../pages/read-page.ts';
import { linksToDomain, linksToKeys } from './links-to.ts';
import { sentenceAround } from './sentence-around.ts';

const target = 'https://example.org/guide';
const page = (body: string, nofollow = false) => ({
  facts: readPage(`<title>A post</title><body><h1>A post about golf</h1>${body}`, 'https://blog.example.com/post'),
  nofollow,
});
const find = (body: string, nofollow = false) => {
  const { domain, keys } = targetOf(target, null);
  return linksToKeys(linksToDomain(page(body, nofollow), domain), keys);
};
const findTo = (to: string, href: string) => {
  const { domain, keys } = targetOf(to, null);
  return linksToKeys(linksToDomain(page(`<p>${words} <a href="${href}">here</a></p>`), domain), keys);
};
const link = (more = '', text = 'the guide') => `<a href="${target}" ${more}>${text}</a>`;
const words = 'Some words of an ordinary article that somebody wrote for people who read it.';

describe('follow', () => {
  test.each([
    ['', false, 'dofollow'],
    ['rel="noopener noreferrer"', false, 'dofollow'],
    ['rel="NoFollow noopener"', false, 'nofollow'],
    ['rel="nofollow ugc"', false, 'ugc'],
    ['rel="nofollow,sponsored"', false, 'sponsored'],
    ['', true, 'nofollow'],
    ['rel="sponsored"', true, 'sponsored'],
  ])('%s on a page that is nofollow: %s is %s', (rel, nofollow, follow) => {
    expect(find(`<p>${words} ${link(rel)}</p>`, nofollow)).toMatchObject([{ follow }]);
  });
});

describe('place', () => {
  test.each([
    ['content', (inside: string) => `<article><p>${words} ${inside}</p></article>`],
    ['navigation', (inside: string) => `<nav><ul><li>${inside}</li></ul></nav>`],
    ['footer', (inside: string) => `<footer><p>${inside}</p></footer>`],
    ['sidebar', (inside: string) => `<aside><p>${inside}</p></aside>`],
    ['comments', (inside: string) => `<section id="comments"><p>Nice post! ${inside}</p></section>`],
    ['hidden', (inside: string) => `<div style="display:none"><p>${inside}</p></div>`],
  ])('%s', (place, around) => {
    expect(find(around(link()))).toMatchObject([{ place }]);
  });
});

test('the best of several links comes first', () => {
  const found = find(
    `<nav>${link('', 'Menu')}</nav><p>${words} ${link('rel="nofollow"', 'paid')}</p><p>${words} ${link('', 'honest')}</p>
     <div hidden>${link('', 'unseen')}</div>`,
  );
  expect(found.map(({ anchor, place }) => `${anchor} (${place})`)).toEqual([
    'honest (content)',
    'Menu (navigation)',
    'paid (content)',
    ' (hidden)',
  ]);
});

test.each(['http://www.example.org/guide/', '//example.org/guide?utm_source=x#part', 'HTTPS://EXAMPLE.ORG/guide'])(
  'finds the link spelled %s',
  (href) => {
    expect(find(`<p>${words} <a href="${href}">here</a></p>`)).toHaveLength(1);
  },
);

test.each([
  ['https://xn--e1afmkfd.xn--p1ai/guide', 'https://пример.рф/guide'],
  ['https://xn--e1afmkfd.xn--p1ai/guide', 'http://www.Пример.рф/guide/'],
  ['https://пример.рф/guide', 'https://XN--e1afmkfd.xn--p1ai/guide'],
  ['https://müller.de/guide', 'https://www.MÜLLER.de/guide'],
  ['https://例え.jp/guide', 'https://%E4%BE%8B%E3%81%88.jp/guide'],
  ['https://example.org/%D0%B3%D0%B8%D0%B4', 'https://example.org/%d0%b3%d0%b8%d0%b4/'],
  ['https://example.org/гид', 'https://example.org/%d0%b3%d0%b8%d0%b4/'],
  ['https://example.org/g%E9ant', 'https://example.org/g%e9ant'],
  ['https://example.org/a%2Fb?q=C%2B%2B', 'https://example.org/a%2fb?q=C%2b%2b'],
  ['https://example.org/?q=a=b', 'https://example.org/?q=a=b&utm_source=x'],
  ['https://example.org/?q=a%3D&b', 'https://example.org/?q=a=&b='],
  ['https://example.org/Guide_(golf)', 'https://example.org/Guide_%28golf%29'],
  ['https://example.org/~bob', 'https://example.org/%7Ebob'],
  ['https://example.org/?q=a%20guide', 'https://example.org/?q=a+guide'],
  ['https://example.org/?q=a%20guide', 'https://example.org/?q=a%20guide&utm_source=x'],
  ['https://example.org/?to=/guide&a[]=1', 'https://example.org/?to=/guide&a[]=1&utm_source=x'],
  ['https://example.org/?guide', 'https://example.org/?guide&utm_source=x'],
])('finds the link to %s spelled %s', (to, href) => {
  expect(findTo(to, href)).toHaveLength(1);
});

test.each([
  ['https://example.org/a/b', 'https://example.org/a%2Fb'],
  ['https://example.org/a?b', 'https://example.org/a%3Fb'],
  ['https://example.org/?a=1&b=2', 'https://example.org/?a=1%26b=2'],
  ['https://example.org/?q=a%2Bb', 'https://example.org/?q=a+b'],
  ['https://example.org/?q=%E9', 'https://example.org/?q=%E8'],
  ['https://example.org/100%25', 'https://example.org/100'],
])('knows %s from %s', (to, href) => {
  expect(findTo(to, href)).toEqual([]);
});

test.each([
  'https://example.org/other',
  'https://example.org.evil.example/guide',
  'https://evil.example/?u=https://example.org/guide',
  'javascript:open("https://example.org/guide")',
])('does not mistake %s for it', (href) => {
  expect(find(`<p>${words} <a href='${href}'>here</a></p>`)).toEqual([]);
});

test('quotes the sentence around the link', () => {
  const [found] = find(`<p>First sentence. We liked ${link()} most of all! Then another one.</p>`);
  expect(found).toMatchObject({ anchor: 'the guide', sentence: 'We liked the guide most of all!' });
});

describe('sentenceAround', () => {
  test('is empty if there is nothing but the link', () => {
    expect(sentenceAround('the guide', 'the guide')).toBe('');
    expect(sentenceAround('Something else.', 'the guide')).toBe('');
    expect(sentenceAround('Text.', '')).toBe('');
  });

  test('cuts a long one on both sides', () => {
    const long = `${'before '.repeat(100)}the guide${' after'.repeat(100)}`;
    const sentence = sentenceAround(long, 'the guide');
    expect(sentence).toMatch(/^…(?:\w+ )+the guide(?: \w+)+…$/);
    expect(sentence.length).toBeLessThanOrEqual(302);
  });

  test('knows the marks of Chinese and Japanese', () => {
    expect(sentenceAround('最初の文。これはガイドです。最後。', 'ガイド')).toBe('これはガイドです。');
  });
});
