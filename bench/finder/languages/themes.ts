// Puts a generated article or imprint into the markup of common themes. Few of them name the byline in a class, so that the words
// have to be understood.
import type { GeneratedArticle, GeneratedImprint, PageSet } from './page-set.ts';

type Theme = (set: PageSet, article: GeneratedArticle, headline: string) => string;

const THEMES: readonly Theme[] = [plain, blog, magazine, portal];

export function articleHtml(set: PageSet, article: GeneratedArticle, index: number): string {
  const headline = article.headline ?? set.headline;
  const theme = THEMES[index % THEMES.length] as Theme;
  return page(set, headline, '<meta property="og:type" content="article">', theme(set, article, headline));
}

export function imprintHtml(set: PageSet, { heading, html }: GeneratedImprint): string {
  return page(set, heading, '', `${menu(set)}<main><h1>${heading}</h1>${html}</main>${footer(set)}`);
}

function page({ language, site }: PageSet, title: string, head: string, body: string): string {
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title} – ${site}</title>
<meta property="og:site_name" content="${site}">${head}</head><body>${body}</body></html>`;
}

function plain({ text }: PageSet, { top = '', end = '' }: GeneratedArticle, headline: string): string {
  return `<article><h1>${headline}</h1>${top}<p>${text[0]}</p><p>${text[1]}</p>${end}</article>`;
}

/** With comments, as blogs have them. */
function blog(set: PageSet, { top = '', end = '' }: GeneratedArticle, headline: string): string {
  return `${menu(set)}<main><article class="hentry"><header><h1 class="entry-title">${headline}</h1>
<div class="entry-meta">${top}</div></header><div class="entry-content"><p>${set.text[0]}</p><p>${set.text[1]}</p></div>${end}</article>
<section id="comments" class="comments-area"><ol class="comment-list"><li class="comment"><div class="comment-author">${set.comment}</div>
<p>${set.text[1]}</p></li></ol></section></main>${footer(set)}`;
}

/** With a picture, and whose it is, above the byline. */
function magazine(set: PageSet, { top = '', end = '' }: GeneratedArticle, headline: string): string {
  return `${menu(set)}<div id="content"><h1>${headline}</h1><p class="teaser">${set.text[1]}</p>
<figure><img src="/a.jpg" alt=""><figcaption>${set.photoCredit}</figcaption></figure>${top}<p>${set.text[0]}</p>${end}</div>${footer(set)}`;
}

/** Without any helpful element, followed by links to other articles. */
function portal(set: PageSet, { top = '', end = '' }: GeneratedArticle, headline: string): string {
  return `${menu(set)}<div class="wrap"><div class="col"><h1>${headline}</h1><div>${top}</div><div>${set.text[0]}</div><div>${set.text[1]}</div>
<div>${end}</div></div><div class="related"><h3>${set.related}</h3><a href="/2">${set.headline} (2)</a><a href="/3">${set.headline} (3)</a></div></div>${footer(set)}`;
}

function menu({ site, menu: entries }: PageSet): string {
  const links = entries.map((entry, index) => `<li><a href="/m${index}">${entry}</a></li>`);
  return `<header><a href="/">${site}</a><nav><ul>${links.join('')}</ul></nav></header>`;
}

function footer({ site }: PageSet): string {
  return `<footer><p>© 2024 ${site}</p></footer>`;
}
