// What a page says about itself when it is opened: whether search engines may list it, where it belongs, when it was written,
// and how many links it gives away.
import type { PageCheck } from '../../../shared/link-check.ts';
import { languageOf } from '../index/crawl/language.ts';
import { countWordsIn } from '../pages/count-words.ts';
import { directivesOf } from '../pages/fetching/robots-directives.ts';
import { readJsonLd } from '../pages/json-ld.ts';
import { AREA, NOT_CONTENT, type PageFacts } from '../pages/page-facts.ts';
import { toPageUrl } from '../pages/page-url.ts';
import { outgoingLinks } from '../triage/outgoing.ts';
import { pageSignalsOf } from '../triage/page-signals.ts';

export interface VisitedPage {
  url: string;
  status: number;
  /** X-Robots-Tag. */
  robotsHeader: string;
  facts: PageFacts;
}

/** How much of the text is enough to recognize its language. */
const sampleCharacters = 4_000;

export function checkPage({ url, status, robotsHeader, facts }: VisitedPage): PageCheck {
  const outgoing = outgoingLinks(facts);
  return {
    ...{ url, status },
    ...directivesOf(facts, robotsHeader === '' ? undefined : robotsHeader),
    canonical: otherCanonical(facts),
    language: languageOf(facts.lang, sampleOf(facts)),
    ...datesOf(facts),
    words: countWordsIn(facts.blocks),
    outgoing: outgoing.length,
    sponsored: outgoing.filter(({ rel }) => rel.split(/[\s,]+/).includes('sponsored')).length,
    signals: pageSignalsOf({ status, facts, outgoing }),
  };
}

function otherCanonical(facts: PageFacts): string | null {
  const canonical = facts.canonical === '' ? null : toPageUrl(facts.canonical, facts.base);
  return canonical === toPageUrl(facts.url) ? null : canonical;
}

function sampleOf(facts: PageFacts): string {
  let text = '';
  for (const block of facts.blocks) {
    if (block.area & (NOT_CONTENT | AREA.hidden)) continue;
    text += `${block.text} `;
    if (text.length > sampleCharacters) break;
  }
  return text;
}

const publishedNames = ['article:published_time', 'datepublished', 'date', 'dc.date', 'dcterms.created', 'pubdate'];
const modifiedNames = ['article:modified_time', 'datemodified', 'og:updated_time', 'last-modified', 'dcterms.modified'];

function datesOf(facts: PageFacts): Pick<PageCheck, 'published' | 'modified'> {
  // Dates further inside belong to comments and related articles.
  const nodes = readJsonLd(facts.jsonLd).nodes.flatMap(({ node, path }) => (path.length === 0 ? [node] : []));
  const stated = (names: readonly string[], property: string) =>
    firstDay([...names.flatMap((name) => facts.meta.get(name) ?? []), ...nodes.map((node) => node[property])]);
  return { published: stated(publishedNames, 'datePublished'), modified: stated(modifiedNames, 'dateModified') };
}

/** The first value that is a date of the web's lifetime. */
function firstDay(values: readonly unknown[]): string | null {
  for (const value of values) {
    const [, day] = (typeof value === 'string' && /^\s*((?:199\d|20\d\d)-\d\d-\d\d)/.exec(value)) || [];
    if (day && !Number.isNaN(Date.parse(day))) return day;
  }
  return null;
}
