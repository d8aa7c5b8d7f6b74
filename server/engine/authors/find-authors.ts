// Finds who wrote a page: collects the votes of all rules, counts them, and adds links and photos to the winners.
import { detach } from '../pages/detach.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { Author, Candidate } from './author.ts';
import { linksOf } from './author-links.ts';
import { doubtAccounts } from './doubt-accounts.ts';
import { doubtLists } from './doubt-lists.ts';
import { splitName } from './names/split-name.ts';
import { type PageView, viewPage } from './page-view.ts';
import { authorsInBareLines } from './rules/bare.ts';
import { authorsDeclared } from './rules/declared.ts';
import { authorsInJsonLd } from './rules/json-ld.ts';
import { authorsInLinks } from './rules/link.ts';
import { authorsInMarked } from './rules/marked.ts';
import { authorsInMeta } from './rules/meta.ts';
import { authorsInScripts } from './rules/script.ts';
import { authorsInSignatures } from './rules/signature.ts';
import { ownerOfSite } from './rules/site.ts';
import { authorsInText } from './rules/text.ts';
import { type Elected, elect } from './vote.ts';

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
  authorsInSignatures,
  ownerOfSite,
];

/** The people who wrote the page, in the order they are named; empty when none is sure enough. Never throws on any page. */
export function findAuthors(facts: PageFacts): Author[] {
  const view = viewPage(facts);
  return elect(candidatesOf(view)).map((elected) => describe(view, elected));
}

function describe(view: PageView, elected: Elected): Author {
  const name = detach(elected.name);
  const { profiles, ...single } = linksOf(view, elected);
  const links = Object.entries(single).map(([key, link]) => [key, detach(link)]);
  return {
    name,
    ...splitName(name),
    ...Object.fromEntries(links),
    ...(profiles ? { profiles: profiles.map((one) => ({ ...one, url: detach(one.url) })) } : {}),
    confidence: Math.round(elected.confidence * 100) / 100,
    evidence: elected.votes.slice(0, 6).map(({ rule, snippet }) => ({ rule, snippet: detach(snippet) })),
  };
}

/** All claims about the authors of a page, before the vote. */
export function candidatesOf(view: PageView): Candidate[] {
  const candidates = RULES.flatMap((rule) => rule(view));
  return doubtAccounts(view, doubtLists(view, candidates));
}
