import { expect, test } from 'vitest';
import { LANGUAGES } from './groups.ts';
import { SETS } from './languages/measure.ts';
import { articleHtml, imprintHtml } from './languages/themes.ts';

test('every supported language has at least 20 generated pages', () => {
  expect(SETS.map(({ language }) => language)).toEqual([...LANGUAGES]);
  for (const { articles, imprints } of SETS) expect(articles.length + imprints.length).toBeGreaterThanOrEqual(20);
});

test('what is to be found is on the page', () => {
  for (const set of SETS) {
    for (const [index, article] of set.articles.entries()) {
      const html = articleHtml(set, article, index).toLowerCase();
      for (const author of article.authors) expect(html).toContain(author.toLowerCase());
    }
    for (const imprint of set.imprints) {
      for (const { name } of imprint.people) expect(imprintHtml(set, imprint)).toContain(name);
    }
  }
});
