import { describe, expect, test } from 'vitest';
import { AREA, LIMITS, MARK } from './page-facts.ts';
import { readPage } from './read-page.ts';

const read = (html: string) => readPage(html, 'https://site.test/posts/one');

describe('readPage', () => {
  test('keeps title, language, meta, canonical, feeds and icons', () => {
    const facts = read(`<html lang="de"><head><title>Ein &amp; Titel</title><meta property="og:type" content="article">
      <meta name="Author" content="Jane"><link rel="canonical" href="/posts/one"><link rel="icon" href="/i.png" sizes="32x32">
      <link rel="alternate" type="application/rss+xml" href="/feed" title="Feed"></head><body><h1>Ein Titel</h1></body></html>`);
    expect(facts).toMatchObject({ title: 'Ein & Titel', lang: 'de', canonical: 'https://site.test/posts/one' });
    expect(facts.meta.get('author')).toEqual(['Jane']);
    expect(facts.feeds[0]).toEqual({ href: '/feed', type: 'application/rss+xml', title: 'Feed' });
    expect(facts.icons[0]?.sizes).toBe('32x32');
  });

  test('uses the first base with an href', () => {
    const base = (html: string) => read(html).base;
    expect(base('<base target="_blank"><base href="/one/"><base href="/two/"><base>')).toBe('https://site.test/one/');
    expect(base('<base href="javascript:x"><base href="/two/">')).toBe('https://site.test/posts/one');
  });

  test('makes one block of a line, whatever inline tags it has', () => {
    const facts = read('<p>One <b>two</b>\n three</p><div>four<br>five</div>');
    expect(facts.blocks.map((block) => block.text)).toEqual(['One two three', 'four', 'five']);
  });

  test('distinguishes links in running text from links in menus', () => {
    const facts =
      read(`<nav><a href="/a">Start</a></nav><p>A longer sentence that holds <a href="/b" rel="nofollow">a link</a> inside.</p>
      <ul><li><a href="/c">Only a link</a></li></ul>`);
    expect(facts.links.map((link) => [link.href, link.text, link.rel, link.inContent])).toEqual([
      ['/a', 'Start', '', false],
      ['/b', 'a link', 'nofollow', true],
      ['/c', 'Only a link', '', false],
    ]);
  });

  test('keeps the links of image maps', () => {
    const facts = read('<map><area href="/a" alt="Clubs" rel="nofollow"><area alt="No link"><area href="/b"></map>');
    expect(facts.links.map(({ href, title, rel }) => [href, title, rel])).toEqual([
      ['/a', 'Clubs', 'nofollow'],
      ['/b', '', ''],
    ]);
  });

  test('reads declarative shadow roots, which browsers show, and no other templates', () => {
    const inside = (attributes: string) =>
      read(`<my-card><template ${attributes}><p>See <a href="/guide">the guide</a></p></template></my-card>`);
    for (const shown of ['shadowrootmode="open"', 'ShadowRootMode=CLOSED']) {
      expect(inside(shown).blocks).toMatchObject([{ text: 'See the guide', links: [0] }]);
      expect((inside(shown).links[0]?.area ?? 0) & AREA.hidden).toBe(0);
    }
    for (const kept of ['', 'shadowrootmode', 'shadowroot="open"']) expect(inside(kept).blocks).toEqual([]);
    expect(read('<ul><template shadowrootmode="open">no</template></ul>').blocks).toEqual([]);
    expect(read('<template><template shadowrootmode="open">no</template></template>').blocks).toEqual([]);
  });

  test.each(['shadowrootmode="open"', ''])(
    'styles in a template %s hide nothing of the page around it',
    (attributes) => {
      const style = `<div><template ${attributes}><style>.content{display:none}</style></template></div>`;
      expect(read(`${style}<p class="content">seen</p>`).blocks).toMatchObject([{ text: 'seen' }]);
    },
  );

  test('leaves hidden text out and records how much was hidden together', () => {
    const facts = read(
      '<style>.gone{display:none}</style><p>seen</p><p style="display: none">trap</p><p class="gone">other</p><p hidden>more</p>',
    );
    expect(facts.blocks.map((block) => block.text)).toEqual(['seen']);
    expect(facts.hiddenElements.map((element) => element.characters)).toEqual([4, 5, 4]);
  });

  test('a style sheet applies to what follows it, even for a class seen before', () => {
    const facts = read('<p class="q">one</p><style>.q{display:none}</style><p class="q">two</p><p id="q">three</p>');
    expect(facts.blocks.map((block) => block.text)).toEqual(['one', 'three']);
  });

  test('does not confuse values of similar length and letters', () => {
    const names = [
      'plain-words-x',
      'autho-words-x',
      'author-word-x',
      'byline-word-x',
      'plain-words-x',
      'author-word-x',
    ];
    const facts = read(names.map((name, index) => `<p class="${name}">${index}</p>`).join(''));
    expect(facts.marked.map((marked) => marked.text)).toEqual(['2', '3', '5']);
  });

  test('a rule inside @media hides nothing', () => {
    expect(
      read('<style>@media print{.x{display:none}} .y{color:red}</style><p class="x">seen</p>').blocks,
    ).toHaveLength(1);
  });

  test('reverses text with a bidi override', () => {
    const facts = read(
      '<style>.r{unicode-bidi:bidi-override;direction:rtl}</style><p>Mail: <span class="r">ed.tset@ofni</span></p>',
    );
    expect(facts.blocks[0]?.text).toBe('Mail: info@test.de');
  });

  test('recognizes comments, asides and footers by their classes', () => {
    const facts = read(
      '<article><p>text</p></article><div id="comments"><p>nice</p></div><footer><p>imprint</p></footer>',
    );
    const areas = facts.blocks.map((block) => block.area);
    expect(areas[0]).toBe(AREA.article);
    expect(areas[1]).toBe(AREA.comments);
    expect(areas[2]).toBe(AREA.footer);
  });

  test.each([
    ['comment-list', AREA.comments],
    ['comments-count', 0],
    ['commentary', 0],
    ['postRelated', AREA.related],
    ['more-from-us', AREA.related],
    ['side_bar', AREA.aside],
    ['article-footer', 0],
    ['main-nav2', AREA.nav],
    ['navy-blue', 0],
    ['tab__content', AREA.panel],
    ['hljs language-js', AREA.code],
    ['language-js', AREA.code],
    ['languageSelector', 0],
    ['language_menu', AREA.nav],
    ['honeypot', AREA.trap],
  ])('knows what a class of "%s" opens', (name, area) => {
    expect(read(`<div class="${name}"><p>text</p></div>`).blocks[0]?.area).toBe(area);
  });

  test.each([
    ['r13', 'mail'],
    ['js-rot-13', 'mail'],
    ['r134', 'znvy'],
    ['r', 'znvy'],
  ])('with the class "%s", "znvy" reads %s', (name, text) => {
    expect(read(`<p class="${name}">znvy</p>`).blocks[0]?.text).toBe(text);
  });

  test('what contains the headline is content even when its class says menu', () => {
    const facts = read('<div class="menu"><h1>The page</h1><p class="byline">By Jane Doe</p></div>');
    expect(facts.blocks.map((block) => block.area)).toEqual([0, 0]);
  });

  test('captures elements marked as author, with links, images and properties', () => {
    const facts = read(`<div itemprop="author" itemscope itemtype="https://schema.org/Person" class="postAuthor">
      <img src="/j.jpg" alt="Jane"><a itemprop="url" href="/author/jane"><span itemprop="name">Jane Doe</span></a></div>`);
    const [marked] = facts.marked;
    expect(marked?.marks).toBe(MARK.author | MARK.declared | MARK.person);
    expect(marked?.props).toEqual({ url: '/author/jane', name: 'Jane Doe' });
    expect(marked?.text).toBe('Jane Doe');
    expect(facts.images[marked?.images[0] ?? -1]?.src).toBe('/j.jpg');
  });

  test('a style sheet seen before hides the same, and nothing on pages without it', () => {
    const sheet = '<style>.met{display:none} #before{visibility:hidden}</style>';
    const body = '<p>seen</p><p class="met">one</p><p id="before">two</p>';
    const shown = (html: string) => read(html).blocks.map(({ text }) => text);
    for (let time = 0; time < 3; time++) {
      expect(shown(sheet + body)).toEqual(['seen']);
      expect(shown(body)).toEqual(['seen', 'one', 'two']);
    }
  });

  test('prefers the h1 that matches the title', () => {
    const facts = read('<title>How to brew coffee - Site</title><h1>Site of coffee</h1><h1>How to brew coffee</h1>');
    expect(facts.blocks[facts.headline]?.text).toBe('How to brew coffee');
  });

  test('a site name in the first h1 is not the headline', () => {
    const facts = read(
      '<title>How to brew coffee - Walking Ninety</title><h1>Walking Ninety</h1><h1>How to brew coffee</h1>',
    );
    expect(facts.blocks[facts.headline]?.text).toBe('How to brew coffee');
  });

  test('stays within its limits on hostile pages', () => {
    const deep = read(`${'<div class="author">'.repeat(50_000)}x`);
    expect(deep.marked.length).toBeLessThanOrEqual(LIMITS.depth);
    const links = read('<a href="/x">y</a> '.repeat(LIMITS.links + 500));
    expect(links.links).toHaveLength(LIMITS.links);
    expect(links.cut).toBe(true);
    expect(read('<a href="/x">y</a> '.repeat(LIMITS.links)).cut).toBe(false);
    expect(read(`${'<div>'.repeat(LIMITS.depth + 1)}<a href="/x">y</a>`).cut).toBe(true);
    const long = read('<p>word '.repeat(600_000));
    expect(long.cut).toBe(true);
  });
});
