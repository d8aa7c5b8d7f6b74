// Who wrote this page: every rule speaks, the votes are counted, and the winners get their links and photo.
import type { PageFacts } from '../pages/page-facts.ts';
import type { Author, Candidate } from './author.ts';
import { linksOf } from './author-links.ts';
import { doubtLists } from './doubt-lists.ts';
import { type PageView, viewPage } from './page-view.ts';
import { authorsInBareLines } from './rule-bare.ts';
import { authorsDeclared } from './rule-declared.ts';
import { authorsInJsonLd } from './rule-json-ld.ts';
import { authorsInLinks } from './rule-link.ts';
import { authorsInMarked } from './rule-marked.ts';
import { authorsInMeta } from './rule-meta.ts';
import { authorsInScripts } from './rule-script.ts';
import { ownerOfSite } from './rule-site.ts';
import { authorsInText } from './rule-text.ts';
import { splitName } from './split-name.ts';
import { elect } from './vote.ts';

type Rule = (view: PageView) => Candidate[];

const RULES: readonly Rule[] = [
  authorsInJsonLd,
  authorsDeclared,
  authorsInMeta,
  authorsInMarked,
  authorsInText,
  authorsInLinks,
  authorsInScripts,
  authorsInBareLines,
  ownerOfSite,
];

/** The people who wrote the page, surest first; empty when none is sure enough. Never throws on any page. */
export function findAuthors(facts: PageFacts): Author[] {
  const view = viewPage(facts);
  return elect(candidatesOf(view)).map((one) => ({
    name: one.name,
    ...splitName(one.name),
    ...linksOf(view, one),
    confidence: Math.round(one.confidence * 100) / 100,
    evidence: one.votes.slice(0, 6).map(({ rule, snippet }) => ({ rule, snippet })),
  }));
}

/** Every rule's candidates before the count: for trying things by hand and for measuring a rule alone. */
export function findCandidates(facts: PageFacts): Candidate[] {
  return candidatesOf(viewPage(facts));
}

function candidatesOf(view: PageView): Candidate[] {
  return doubtLists(
    view,
    RULES.flatMap((rule) => rule(view)),
  );
}
