// A page like those of common blog themes, about 47 KB: head with structured data, menu, article, author box, comments, related
// posts, footer. Generated from a number, so that every run has the same bytes.

const PEOPLE = ['Jane Doe', 'Klaus Weber', 'Marta Kowalska', 'Ines Ortega', 'Anna Karlsson', 'Pieter de Vries'];
const WORDS =
  'coffee water grinder kettle filter morning roast bean cup fresh slow taste warm light dark aroma sweet scale minute paper'.split(
    ' ',
  );

export function articlePage(seed: number): string {
  const author = PEOPLE[seed % PEOPLE.length] as string;
  const slug = author.toLowerCase().replace(/ /g, '-');
  const title = `How to brew coffee number ${seed}`;
  const data = {
    '@type': 'BlogPosting',
    headline: title,
    author: { '@type': 'Person', name: author, url: `/author/${slug}/` },
  };
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} - Coffee Corner</title>
<meta name="description" content="${sentence(seed, 20)}"><meta property="og:type" content="article"><meta property="og:title" content="${title}">
<link rel="stylesheet" href="/theme.css"><script type="application/ld+json">${JSON.stringify(data)}</script>
<script>window.dataLayer=window.dataLayer||[];dataLayer.push({"pageType":"post","section":"brewing"});</script></head>
<body class="post-template single single-post"><header class="site-header"><nav class="main-navigation"><ul>${list(seed, 40, 'menu-item')}</ul></nav></header>
<main id="main"><article class="post type-post hentry"><header class="entry-header"><h1 class="entry-title">${title}</h1>
<div class="entry-meta"><span class="byline">By <a class="url fn" rel="author" href="/author/${slug}/">${author}</a></span></div></header>
<div class="entry-content">${paragraphs(seed, 60)}</div><div class="author-box"><h4 class="author-name">${author}</h4>
<p>${author} is a writer. Mail: <a href="mailto:${slug}@coffee-corner.com">write</a></p></div></article>
<section id="comments" class="comments-area"><ol class="comment-list">${comments(seed, 20)}</ol></section></main>
<aside class="widget-area"><ul>${list(seed + 7, 40, 'recent-post')}</ul></aside>
<footer class="site-footer"><ul>${list(seed + 3, 25, 'menu-item')}</ul><p>hello [at] coffee-corner.com</p></footer></body></html>`;
}

function sentence(seed: number, length: number): string {
  return Array.from({ length }, (_, index) => WORDS[(seed * 7 + index * index * 3 + index) % WORDS.length]).join(' ');
}

function paragraphs(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<p>${sentence(seed + index, 55)} <a href="/posts/${seed + index}">${sentence(index, 3)}</a> &amp; more.</p>\n`,
  ).join('');
}

function list(seed: number, count: number, name: string): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<li class="${name} ${name}-${index}"><a href="/${name}/${seed + index}">${sentence(seed + index, 4)}</a></li>\n`,
  ).join('');
}

function comments(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<li class="comment depth-1"><article class="comment-body"><b class="fn">${PEOPLE[(seed + index) % PEOPLE.length]}</b> says: ${sentence(seed + index, 25)}</article></li>\n`,
  ).join('');
}
