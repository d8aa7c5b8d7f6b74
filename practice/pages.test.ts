import { beforeAll, describe, expect, test } from 'vitest';
import { practiceForTests } from '../server/test/practice-web.ts';
import type { Page } from './data/types.ts';
import { addressOf } from './templates/view.ts';
import { type Anchor, anchorsOf, fetchPage, type Got } from './test-client.ts';

const practice = practiceForTests();
const drawn = new Map<Page, Got>();

/** Pages that must be good results for a keyword of the practice web. */
const pagesAbout = (topic: Page['topic']): Page[] =>
  practice.world.pages.filter((page) => page.topic === topic && page.recipe !== null && page.recipe.kind !== 'roundup');

beforeAll(async () => {
  for (const page of practice.world.pages) drawn.set(page, await fetchPage(addressOf(page, practice.port)));
}, 120_000);

const isSite = (address: string) => practice.world.siteByHost.has(new URL(address).hostname);

describe('every page', () => {
  test('answers 200 and says that it is made up', () => {
    for (const [page, got] of drawn) {
      expect(got.status, addressOf(page, practice.port)).toBe(200);
      if (page.kind !== 'feed') expect(got.text).toContain('This is the Zeus practice web');
    }
    expect(drawn.size).toBeGreaterThan(600);
  });

  test('links only to URLs that respond, all of them on this machine', async () => {
    const wanted = new Set<string>();
    for (const [page, got] of drawn) {
      const from = addressOf(page, practice.port);
      const pictures = [...got.text.matchAll(/\bsrc="([^"]+)"/g)].map((match) => match[1] ?? '');
      for (const target of [...anchorsOf(got.text).map((one) => one.href), ...pictures]) {
        if (/^(mailto:|javascript:|#)/.test(target)) continue;
        const url = new URL(target, from);
        expect(url.hostname, `${target} on ${from}`).toMatch(/\.localhost$/);
        wanted.add(url.href.replace(/#.*/, ''));
      }
    }
    for (const address of wanted) expect((await fetchPage(address)).status, address).toBe(200);
    expect(wanted.size).toBeGreaterThan(1_000);
  }, 120_000);

  test('has a title, a description and one h1 or equivalent', () => {
    for (const [page, got] of drawn) {
      if (page.kind === 'feed') continue;
      expect(got.text).toMatch(/<title>[^<]+<\/title>/);
      expect(got.text).toMatch(/<meta name="description" content="[^"]+">/);
    }
  });

  test('has no unfilled slot', () => {
    for (const [page, got] of drawn)
      expect(got.text, addressOf(page, practice.port)).not.toMatch(/\{(name|place|n|year|price|yards|who|s|a)\}/);
  });
});

test('every page of a site can be reached from its home page', () => {
  for (const site of practice.world.sites) {
    const byPath = new Map(site.pages.map((page) => [page.path, page]));
    const seen = new Set<string>(['/']);
    for (const path of seen) {
      const page = byPath.get(path);
      if (page === undefined) continue;
      const text = drawn.get(page)?.text ?? '';
      const links = [
        ...anchorsOf(text).map((one) => one.href),
        ...[...text.matchAll(/<link rel="alternate"[^>]* href="([^"]+)"/g)].map((match) => match[1] ?? ''),
      ];
      for (const link of links) {
        const url = URL.parse(link, addressOf(page, practice.port));
        if (url?.hostname === site.host) seen.add(decodeURI(url.pathname));
      }
    }
    for (const page of site.pages) expect(seen, `${site.name}${page.path}`).toContain(page.path);
  }
});

describe('links', () => {
  const key = (to: string, rel: string, text: string) => `${to} | ${rel} | ${text}`;

  test('are on the pages exactly as the truth says', () => {
    for (const [page, got] of drawn) {
      if (page.kind === 'feed') continue;
      const outside = anchorsOf(got.text).filter((one: Anchor) => one.href.startsWith('http') && isSite(one.href));
      const seen = outside.filter((one) => new URL(one.href).hostname !== page.site.host);
      const comments = page.links
        .filter((link) => link.place === 'comment')
        .map((link) => `${addressOf(link.to, practice.port)} external ${link.rel}`);
      const seenComments = seen.filter((one) => one.rel.startsWith('external')).map((one) => `${one.href} ${one.rel}`);
      expect(seenComments.sort()).toEqual(comments.sort());
      const others = seen
        .filter((one) => !one.rel.startsWith('external'))
        .map((one) => key(one.href, one.rel, one.text));
      const stated = page.links
        .filter((link) => link.place !== 'comment')
        .map((link) => key(addressOf(link.to, practice.port), link.rel, link.anchor));
      expect(others.sort(), addressOf(page, practice.port)).toEqual(stated.sort());
    }
  });

  test.each(['golf', 'hosting'] as const)('%s gives a rich campaign', (topic) => {
    const results = pagesAbout(topic);
    const words = { golf: ['best', 'golf', 'courses', 'america'], hosting: ['managed', 'wordpress', 'hosting'] }[topic];
    const matching = results.filter((page) =>
      words.every((word) => drawn.get(page)?.text.toLowerCase().includes(word)),
    );
    expect(matching.length).toBeGreaterThanOrEqual(30);
    expect(new Set(matching.map((page) => page.site)).size).toBeGreaterThanOrEqual(20);
    const linking = practice.world.links.filter((link) => link.rel === '' && matching.includes(link.to));
    expect(new Set(linking.map((link) => link.from.site)).size).toBeGreaterThanOrEqual(60);
  });

  test.each(['golf', 'hosting'] as const)('%s: sixty sites link even to the thirty best-linked results', (topic) => {
    const linking = (page: Page) =>
      practice.world.links.filter((link) => link.rel === '' && link.to === page).map((link) => link.from.site);
    const results = pagesAbout(topic)
      .map(linking)
      .sort((a, b) => b.length - a.length);
    expect(new Set(results.slice(0, 30).flat()).size).toBeGreaterThanOrEqual(60);
  });

  test('are of every kind', () => {
    const kinds = new Set(practice.world.links.map((link) => link.rel));
    expect([...kinds].sort()).toEqual(['', 'nofollow', 'sponsored', 'sponsored nofollow', 'ugc', 'ugc nofollow']);
  });
});

describe('authors', () => {
  test('are named on the pages they wrote, and no staff is named on pages without an author', () => {
    for (const page of practice.world.pages.filter((one) => one.recipe !== null)) {
      const text = drawn.get(page)?.text ?? '';
      for (const person of page.authors) expect(text, addressOf(page, practice.port)).toContain(person.name);
      const kinds = [...text.matchAll(/"author":(\{[^}]*\}|\[\])/g)].map((match) => match[1] ?? '');
      if (page.authors.length === 0 && page.kind === 'article') {
        for (const person of page.site.people) expect(kinds.join()).not.toContain(person.name);
      }
    }
  });

  test('are in the structured data of the engines that write it', () => {
    const pages = practice.world.pages.filter(
      (page) =>
        page.kind === 'article' &&
        page.byline === 'person' &&
        ['ghost', 'magazine', 'newsletter', 'blocks', 'corporate', 'platform'].includes(page.site.template),
    );
    for (const page of pages) {
      const script =
        /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(drawn.get(page)?.text ?? '')?.[1] ?? '{}';
      const data = JSON.parse(script.replace(',}', '}')) as { author: string | { name: string } | { name: string }[] };
      const [first] = [data.author].flat();
      expect(typeof first === 'string' ? first : first?.name).toBe(page.authors[0]?.name);
    }
    expect(pages.length).toBeGreaterThan(100);
  });
});
