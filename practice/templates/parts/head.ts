// The head of a page, with the tags that such an engine writes.

import { type Html, html, nothing, raw } from '../../forms/html.ts';
import { addressOf, originOf, pageOf, signersOf, type View } from '../view.ts';
import { coverPath } from './pictures.ts';

export interface HeadOptions {
  style: string;
  generator?: string;
  title?: string;
  /** Which author tags this engine writes. */
  metaAuthor?: boolean;
  articleAuthor?: 'name' | 'address';
  twitterCreator?: boolean;
  relAuthor?: boolean;
  ld?: Html;
}

export function head(view: View, options: HeadOptions): Html {
  const { page, site, port } = view;
  const feed = pageOf(view, 'feed');
  const title =
    options.title ?? (page.kind === 'home' ? `${site.title} – ${site.tagline}` : `${page.title} – ${site.title}`);
  return html`<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${page.description}">
<link rel="canonical" href="${addressOf(page, port)}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${options.generator !== undefined && html`<meta name="generator" content="${options.generator}">\n`}${feed !== null && html`<link rel="alternate" type="application/rss+xml" title="${site.title}" href="${addressOf(feed, port)}">\n`}${openGraph(view)}${authorTags(view, options)}${options.ld ?? nothing}
<style>${raw(options.style)}</style>
</head>`;
}

function openGraph(view: View): Html {
  const { page, site, port } = view;
  const isArticle = page.kind === 'article';
  return html`<meta property="og:site_name" content="${site.title}">
<meta property="og:type" content="${isArticle ? 'article' : page.kind === 'author' ? 'profile' : 'website'}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${addressOf(page, port)}">
${
  isArticle &&
  html`<meta property="og:image" content="${originOf(site.host, port)}${coverPath(page)}">
<meta property="article:published_time" content="${page.published}T08:00:00+00:00">\n`
}<meta name="twitter:card" content="summary_large_image">
`;
}

// On guest posts the CMS account is in the head, as on real sites.
function authorTags(view: View, options: HeadOptions): Html {
  const { page, port } = view;
  if (page.recipe === null) return nothing;
  const signers = page.byline === 'guest' ? [{ name: 'admin', person: null, href: null }] : signersOf(page);
  const handle = signers[0]?.person?.twitter;
  return html`${signers.map((one) => {
    const profile = one.href === null ? one.name : `${originOf(view.site.host, port)}${one.href}`;
    return html`${options.metaAuthor === true && html`<meta name="author" content="${one.name}">\n`}${options.articleAuthor !== undefined && html`<meta property="article:author" content="${options.articleAuthor === 'address' ? profile : one.name}">\n`}${options.relAuthor === true && one.href !== null && html`<link rel="author" href="${one.href}">\n`}`;
  })}${options.twitterCreator === true && handle && html`<meta name="twitter:creator" content="@${handle}">\n`}`;
}
