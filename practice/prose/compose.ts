// Writes an article from a page's recipe: sections of paragraphs, with the page's links in sentences. The same page always
// gives the same words.

import { type Dice, diceFor } from '../data/random.ts';
import type { Language, Link, Page, Topic } from '../data/types.ts';
import { CITATIONS, ROUNDUP_SENTENCES, SPONSOR_SENTENCES } from './citations.ts';
import { crossoversFrom } from './crossovers.ts';
import { COFFEE } from './topics/coffee.ts';
import { ENERGY } from './topics/energy.ts';
import { FINANCE } from './topics/finance.ts';
import { FRENCH_COFFEE } from './topics/french-coffee.ts';
import { GERMAN_GOLF } from './topics/german-golf.ts';
import { GOLF } from './topics/golf.ts';
import { HIKING } from './topics/hiking.ts';
import { HOSTING } from './topics/hosting.ts';
import { SPANISH_HOSTING } from './topics/spanish-hosting.ts';
import type { Aspect, Subject, TopicProse } from './topics/topic-prose.ts';

/** A sentence, with its link if it has one: `before`, the anchor, `after`. */
export interface Sentence {
  before: string;
  link: Link | null;
  after: string;
}

export interface Section {
  heading: string | null;
  paragraphs: Sentence[][];
}

const ENGLISH: Record<Topic, TopicProse> = {
  golf: GOLF,
  hosting: HOSTING,
  coffee: COFFEE,
  hiking: HIKING,
  energy: ENERGY,
  finance: FINANCE,
};

export function proseFor(topic: Topic, language: Language): TopicProse {
  if (language === 'de') return GERMAN_GOLF;
  if (language === 'es') return SPANISH_HOSTING;
  if (language === 'fr') return FRENCH_COFFEE;
  return ENGLISH[topic];
}

/** The sections of an article page; an empty list for a page without a recipe. */
export function composeArticle(page: Page): Section[] {
  if (page.recipe === null) return [];
  const dice = diceFor('article', page.site.name, page.path);
  const sections = bodyOf(page, dice);
  weaveLinks(page, sections, dice);
  return sections;
}

function bodyOf(page: Page, dice: Dice): Section[] {
  const recipe = page.recipe;
  if (recipe === null) return [];
  const prose = proseFor(recipe.about, page.site.language);
  const fill = filler(prose, dice);
  const [first, ...others] = dice.draw(prose.aspects, prose.aspects.length);
  if (first === undefined) return [];
  const start = opening(prose, dice, fill, first);
  if (recipe.kind === 'roundup') return [start, { heading: null, paragraphs: [] }];
  if (recipe.kind === 'crossover') return crossoverBody(page, dice, fill);
  const ranked = recipe.kind === 'ranking' ? rankingSections(prose, dice, recipe.sections) : [];
  const reviewed = recipe.kind === 'review' ? [reviewSection(page, prose, dice)] : [];
  const aspects = others.slice(0, recipe.kind === 'ranking' ? 3 : recipe.sections);
  const plain = aspects.map((aspect) => ({
    heading: aspect.heading,
    paragraphs: paragraphsOf(aspect.sentences, dice, fill),
  }));
  const end = { heading: null, paragraphs: [[said(fill(dice.pick(prose.closings)))]] };
  return [start, ...reviewed, ...ranked, ...plain, end];
}

type Fill = (text: string, subject?: Subject) => string;

function filler(prose: TopicProse, dice: Dice): Fill {
  const usual = dice.pick(prose.subjects);
  return (text, subject = usual) =>
    capital(
      text
        .replaceAll('{name}', subject.name)
        .replaceAll('{place}', subject.place)
        .replaceAll('{n}', String(120 + dice.below(480)))
        .replaceAll('{year}', String(2012 + dice.below(12)))
        .replaceAll('{price}', String(24 + dice.below(66)))
        .replaceAll('{yards}', String(128 + dice.below(84))),
    );
}

function opening(prose: TopicProse, dice: Dice, fill: Fill, aspect: Aspect): Section {
  const first = said(fill(dice.pick(prose.openings)));
  const more = dice.draw(aspect.sentences, 3).map((text) => said(fill(text)));
  return { heading: null, paragraphs: [[first], more] };
}

function rankingSections(prose: TopicProse, dice: Dice, count: number): Section[] {
  return dice.draw(prose.subjects, count).map((subject, index) => {
    const fill = filler(prose, dice);
    const texts = dice.draw(prose.entries, 5).map((text) => said(fill(text, subject)));
    return { heading: `${index + 1}. ${capital(subject.name)}, ${subject.place}`, paragraphs: [texts] };
  });
}

function reviewSection(page: Page, prose: TopicProse, dice: Dice): Section {
  const subject =
    prose.subjects.find((one) => page.title.toLowerCase().includes(one.name.toLowerCase())) ??
    dice.pick(prose.subjects);
  const fill = filler(prose, dice);
  const texts = dice.draw(prose.entries, 6).map((text) => said(fill(text, subject)));
  return { heading: capital(subject.name), paragraphs: [texts.slice(0, 3), texts.slice(3)] };
}

function crossoverBody(page: Page, dice: Dice, fill: Fill): Section[] {
  const own = proseFor(page.site.topic, page.site.language);
  const all = crossoversFrom(page.site.topic, page.topic);
  const piece = all.find((one) => one.titles.includes(page.title));
  const ownFill = filler(own, dice);
  const aspect = dice.pick(own.aspects);
  if (piece === undefined) return [opening(own, dice, ownFill, aspect)];
  return [
    {
      heading: null,
      paragraphs: [[said(fill(piece.opening))], piece.middle.slice(0, 2).map((text) => said(fill(text)))],
    },
    { heading: null, paragraphs: [piece.middle.slice(2).map((text) => said(fill(text)))] },
    { heading: aspect.heading, paragraphs: paragraphsOf(aspect.sentences, dice, ownFill) },
    { heading: null, paragraphs: [[said(ownFill(dice.pick(own.closings)))]] },
  ];
}

function paragraphsOf(sentences: readonly string[], dice: Dice, fill: Fill): Sentence[][] {
  const texts = dice.draw(sentences, 6).map((text) => said(fill(text)));
  return texts.length > 3 ? [texts.slice(0, 3), texts.slice(3)] : [texts];
}

// Sponsored links are in a separate paragraph near the end; all others join the paragraphs in turn.
function weaveLinks(page: Page, sections: Section[], dice: Dice): void {
  const inContent = page.links.filter((link) => link.place === 'content');
  const sponsored = inContent.filter((link) => link.rel.startsWith('sponsored'));
  const cited = inContent.filter((link) => !link.rel.startsWith('sponsored'));
  if (page.recipe?.kind === 'roundup') {
    const list = sections[1]?.paragraphs;
    const lines = dice.draw(ROUNDUP_SENTENCES[page.site.language], cited.length);
    cited.forEach((link, index) => {
      list?.push([carry(link, lines[index] ?? dice.pick(ROUNDUP_SENTENCES[page.site.language]))]);
    });
  } else {
    const forms = dice.draw(CITATIONS[page.site.language], cited.length);
    const places = sections.flatMap((section) => section.paragraphs).filter((paragraph) => paragraph.length > 1);
    cited.forEach((link, index) => {
      const form = forms[index] ?? dice.pick(CITATIONS[page.site.language]);
      places[(index * 2 + 1) % Math.max(1, places.length)]?.push(carry(link, form));
    });
  }
  for (const link of sponsored) sections.at(-1)?.paragraphs.push([carry(link, dice.pick(SPONSOR_SENTENCES))]);
}

function carry(link: Link, form: string): Sentence {
  const [before = '', after = ''] = form.replaceAll('{s}', link.to.site.title).split('{a}');
  return { before, link, after };
}

const said = (text: string): Sentence => ({ before: text, link: null, after: '' });

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How many words a reader counts in the body. */
export function wordsOf(sections: Section[]): number {
  const text = sections.flatMap((section) => [section.heading ?? '', ...section.paragraphs.flat().map(sentenceText)]);
  return text.join(' ').split(/\s+/).filter(Boolean).length;
}

const sentenceText = (one: Sentence) => `${one.before}${one.link?.anchor ?? ''}${one.after}`;
