import { expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import { findAuthors } from './find-authors.ts';

const url = 'https://tea.example/best-kettles-of-the-year';

interface Parts {
  head?: string;
  box?: string;
  footer?: string;
  at?: string;
}

function profilesOf({ head = '', box = '', footer = '', at = url }: Parts): [string, string][] {
  const html = `<html><head><title>Best kettles</title>${head}</head><body><article><h1>Best kettles of the year</h1>
    <p class="byline">By Jane Doe</p><p>${'Water boils here. '.repeat(20)}</p>
    <p class="share"><a href="https://twitter.com/intent/tweet?text=x">Tweet</a>
      <a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a></p>
    <div class="author-box"><h4>Jane Doe</h4><p>Jane boils water.</p>${box}</div></article>
    <footer>${footer}</footer></body></html>`;
  const [author] = findAuthors(readPage(html, at));
  expect(author?.name).toBe('Jane Doe');
  return (author?.profiles ?? []).map((one) => {
    expect(one.page).toBe(at);
    return [one.url, one.rule];
  });
}

const urlsOf = (parts: Parts) => profilesOf(parts).map(([one]) => one);
const person = (fields: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'BlogPosting', headline: 'Best kettles', author: { '@type': 'Person', name: 'Jane Doe', ...fields } })}</script>`;

test('the author box names them; share buttons are none', () => {
  const box =
    '<a href="https://www.linkedin.com/in/jane-doe/">in</a><a href="https://x.com/kettlejane"></a><a href="https://bsky.app/profile/jane.example"></a><a href="https://x.com/second"></a>';
  expect(urlsOf({ box })).toEqual([
    'https://www.linkedin.com/in/jane-doe',
    'https://x.com/kettlejane',
    'https://bsky.app/profile/jane.example',
  ]);
  expect(urlsOf({})).toEqual([]);
});

test('sameAs names them, on any server of the fediverse', () => {
  const sameAs = [
    'https://jane.example/@jane',
    'https://github.com/janedoe',
    'https://tea.example',
    'javascript:alert(1)',
  ];
  expect(profilesOf({ head: person({ sameAs }) })).toEqual([
    ['https://jane.example/@jane', 'json-ld author'],
    ['https://github.com/janedoe', 'json-ld author'],
  ]);
});

test('the accounts of the site are not the author’s, unless they carry the name', () => {
  const accounts = '<a href="https://x.com/teatimes">X</a><a href="https://www.instagram.com/janedoe">I</a>';
  expect(urlsOf({ box: accounts, footer: accounts })).toEqual(['https://www.instagram.com/janedoe']);
  expect(
    urlsOf({ box: '<a href="https://x.com/teatimes">X</a>', head: '<meta name="twitter:site" content="@TeaTimes">' }),
  ).toEqual([]);
  const organization =
    '<script type="application/ld+json">{"@type":"Organization","name":"Tea","sameAs":["https://twitter.com/teatimes"]}</script>';
  expect(urlsOf({ box: '<a href="https://x.com/teatimes">X</a>', head: organization })).toEqual([]);
});

test('rel=me counts on a personal site, or with the author’s name', () => {
  const footer =
    '<a rel="me" href="https://mastodon.social/@kettles">M</a><a rel="me" href="https://github.com/jane-doe">G</a>';
  expect(profilesOf({ footer })).toEqual([['https://github.com/jane-doe', 'rel=me']]);
  expect(urlsOf({ footer, at: 'https://janedoe.example/best-kettles-of-the-year' })).toEqual([
    'https://mastodon.social/@kettles',
    'https://github.com/jane-doe',
  ]);
});
