import { describe, expect, test } from 'vitest';
import { languages } from '../../../../shared/search-place.ts';
import { backlinkQueries, magicQueries, siteQueries } from './query-forms.ts';

const texts = (url: string, title: string, most = 8) => backlinkQueries({ url, title }, most).map(({ text }) => text);

describe('questions for backlinks', () => {
  test('the printed address, the title without the site name, the site and the topic', () => {
    expect(texts('https://www.golf.example/guide/best/', 'Ten Courses You Must Play | Golf')).toEqual([
      '"golf.example/guide/best" -site:golf.example',
      '"Ten Courses You Must Play" -site:golf.example',
      '"golf.example" Ten Courses You Must Play -site:golf.example',
      'Ten Courses You Must Play -site:golf.example',
    ]);
  });

  test('a front page, and a page without a title', () => {
    expect(texts('https://golf-weekly.example/', '')).toEqual([
      '"golf-weekly.example" -site:golf-weekly.example',
      'golf weekly -site:golf-weekly.example',
    ]);
    expect(texts('https://golf.example/', 'Home')).not.toContain('"Home" -site:golf.example');
  });

  test.each([
    ['Ten Courses You Must Pl...', '"Ten Courses You Must"'],
    ['Golf News – Ten "Great" Courses of the North', '"Ten Great Courses of the North"'],
  ])('the title %s becomes the question %s', (title, asked) => {
    expect(texts('https://golf.example/a', title)).toContain(`${asked} -site:golf.example`);
  });

  test('a long or hostile title or address does not break a question', () => {
    const asked = texts(`https://golf.example/${'a'.repeat(900)}`, `${'word '.repeat(500)}" OR site:evil.example`);
    expect(asked.every((text) => text.length < 200)).toBe(true);
    for (const text of asked) expect(text.match(/"/g)?.length ?? 0).toBeLessThan(3);
  });

  test('addresses are quoted as pages print them, in letters of all scripts', () => {
    expect(texts('https://www.xn--mller-kva.de/%C3%BCber-uns/', 'Über uns und unsere Arbeit')).toEqual([
      '"müller.de/über-uns" -site:xn--mller-kva.de',
      '"Über uns und unsere Arbeit" -site:xn--mller-kva.de',
      '"müller.de" Über uns und unsere Arbeit -site:xn--mller-kva.de',
      'Über uns und unsere Arbeit -site:xn--mller-kva.de',
    ]);
    expect(texts('https://xn--mller-kva.de/', '')).toContain('müller -site:xn--mller-kva.de');
    const [among] = siteQueries({ url: 'https://xn--mller-kva.de/a', title: '' }, ['golf.example'], 1);
    expect(among?.text).toBe('müller.de (site:golf.example)');
  });

  test.each([
    ['/%E6%9D%B1%E4%BA%AC', '/東京'],
    ['/a%20b%22c', '/a%20b%22c'],
    ['/%E2%80%9Cquoted%E2%80%9D', '/%E2%80%9Cquoted%E2%80%9D'],
    ['/%FCber', '/%FCber'],
    ['/100%', '/100%'],
    ['/?q=%C3%A9t%C3%A9', '/?q=été'],
  ])('the path %s is printed as %s', (path, printed) => {
    expect(texts(`http://golf.example:8080${path}`, '')[0]).toBe(`"golf.example:8080${printed}" -site:golf.example`);
  });

  test('a subdomain of a shared host is a site of its own', () => {
    expect(texts('https://somebody.blogspot.com/a', '')[0]).toContain('-site:somebody.blogspot.com');
  });
});

describe('questions for Magic Search', () => {
  test('in English', () => {
    expect(magicQueries('golf courses', 'en', 8).map(({ text }) => text)).toEqual([
      ...['golf courses', 'golf courses blog', 'best golf courses', 'golf courses guide', 'golf courses tips'],
      ...['golf courses review', 'intitle:"golf courses"', '"golf courses"'],
    ]);
  });

  test('in every language, without duplicates, and no more than allowed', () => {
    for (const language of languages) {
      const asked = magicQueries('golf', language, 8).map(({ text }) => text);
      expect(new Set(asked).size).toBe(8);
      expect(asked.every((text) => text.includes('golf') && !text.includes('*'))).toBe(true);
    }
    expect(magicQueries('golf', 'de', 3)).toHaveLength(3);
  });

  test('a long keyword is not cut within a character', () => {
    const asked = magicQueries(`a${'𝐠'.repeat(100)}`, 'en', 8).map(({ text }) => text);
    expect(asked.filter((text) => !text.isWellFormed())).toEqual([]);
  });

  test('a keyword that is already a ranking is not asked twice; $ and quotes are taken literally', () => {
    const best = magicQueries('Best Golf Courses', 'en', 8).map(({ text }) => text);
    expect(best).not.toContain('best Best Golf Courses');
    const odd = magicQueries('golf $& "clubs"', 'en', 8).map(({ text }) => text);
    expect(odd).toContain('best golf $& "clubs"');
    expect(odd).toContain('intitle:"golf $& clubs"');
  });
});
