// A static-site blog with microformats: h-entry, p-author h-card, dt-published, an Atom feed, little else.

import { type Html, html, nothing } from '../../forms/html.ts';
import { aboutText } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { ldScript, personLd } from '../parts/json-ld.ts';
import { facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesOf, signersOf, type View } from '../view.ts';

const style = (hue: number) => `
body{max-width:660px;margin:48px auto;padding:0 20px;font:17px/1.65 "Courier New",Courier,monospace;color:#222;background:#fdfcf9}
a{color:hsl(${hue},80%,34%)}header{display:flex;gap:20px;align-items:baseline;border-bottom:2px solid #222;padding-bottom:10px;margin-bottom:34px}header b{font-size:20px}header nav{margin-left:auto}
h1{font-size:28px;line-height:1.25;margin:0 0 6px}h2{font-size:19px;margin-top:1.9em}h2::before{content:"## ";color:hsl(${hue},60%,50%)}
.dates{color:#777;font-size:15px}ol.posts{list-style:none;padding:0}ol.posts li{display:flex;gap:18px;padding:9px 0;border-bottom:1px dotted #bbb}ol.posts time{color:#777;white-space:nowrap}
.h-card img{border-radius:6px;float:right;margin:0 0 12px 18px}footer{margin-top:60px;border-top:2px solid #222;padding-top:12px;font-size:14px;color:#666}
`;

export function minimal(view: View): Html {
  const { page, site } = view;
  const person = page.spots.find((spot) => spot.form === 'json-ld')?.owner;
  const ld = person ? ldScript({ '@context': 'http://schema.org', ...personLd(view, person) }) : nothing;
  return html`<!doctype html>
<html lang="en">
${head(view, { style: style(site.hue), generator: 'Jekyll v4.3.3', metaAuthor: true, ld })}
<body>
<header><b><a href="/">${site.title}</a></b><nav><a href="/about.html">about</a> <a href="/atom.xml">feed</a></nav></header>
${mainOf(view)}
<footer>${site.tagline}. ${closingNote(view)}</footer>
</body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  if (page.kind === 'article') return entry(view);
  if (page.kind === 'about') {
    const cards = site.people.map(
      (one) =>
        html`<div class="h-card"><img class="u-photo" src="${facePath(one)}" alt="" width="120" height="120"><p>Hello, I am <span class="p-name">${one.name}</span>, <span class="p-job-title">${one.position.toLowerCase()}</span>. <span class="p-note">${one.bio}</span></p><p>${personEmail(view, one)} ${socialLinks(one, view.port)}</p></div>`,
    );
    return html`<main><h1>About</h1>${cards}${aboutText(view)}${siteEmails(view)}</main>`;
  }
  return html`<main class="h-feed"><ol class="posts">${articlesOf(view).map((one) => html`<li><time datetime="${one.published}">${one.published}</time><a href="${one.path}">${one.title}</a></li>`)}</ol>${siteEmails(view)}</main>`;
}

function entry(view: View): Html {
  const { page } = view;
  const authors = signersOf(page).map(
    (one) => html`<a class="p-author h-card" rel="author" href="/about.html">${one.name}</a>`,
  );
  return html`<main><article class="h-entry"><h1 class="p-name">${page.title}</h1><p class="dates"><time class="dt-published" datetime="${page.published}">${page.published}</time>${authors.length > 0 && html` · ${authors}`}</p>
<div class="e-content">${articleText(view)}</div>
<p>${page.authors.map((one) => personEmail(view, one))}</p></article></main>`;
}
