// A page that names many writers in the same way is a list of articles, or has such a list next to its own article. Then a rule's
// findings count little, except right under the headline of a page that is itself an article.
import type { Candidate } from './author.ts';
import { readKoreanReporter } from './names/east-asian-names.ts';
import { flatten } from './names/person-name.ts';
import { isAtHeadline, type PageView } from './page-view.ts';

const MANY = 4;
/** On a page that doesn't look like an article, this many bylines are a list, even if they name one writer. */
const MANY_PLACES = 6;
const LITTLE = 0.35;
/** From this much on (PageView.article), a page is itself an article. */
const ARTICLE = 0.6;
/** A URL of one plain word (0.25 − 0.2) is not enough for a section: something else has to point to one too. */
const SECTION_BELOW = 0.04;
/** On a home or section page, names are in teasers. */
const SECTION = 0.12;
/** Between a headline and its byline are at most a subtitle and a date. */
const BESIDE = 3;

export function doubtLists(view: PageView, candidates: readonly Candidate[]): Candidate[] {
  if (view.article < SECTION_BELOW) return candidates.map((one) => ({ ...one, weight: one.weight * SECTION }));
  const byRule = Map.groupBy(
    candidates.filter(({ block }) => block !== undefined),
    ({ rule }) => rule,
  );
  const lists = new Set([...byRule].filter(([, found]) => isList(view, found)).map(([rule]) => rule));
  const reporters = new Set(candidates.filter((one) => isReporter(view, one)).map(({ name }) => name));
  return candidates.map((one) => {
    if (reporters.size > 1 && isReporter(view, one) && !isBeside(view, one))
      return { ...one, weight: one.weight * LITTLE };
    const isOwn = view.article >= ARTICLE && isAtHeadline(view, one.block);
    return isOwn || !lists.has(one.rule) ? one : { ...one, weight: one.weight * LITTLE };
  });
}

/** Whether these findings of a rule are a list. */
function isList({ article }: PageView, found: readonly Candidate[]): boolean {
  if (new Set(found.map(({ name }) => flatten(name))).size >= MANY) return true;
  return article < ARTICLE && new Set(found.map(({ block }) => block)).size >= MANY_PLACES;
}

/** '이영희 기자' is the usual Korean byline, and lists of other articles repeat it for each. They leave out the address. */
function isReporter(view: PageView, { block }: Candidate): boolean {
  const text = block === undefined ? '' : (view.facts.blocks[block]?.text ?? '');
  return readKoreanReporter(text) !== null && !text.includes('@');
}

function isBeside(view: PageView, { block }: Candidate): boolean {
  const { headline } = view.facts;
  return block !== undefined && headline >= 0 && block > headline && block <= headline + BESIDE;
}
