import { describe, expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import { findAuthors } from './find-authors.ts';

const URL_OF_PAGE = 'https://coffee.test/2024/03/how-to-brew-good-coffee/';
const find = (html: string, url = URL_OF_PAGE) => findAuthors(readPage(html, url));
const names = (html: string, url = URL_OF_PAGE) => find(html, url).map((author) => author.name);
const article = (head: string, body: string) =>
  `<html><head><title>How to brew good coffee</title><meta property="og:type" content="article">${head}</head><body>${body}<p>Long text of the article follows here.</p></body></html>`;
const json = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('systems', () => {
  test('WordPress with an SEO plugin: a graph with @id, twitter label, author box', () => {
    const [author] = find(
      article(
        json({
          '@graph': [
            { '@type': 'Article', headline: 'How to brew good coffee', author: { name: 'Jane Doe', '@id': '#p' } },
            { '@type': 'WebSite', name: 'Coffee Corner' },
            {
              '@type': 'Person',
              '@id': '#p',
              name: 'Jane Doe',
              image: { url: '/jane.jpg' },
              sameAs: ['https://www.linkedin.com/in/janedoe', 'https://twitter.com/janedoe'],
              url: 'https://coffee.test/author/jane/',
            },
          ],
        }).concat('<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Jane Doe">'),
        '<article><h1>How to brew good coffee</h1><div class="entry-meta"><span class="byline">By <a href="/author/jane/" rel="author">Jane Doe</a></span></div></article>',
      ),
    );
    expect(author).toMatchObject({
      name: 'Jane Doe',
      firstName: 'Jane',
      lastName: 'Doe',
      url: 'https://coffee.test/author/jane/',
    });
    expect(author?.confidence).toBeGreaterThan(0.95);
    expect(author?.evidence.map((one) => one.rule)).toContain('json-ld author');
  });

  test('takes social links and photo from the graph', () => {
    const [author] = find(
      article(
        json({
          '@type': 'BlogPosting',
          headline: 'How to brew good coffee',
          author: {
            '@type': 'Person',
            name: 'Jane Doe',
            image: { url: '/jane.jpg' },
            sameAs: ['https://www.linkedin.com/in/janedoe', 'https://x.com/janedoe'],
          },
        }),
        '<h1>How to brew good coffee</h1>',
      ),
    );
    expect(author).toMatchObject({
      profile: 'https://www.linkedin.com/in/janedoe',
      twitter: 'https://x.com/janedoe',
      photo: 'https://coffee.test/jane.jpg',
    });
  });

  test('Ghost: meta tags and an author card', () => {
    expect(
      names(
        article(
          '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Marta Kowalska">',
          '<h1>How to brew good coffee</h1><h4 class="gh-article-author-name"><a href="/author/marta/">Marta Kowalska</a></h4>',
        ),
      ),
    ).toEqual(['Marta Kowalska']);
  });

  test('newsletter platform: a profile link and a date', () => {
    expect(
      names(
        article(
          '<meta name="author" content="Art Lapin">',
          '<h1>How to brew good coffee</h1><div><a href="https://news.test/@artlapin">Art Lapin</a></div><div>Mar 03, 2024</div>',
        ),
      ),
    ).toEqual(['Art Lapin']);
  });

  test('microdata', () => {
    expect(
      names(
        article(
          '',
          '<div itemscope itemtype="https://schema.org/Article"><h1>How to brew good coffee</h1><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">Ines Ortega</span></span></div>',
        ),
      ),
    ).toEqual(['Ines Ortega']);
  });

  test('news site: several authors in one byline', () => {
    expect(
      names(
        article(
          '',
          '<h1>How to brew good coffee</h1><div class="byline">By <a href="/by/jane-doe">Jane Doe</a> and <a href="/by/john-smith">John Smith</a></div>',
        ),
      ),
    ).toEqual(['Jane Doe', 'John Smith']);
  });

  test.each([
    ['Von Klaus Weber', 'Klaus Weber'],
    ['Par Émilie Durand', 'Émilie Durand'],
    ['Por Lucía Fernández', 'Lucía Fernández'],
    ['Scritto da Marco Bianchi', 'Marco Bianchi'],
    ['Door Pieter de Vries', 'Pieter de Vries'],
    ['Autor: Jan Novák', 'Jan Novák'],
    ['Автор: Иван Петров', 'Иван Петров'],
    ['Skriven av Anna Karlsson', 'Anna Karlsson'],
    ['Posted on March 3, 2024 by Jane Doe', 'Jane Doe'],
  ])('hand-written page: %s', (line, name) => {
    expect(names(article('', `<h1>How to brew good coffee</h1><p>${line}</p>`))).toEqual([name]);
  });

  test.each([
    ['● Jane Doe ● March 3, 2024', 'Jane Doe'],
    ['By Jane Doe ● 4 min read', 'Jane Doe'],
    ['Redaktion: Jana Weber', 'Jana Weber'],
    ['ByJ.R. Stone | March 3, 2024', 'J.R. Stone'],
    ['By April Winter April 3, 2024', 'April Winter'],
    ['By June Fisher', 'June Fisher'],
    ['By Jane Doe @ Coffee Corner', 'Jane Doe'],
    ['By Jane Doe of Coffee Corner', 'Jane Doe'],
    ['By (Jane Doe)', 'Jane Doe'],
    ['By jdoe (Jane Doe)', 'Jane Doe'],
    ['Words by Jane Doe, photos by Max Weber', 'Jane Doe'],
    ['Photos: Max Weber | Text: Jane Doe', 'Jane Doe'],
    ['Text & Fotos: Jane Doe', 'Jane Doe'],
    ['By Jane Doe (text), Max Weber (photos)', 'Jane Doe'],
    ['By Jane Doe, translated by Max Weber', 'Jane Doe'],
    ['04.02.2024 | 13:10 Uhr | Jane Doe', 'Jane Doe'],
    ['Eine Kolumne von Jana Weber', 'Jana Weber'],
    ['Jane Doe in conversation with Max Weber', 'Jane Doe,Max Weber'],
  ])('byline: %s', (line, name) => {
    const html = article('', `<h1>How to brew good coffee</h1><p class="byline">${line}</p>`);
    expect(names(html).join()).toBe(name);
  });

  const text = `<p>${'A paragraph of the article. '.repeat(10)}</p>`.repeat(30);
  test.each([
    ['an author label', '<p>Author: Jane Doe</p>'],
    ['a credit in German', '<p>Erstellt von Jane Doe</p>'],
    ['a label on a line of its own', '<div>Von:</div><div>Jane Doe</div>'],
    ['a heading with a list', '<h3>Author(s)</h3><ul><li>Jane Doe</li><li>Senior Editor</li></ul>'],
    ['a box without a helpful class', '<h4>About the author</h4><div>Jane Doe</div>'],
    ['a signature with a position', '<p><em>Jane Doe</em></p><p>Staff writer</p>'],
  ])('at the end of the article: %s', (_, end) => {
    expect(names(article('', `<h1>How to brew good coffee</h1>${text}${end}`))).toEqual(['Jane Doe']);
  });

  test('several names under one heading', () => {
    const end = '<h3>Author(s)</h3><ul><li>Jane Doe</li><li>Max Weber</li></ul>';
    expect(names(article('', `<h1>How to brew good coffee</h1>${text}${end}`))).toEqual(['Jane Doe', 'Max Weber']);
  });

  test('an avatar and a name without "by"', () => {
    const card = '<div><img src="/avatars/7.png" alt=""><span>Jane Doe</span></div>';
    expect(names(article('', `<h1>How to brew good coffee</h1>${card}`))).toEqual(['Jane Doe']);
  });

  test('the meta author of a page that hardly looks like an article', () => {
    const page =
      '<html><head><title>Brewing</title><meta name="author" content="Jane Doe"></head><body><h1>Brewing</h1>';
    expect(names(`${page}<p>Text.</p></body></html>`, 'https://coffee.test/guides/brewing-at-home')).toEqual([
      'Jane Doe',
    ]);
  });

  test('an owner who named the business after herself', () => {
    const graph = json({ '@graph': [{ '@type': 'Organization', name: 'Jane Doe' }] });
    const body = '<h1>How to brew good coffee</h1><p class="byline">By Jane Doe</p>';
    expect(names(article(graph, body))).toEqual(['Jane Doe']);
  });

  test('a byline in what the theme calls a menu, right above the headline', () => {
    const body =
      '<main><div class="menu"><div class="author">von Jana Weber</div></div><h1>How to brew good coffee</h1></main>';
    expect(names(article('', body))).toEqual(['Jana Weber']);
  });

  test('a post with its number in the query', () => {
    const html = article('', '<h1>How to brew good coffee</h1><p>Author: Jane Doe</p>');
    expect(names(html, 'https://coffee.test/?p=3163')).toEqual(['Jane Doe']);
  });

  test('the byline is right, not the account that published the page', () => {
    const data = json({ '@type': 'Article', headline: 'How to brew good coffee', author: { name: 'Max Weber' } });
    const head = `${data}<meta name="author" content="Max Weber">`;
    expect(names(article(head, '<h1>How to brew good coffee</h1><p class="byline">By Jane Doe</p>'))).toEqual([
      'Jane Doe',
    ]);
  });

  test('author box under the article', () => {
    expect(
      names(
        article(
          '',
          '<h1>How to brew good coffee</h1><p>Text.</p><div class="author-box"><h4 class="author-name">Jane Doe</h4><p>Jane Doe is a freelance writer from Graz.</p></div>',
        ),
      ),
    ).toEqual(['Jane Doe']);
  });
});

describe('no author', () => {
  test.each([
    ['an account name', '<meta name="author" content="admin">'],
    ['a team', '<meta name="author" content="Editorial Team">'],
    ['the site', '<meta property="og:site_name" content="Coffee Corner"><meta name="author" content="Coffee Corner">'],
    ['a handle', '<meta name="twitter:creator" content="@coffeecorner">'],
    ['an address', '<meta property="article:author" content="https://facebook.com/coffee">'],
    [
      'an organisation',
      json({
        '@type': 'Article',
        headline: 'How to brew good coffee',
        author: { '@type': 'Organization', name: 'Coffee Corner' },
      }),
    ],
  ])('%s is not an author', (_, head) => {
    expect(names(article(head, '<h1>How to brew good coffee</h1>'))).toEqual([]);
  });

  test('reviewers of a product are not its authors', () => {
    const product = json({
      '@type': 'Product',
      name: 'Kettle',
      review: [{ '@type': 'Review', author: { '@type': 'Person', name: 'Jane Doe' } }],
    });
    expect(
      names(
        `<html><head><title>Kettle</title><meta property="og:type" content="product">${product}</head><body><h1>Kettle</h1><div class="reviews"><span class="review-author">Jane Doe</span></div></body></html>`,
        'https://shop.test/kettle',
      ),
    ).toEqual([]);
  });

  test.each([
    ['a role', 'By Contributing Editor'],
    ['a label', 'By Difficulty Moderate'],
    ['a credential', 'By Staff RN'],
    ['a date', 'By June 3, 2024'],
    ['a translator', 'Übersetzung: Jane Doe'],
    ['a photographer', 'Photos by Jane Doe'],
    ['a possessive', "By Jane's Kitchen"],
    ['a work of somebody else', 'Nothing is found in The Perfect Kettle by Jane Doe'],
  ])('%s is not an author', (_, line) => {
    expect(names(article('', `<h1>How to brew good coffee</h1><p>${line}</p>`))).toEqual([]);
  });

  test.each([
    ['a testimonial', '<div class="testimonial-card"><p>Great!</p><span class="author">Jane Doe</span></div>'],
    ['a tutor', '<div class="tutor-card"><h3 class="author-name">Jane Doe</h3><p>Writer</p></div>'],
    ['the author of a book', '<div class="product-info"><span class="book-author">Jane Doe</span></div>'],
    ['a menu label', '<ul><li><a href="/about/corporate-partnerships">Corporate Partnerships</a></li></ul>'],
    [
      'a person in the text',
      `<p>We asked <a href="/profile/jane-doe">Jane Doe</a> ${'about the water. '.repeat(9)}</p>`,
    ],
  ])('%s is not the author of a service page', (_, body) => {
    const page = `<html><head><title>Coffee lessons</title></head><body><h1>Coffee lessons</h1>${body}</body></html>`;
    expect(names(page, 'https://coffee.test/services/lessons')).toEqual([]);
  });

  test('the owner of a site did not write its list of articles', () => {
    const teaser = '<article><h2><a href="/x">Story</a></h2><p>Words.</p></article>';
    const page = (body: string) =>
      `<html><head><title>Brewing - Jane Doe</title><meta property="og:site_name" content="Jane Doe"></head><body><a href="/">Jane Doe</a><h1>Brewing</h1>${body}<footer>© 2024 Jane Doe</footer></body></html>`;
    const url = 'https://janedoe.test/stories/brewing-all-of-them';
    expect(names(page('<p>Words.</p>'), url)).toEqual(['Jane Doe']);
    expect(names(page(teaser.repeat(5)), url)).toEqual([]);
  });

  test('commenters are not authors', () => {
    expect(
      names(
        article(
          '',
          '<h1>How to brew good coffee</h1><ol class="comment-list"><li><span class="comment-author">Jane Doe</span> says: nice</li></ol>',
        ),
      ),
    ).toEqual([]);
  });

  test('a list of articles has no author', () => {
    const card = (name: string) =>
      `<article><h2><a href="/x">Story</a></h2><span class="byline">By ${name}</span></article>`;
    const cards = ['Jane Doe', 'John Smith', 'Anna Karlsson', 'Max Weber', 'Marta Kowalska'].map(card).join('');
    expect(
      names(`<html><head><title>News</title></head><body><h1>News</h1>${cards}</body></html>`, 'https://news.test/'),
    ).toEqual([]);
  });

  test.each(['https://coffee.test/', 'https://coffee.test/author/jane-doe/', 'https://coffee.test/our-team/'])(
    '%s is not an article',
    (url) => {
      const body =
        '<h1>Jane Doe</h1><div class="author-box"><h4 class="author-name">Jane Doe</h4><a rel="author" href="/author/jane-doe/">Jane Doe</a></div>';
      expect(names(`<html><head><title>Coffee</title></head><body>${body}</body></html>`, url)).toEqual([]);
    },
  );

  test('a URL of one word does not make a section', () => {
    const body = '<h1>Буквы</h1><p class="byline">By Надежда Озерова</p><p>A short page about letters.</p>';
    const head = '<title>Буквы</title><meta name="author" content="Надежда Озерова">';
    expect(names(`<html><head>${head}</head><body>${body}</body></html>`, 'https://letters.test/cyrillic')).toEqual([
      'Надежда Озерова',
    ]);
  });

  test('empty and broken pages', () => {
    expect(names('')).toEqual([]);
    expect(names('<<<<>><a<b class="author">')).toEqual([]);
  });
});
