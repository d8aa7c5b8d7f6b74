// Which of the addresses on a site's pages are the site's own, and whose they are.
import { describe, expect, test } from 'vitest';
import { splitName } from '../authors/names/split-name.ts';
import { readPage } from '../pages/read-page.ts';
import type { SitePageKind } from '../people/person.ts';
import { readAddresses } from './printed-addresses.ts';

const name = 'Ines Ortega';

/** The addresses of a site whose pages are given by kind; Ines Ortega works there. */
function read(pages: Partial<Record<SitePageKind, string>>) {
  const visited = Object.entries(pages).map(([kind, html]) => {
    const url = kind === 'home' ? 'https://bramblepost.com/' : `https://bramblepost.com/${kind}-page`;
    return { url, kind: kind as SitePageKind, facts: readPage(html, url) };
  });
  const visit = { domain: 'bramblepost.com', pages: visited, unreached: [], refused: [] };
  const evidence = visited.flatMap(({ url, facts: { blocks } }) => {
    const block = blocks.findIndex(({ text }) => text.includes(name));
    return block < 0 ? [] : { page: url, rule: 'card', snippet: name, block };
  });
  const { mailDomain, own } = readAddresses(visit, [{ name, ...splitName(name), evidence }], undefined);
  return { mailDomain, own: own.map(({ address, owner }) => (owner ? `${address} of ${owner}` : address)) };
}

const adobe = '<p>Write to support@adobe.com or legal@adobe.com.</p>';

test('an article that mentions a company does not move the site’s email there', () => {
  expect(read({ given: `<article>${adobe}</article>` })).toEqual({ mailDomain: 'bramblepost.com', own: [] });
  expect(read({ given: adobe, contact: '<form><input name="email"><textarea></textarea></form>' }).own).toEqual([]);
  expect(read({ given: adobe, home: `<article>${adobe}</article>` }).own).toEqual([]);
});

test('a site that states another domain receives email there', () => {
  const all = ['support@adobe.com', 'legal@adobe.com'];
  expect(read({ given: `<p>Words.</p><footer>${adobe}</footer>` })).toEqual({ mailDomain: 'adobe.com', own: all });
  expect(read({ home: `<main>${adobe}</main>` }).mailDomain).toBe('adobe.com');
  expect(read({ home: adobe, given: '<p>Thanks to max@bramblepost.com.</p>' })).toEqual({
    mailDomain: 'bramblepost.com',
    own: ['max@bramblepost.com'],
  });
});

describe.each(['contact', 'imprint'] as const)('the %s page may name a host or an agency', (kind) => {
  const host = '<p>Host: support@o2switch.fr - contact@o2switch.fr</p>';

  test('so its domain is not the site’s', () => {
    expect(read({ [kind]: host })).toEqual({ mailDomain: 'bramblepost.com', own: [] });
    const near = `<p>Editor: Ines Ortega</p>${host}<p>tech@o2switch.fr</p><p>max@o2switch.fr</p>`;
    expect(read({ [kind]: near })).toEqual({ mailDomain: 'bramblepost.com', own: [] });
  });

  test.each([
    ['the footer has it, too', { given: '<p>Words.</p><footer>contact@o2switch.fr</footer>' }],
    ['someone who works there has an address there', { about: '<p>Ines Ortega: ines@o2switch.fr</p>' }],
  ])('unless %s', (_, other) => {
    expect(read({ [kind]: host, ...other }).mailDomain).toBe('o2switch.fr');
  });

  test('or it has the site’s name', () => {
    expect(read({ [kind]: '<p>editor@bramblepost.fr, ads@bramblepost.fr</p>' }).mailDomain).toBe('bramblepost.fr');
  });
});

test('first names at that domain are recognized', () => {
  const home = '<main><p>info@brand.com</p><p>sales@brand.com</p></main>';
  expect(read({ home, about: '<p>ines@brand.com</p>' }).own).toContain('ines@brand.com of Ines Ortega');
  expect(read({ home: '<main>info@brand.com</main>', about: '<p>ines@brand.com</p>' }).own).toEqual([]);
});

const gmail = '<p>Mail foodlover@gmail.com.</p>';

test.each([
  ['the text of an article', { given: gmail }],
  ['comments', { given: `<div class="comments">${gmail}</div>`, contact: `<div id="comments">${gmail}</div>` }],
  ['comments behind a button', { about: `<div class="comments" hidden>${gmail.repeat(9)}</div>` }],
  ['a menu of teasers', { given: `<nav><div hidden>${gmail.repeat(9)}</div></nav>` }],
  ['posts on the home page', { home: `<article>${gmail}</article>` }],
  ['teasers', { contact: '<p>Words.</p>', home: `<div class="related-posts">${gmail}</div>` }],
])('an address at a public email service in %s is not the site’s', (_, pages) => {
  expect(read(pages).own).toEqual([]);
});

test.each([
  ['a contact page', { contact: `<article>${gmail}</article>` }],
  ['an imprint', { imprint: gmail }],
  ['a footer', { given: `<p>Words.</p><footer>${gmail}</footer>` }],
  ['a sidebar', { given: `<p>Words.</p><div class="sidebar">${gmail}</div>` }],
  ['a footer and a comment', { given: `<div class="comments">${gmail}</div><footer>${gmail}</footer>` }],
])('but in %s it is', (_, pages) => {
  expect(read(pages).own).toEqual(['foodlover@gmail.com']);
});

test('an address with the site’s name is the site’s, wherever it is printed', () => {
  const given = '<p>bramble.post.tips@gmail.com, editor@bramblepost.co.uk, ads@bramblepost.co.uk</p>';
  const own = ['bramble.post.tips@gmail.com', 'editor@bramblepost.co.uk', 'ads@bramblepost.co.uk'];
  expect(read({ given })).toEqual({ mailDomain: 'bramblepost.co.uk', own });
});

test('an author’s address counts wherever it is printed, except by readers', () => {
  expect(read({ given: '<p>Mail ines.ortega@gmail.com.</p>' }).own).toEqual(['ines.ortega@gmail.com of Ines Ortega']);
  expect(read({ given: '<p>Ines Ortega</p><p>ines@agency.com</p>' }).own).toEqual(['ines@agency.com of Ines Ortega']);
  expect(read({ given: '<p>Our contact is ines@agency.com.</p>' }).own).toEqual([]);
  expect(read({ given: '<div class="comments"><p>ines.ortega@gmail.com, kim@bramblepost.com</p></div>' }).own).toEqual([
    'kim@bramblepost.com',
  ]);
});

test('structured data says whose address it is', () => {
  const data = { '@type': 'Article', author: { '@type': 'Person', name: 'Ines Ortega', email: 'ines@agency.com' } };
  const given = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect(read({ given }).own).toEqual(['ines@agency.com of Ines Ortega']);
});
