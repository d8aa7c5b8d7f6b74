// A MediaWiki site: no authors, a table of contents, external links in a list of sources with nofollow.

import { type Html, html, raw } from '../../forms/html.ts';
import { aboutText, contactText } from '../parts/about-pages.ts';
import { siteEmails } from '../parts/addresses.ts';
import { anchor, closingNote, paragraphs } from '../parts/body.ts';
import { addressOf, articlesOf, longDate, pagesOf, type View } from '../view.ts';

const STYLE = `
body{margin:0;font:15px/1.6 Arial,sans-serif;background:#f6f6f6;color:#202122}a{color:#36c;text-decoration:none}
#mw-panel{position:absolute;top:0;left:0;width:160px;padding:20px}#mw-panel b{display:block;font:28px/1.1 Georgia,serif;margin-bottom:20px}#mw-panel li{list-style:none;margin:6px 0}#mw-panel ul{padding:0;font-size:13px}
#content{margin-left:176px;background:#fff;border:1px solid #a7d7f9;padding:22px 32px;min-height:700px}h1{font:400 30px Georgia,serif;border-bottom:1px solid #a2a9b1;margin:0 0 4px;padding-bottom:4px}h2{font:400 23px Georgia,serif;border-bottom:1px solid #a2a9b1;margin-top:1.2em}
#toc ul{list-style:none;padding:0;margin:4px 0}#toc{display:inline-block;border:1px solid #a2a9b1;background:#f8f9fa;padding:8px 16px;font-size:14px;margin:8px 0}.infobox{float:right;width:240px;border:1px solid #a2a9b1;background:#f8f9fa;margin:0 0 14px 20px;font-size:13px;padding:8px}.infobox th{text-align:left;padding-right:10px}
#footer{margin-left:176px;padding:16px;font-size:12px;color:#555}.mw-editsection{font-size:13px}
`;

export function wiki(view: View): Html {
  const { page, site, port } = view;
  return html`<!DOCTYPE html>
<html class="client-nojs" lang="en" dir="ltr">
<head><meta charset="UTF-8"><title>${page.kind === 'home' ? site.title : `${page.title} - ${site.title}`}</title>
<meta name="generator" content="MediaWiki 1.42.1"><meta name="description" content="${page.description}"><link rel="canonical" href="${addressOf(page, port)}"><link rel="icon" href="/favicon.svg"><style>${raw(STYLE)}</style></head>
<body class="mediawiki ltr ns-0">
<div id="mw-panel"><b><a href="/">${site.title}</a></b><ul><li><a href="/">Main page</a></li>${(['about', 'contact'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<li><a href="${one.path}">${one.title}</a></li>`)}</ul></div>
<div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading">${page.kind === 'home' ? `Welcome to ${site.title}` : page.title}</h1><div id="siteSub">From ${site.title}, ${site.tagline.toLowerCase()}</div><div id="mw-content-text" class="mw-parser-output">${mainOf(view)}</div></div>
<div id="footer">This page was last edited on ${longDate(page.published, 'en')}. ${closingNote(view)}</div></body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  if (page.kind === 'about') return html`${aboutText(view)}${siteEmails(view)}`;
  if (page.kind === 'contact') return contactText(view);
  if (page.kind === 'entry') return entry(view);
  return html`<p><b>${site.title}</b> is ${site.tagline.toLowerCase()}, written by its readers.</p><h2>Articles</h2><ul>${articlesOf(view).map((one) => html`<li><a href="${encodeURI(one.path)}">${one.title}</a></li>`)}</ul>${siteEmails(view)}`;
}

// Links have their own heading here, so the sentences that would contain them are left out.
function entry(view: View): Html {
  const { page } = view;
  const sections = view.sections.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.map((text) => text.filter((one) => one.link === null)),
  }));
  const headings = sections.flatMap((one) => (one.heading === null ? [] : [one.heading]));
  const links = page.links.filter((link) => link.place === 'content');
  return html`<table class="infobox"><tbody><tr><th>Topic</th><td>${page.topic}</td></tr><tr><th>Since</th><td>${page.published.slice(0, 4)}</td></tr></tbody></table>
<div id="toc"><b>Contents</b><ul>${headings.map((one, index) => html`<li><a href="#s${index}">${one}</a></li>`)}</ul></div>
${sections.map((section) => html`${section.heading !== null && html`<h2 id="s${headings.indexOf(section.heading)}">${section.heading} <span class="mw-editsection">[edit]</span></h2>`}${paragraphs(view, section)}`)}
<h2>External links</h2><ul>${links.map((link) => html`<li>${anchor(view, link)} at ${link.to.site.title}</li>`)}</ul>`;
}
