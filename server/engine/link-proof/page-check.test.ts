import { expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import { checkPage } from './page-check.ts';

const url = 'https://blog.example.com/post';
const check = (html: string, more: { status?: number; robotsHeader?: string } = {}) =>
  checkPage({ url, status: 200, robotsHeader: '', ...more, facts: readPage(html, url) });

test('an ordinary article', () => {
  const html = `<html lang="de-AT"><head><title>A post</title>
    <link rel="canonical" href="${url}"><meta property="article:published_time" content="2026-03-04T08:00:00+01:00">
    <script type="application/ld+json">{"@type":"Article","dateModified":"2026-05-06","comment":{"@type":"Comment","datePublished":"2020-01-01"}}</script></head>
    <body><p>Ein Satz mit <a href="https://a.example/">einem</a>, <a href="//b.example/x" rel="sponsored noopener">zwei</a>
    und <a href="/inside">eigenen</a> Links. <a href="https://www.blog.example.com/">Start</a>
    <a href="mailto:a@b.example">Mail</a><span hidden><a href="https://c.example/">unseen</a></span></p></body></html>`;
  expect(check(html)).toEqual({
    ...{ url, status: 200, noindex: false, nofollow: false, canonical: null, language: 'de' },
    ...{ published: '2026-03-04', modified: '2026-05-06', outgoing: 2, sponsored: 1 },
    words: expect.any(Number),
    signals: [{ name: 'thin', fact: expect.any(String) }],
  });
});

test('a page that asks not to be listed, in its header or its head', () => {
  expect(check('<p>text</p>', { robotsHeader: 'noindex' })).toMatchObject({ noindex: true, nofollow: false });
  expect(check('<meta name="robots" content="none"><p>text</p>')).toMatchObject({ noindex: true, nofollow: true });
  expect(check('<p>text</p>', { robotsHeader: 'otherbot: noindex' })).toMatchObject({ noindex: false });
});

test('a copy names the original', () => {
  const html = '<link rel="canonical" href="https://original.example/post"><p>text</p>';
  expect(check(html)).toMatchObject({ canonical: 'https://original.example/post' });
});

test('dates that can’t be dates are ignored', () => {
  const of = (content: string) => check(`<meta property="article:published_time" content="${content}">`).published;
  expect(['yesterday', '2026-13-45', '0001-01-01', ' 2026-02-03 10:00'].map(of)).toEqual([
    null,
    null,
    null,
    '2026-02-03',
  ]);
});
