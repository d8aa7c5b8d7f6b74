// Measures the finder on generated pages in every supported language. They show which forms the rules understand, not how often
// those forms occur: figures for the web as it is come from the recorded pages.
import path from 'node:path';
import { findAuthors } from '../../../server/engine/authors/find-authors.ts';
import { flatten } from '../../../server/engine/authors/names/person-name.ts';
import { findAddresses } from '../../../server/engine/emails/find-addresses.ts';
import { readPage } from '../../../server/engine/pages/read-page.ts';
import { readPeople } from '../../../server/engine/people/read-people.ts';
import { roleOf } from '../../../server/engine/people/roles.ts';
import { checkBaseline } from '../baseline.ts';
import { type Counts, describeFigures, type Figures, figuresOf } from '../figures.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { japanese } from './ja.ts';
import { dutch } from './nl.ts';
import type { PageSet } from './page-set.ts';
import { polish } from './pl.ts';
import { portuguese } from './pt.ts';
import { russian } from './ru.ts';
import { articleHtml, imprintHtml } from './themes.ts';
import { chinese } from './zh.ts';

export const SETS: readonly PageSet[] = [
  ...[english, german, french, spanish, italian, portuguese],
  ...[dutch, polish, russian, japanese, chinese],
];

export type Measure = 'authors' | 'people' | 'addresses';

export interface GeneratedResult {
  /** For the reader of the figures: '12 <html of the byline>'. */
  page: string;
  measure: Measure;
  wanted: string[];
  found: string[];
}

const BASELINE = path.join(import.meta.dirname, 'baseline.json');
const TITLES: Record<Measure, string> = {
  authors: 'authors of articles (persons)',
  people: 'persons in imprints, with the right role',
  addresses: 'addresses in imprints',
};

function measureSet(set: PageSet): GeneratedResult[] {
  const articles = set.articles.map((article, index): GeneratedResult => {
    const facts = readPage(articleHtml(set, article, index), urlOf(set, `2024/05/tomato-balcony-article-${index}/`));
    const found = findAuthors(facts).map(({ name }) => name);
    const page = `${index} ${article.headline ?? ''}${article.top ?? ''}${article.end ?? ''}`;
    return { page, measure: 'authors', wanted: article.authors, found };
  });
  const imprints = set.imprints.flatMap((imprint, index): GeneratedResult[] => {
    const facts = readPage(imprintHtml(set, imprint), urlOf(set, `imprint-${index}/`));
    const page = `imprint ${index} ${imprint.html}`;
    const people = readPeople(facts, 'imprint').map(({ name, position }) => `${name}, ${roleOf(position)}`);
    const wanted = imprint.people.map(({ name, role }) => `${name}, ${role}`);
    const emails = findAddresses(facts).map(({ address }) => address);
    return [
      { page, measure: 'people', wanted, found: people },
      { page, measure: 'addresses', wanted: imprint.emails, found: emails },
    ];
  });
  return [...articles, ...imprints];
}

function urlOf({ language }: PageSet, rest: string): string {
  return `https://generated-${language}.test/${rest}`;
}

function isRight({ wanted, found }: GeneratedResult): boolean {
  return wanted.map(flatten).sort().join() === found.map(flatten).sort().join();
}

/** Every name or address counts. Each page stands for a site of its own. */
function countsOf(result: GeneratedResult): Counts {
  const wanted = new Set(result.wanted.map(flatten));
  const right = result.found.filter((one) => wanted.has(flatten(one))).length;
  const isEmpty = wanted.size === 0;
  const invented = isEmpty && result.found.length > 0 ? 1 : 0;
  const { page: site, found } = result;
  return { site, right, found: found.length, wanted: wanted.size, empty: isEmpty ? 1 : 0, invented };
}

/** Prints one table per measure, and compares with the baseline. */
export function compareGenerated({ isRecording, shows }: { isRecording: boolean; shows: boolean }): void {
  const results = new Map(SETS.map((set) => [set, measureSet(set)]));
  const figures: Record<string, Figures> = {};
  for (const measure of ['authors', 'people', 'addresses'] as const) {
    console.log(`\nGENERATED pages, not the web: ${TITLES[measure]}, with 95 % intervals`);
    for (const [{ language }, all] of results) {
      const counts = all.filter((one) => one.measure === measure).map(countsOf);
      console.log(`${language.padEnd(14)} ${String(counts.length).padStart(5)} pages  ${describeFigures(counts)}`);
      figures[`generated ${measure} (${language})`] = figuresOf(counts);
    }
  }
  for (const result of shows ? [...results.values()].flat() : []) {
    if (!isRight(result)) console.log(`${result.page}\n    wanted ${result.wanted}; found ${result.found}`);
  }
  const pages = SETS.reduce((sum, { articles, imprints }) => sum + articles.length + imprints.length, 0);
  checkBaseline(BASELINE, { pages, figures }, isRecording);
}
