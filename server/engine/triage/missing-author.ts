// An article without a named author. The author finder misses some names, so a missing result is not enough: the page must also have
// no trace of an author.
import { candidatesOf } from '../authors/find-authors.ts';
import { isArticleType, viewPage } from '../authors/page-view.ts';
import { readJsonLd } from '../pages/json-ld.ts';
import { MARK, type PageFacts } from '../pages/page-facts.ts';

/** How much must suggest an article (PageView.article). */
const ARTICLE = 0.6;
const AUTHOR_NAMES = ['author', 'article:author', 'dc.creator', 'byl', 'parsely-author', 'sailthru.author'];
const AUTHOR_MARKS = MARK.author | MARK.declared | MARK.box;

export function namesNoAuthor(facts: PageFacts): boolean {
  if (!saysArticle(facts) || hasTrace(facts)) return false;
  const view = viewPage(facts);
  return view.article >= ARTICLE && candidatesOf(view).length === 0;
}

/** Most pages without a trace of an author are not articles; the author rules, the most expensive part, need not run on them. */
function saysArticle({ meta, jsonLd }: PageFacts): boolean {
  if (meta.has('article:published_time') || meta.has('datepublished')) return true;
  if (meta.get('og:type')?.[0]?.toLowerCase().includes('article')) return true;
  return readJsonLd(jsonLd).nodes.some(({ types, path }) => path.length === 0 && types.some(isArticleType));
}

function hasTrace(facts: PageFacts): boolean {
  return (
    AUTHOR_NAMES.some((name) => facts.meta.has(name)) || facts.marked.some(({ marks }) => (marks & AUTHOR_MARKS) !== 0)
  );
}
