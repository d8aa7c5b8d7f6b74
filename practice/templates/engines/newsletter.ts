// A newsletter on a subscription platform: one writer, /p/ URLs, a big subscribe box, NewsArticle data.

import type { Page } from '../../data/types.ts';
import { type Html, html } from '../../forms/html.ts';
import { aboutText } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { articleScript, standingLd } from '../parts/json-ld.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesOf, longDate, signersOf, type View } from '../view.ts';

const style = (hue: number) => `
body{margin:0;font:19px/1.65 Spectral,Georgia,serif;color:#222;background:hsl(${hue},30%,97%)}a{color:inherit}
.topbar{display:flex;align-items:center;padding:14px 32px;border-bottom:1px solid #0001;background:#fff;font-family:Arial,sans-serif}.topbar a{text-decoration:none;font-weight:700}.topbar nav{margin-left:auto;font-size:15px;display:flex;gap:20px}
.pill{background:hsl(${hue},75%,45%);color:#fff;border:0;border-radius:8px;padding:12px 22px;font:600 16px Arial,sans-serif}
.welcome{text-align:center;padding:64px 20px;background:#fff}.welcome h1{font:800 44px Arial,sans-serif;margin:12px 0}.welcome img{border-radius:24px}
.subscribe{display:flex;max-width:420px;margin:26px auto;border:1px solid #ccc;border-radius:8px;overflow:hidden;background:#fff}.subscribe input{flex:1;border:0;padding:12px;font-size:16px}
.column{max-width:728px;margin:0 auto;padding:48px 24px}.post-title{font:800 40px/1.15 Arial,sans-serif;margin:0}.subtitle{font-size:21px;color:#777;margin:8px 0 20px}
.byline-wrapper{display:flex;gap:12px;align-items:center;font:14px Arial,sans-serif;border-bottom:1px solid #0001;padding-bottom:18px;margin-bottom:24px}.byline-wrapper img{border-radius:50%}.profile-hover-card-target a{text-transform:uppercase;text-decoration:none;font-weight:600}.meta-date{color:#777;text-transform:uppercase}
.available-content h2{font:700 26px Arial,sans-serif;margin-top:1.5em}.captioned-image-container img{width:100%;height:auto;border-radius:6px}
.post-preview{display:flex;gap:24px;padding:22px 0;border-bottom:1px solid #0001}.post-preview img{width:170px;height:auto;border-radius:8px}.post-preview-title{font:700 20px Arial,sans-serif;text-decoration:none}.post-preview p{margin:4px 0;color:#555;font-size:17px}
footer{padding:40px;text-align:center;font:13px Arial,sans-serif;color:#888}
`;

export function newsletter(view: View): Html {
  const { page, site } = view;
  const ld = page.kind === 'article' ? articleScript(view, 'NewsArticle') : standingLd(view);
  return html`<!DOCTYPE html>
<html lang="${site.language}">
${head(view, { style: style(site.hue), metaAuthor: true, title: page.kind === 'article' ? `${page.title} - by ${page.authors.map((one) => one.name).join(', ')}` : `${page.title} | ${site.title}`, ld })}
<body>
<div class="topbar"><a href="/">${site.title}</a><nav><a href="/archive">Archive</a><a href="/about">About</a></nav></div>
${mainOf(view)}
<footer><p>© 2026 ${site.people[0]?.name ?? site.title} ∙ Privacy ∙ Terms</p>${closingNote(view)}</footer>
</body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  const writer = site.people[0];
  switch (page.kind) {
    case 'article':
      return letter(view);
    case 'about':
      return html`<main class="column"><h1 class="post-title">About</h1>${aboutText(view)}<h2>Why subscribe?</h2><p>Every letter arrives in your inbox, and the archive stays open.</p>${writer !== undefined && html`<div class="publication-people"><div class="byline-wrapper"><img src="${facePath(writer)}" alt="${writer.name}" width="64" height="64"><div><a href="/about">${writer.name}</a><br>${writer.position}</div></div><p>${writer.bio}</p><p>${personEmail(view, writer)} ${socialLinks(writer, view.port)}</p></div>`}${siteEmails(view)}</main>`;
    case 'category':
      return html`<main class="column"><h1 class="post-title">Archive</h1>${articlesOf(view).map((one) => preview(view, one))}</main>`;
    default:
      return html`<div class="welcome">${writer !== undefined && html`<img src="${facePath(writer)}" alt="" width="110" height="110">`}<h1>${site.title}</h1><p>${site.tagline}. By ${writer?.name ?? site.title}</p>${subscribe()}${siteEmails(view)}</div><main class="column">${articlesOf(view).map((one) => preview(view, one))}</main>`;
  }
}

function letter(view: View): Html {
  const { page, site } = view;
  return html`<main class="column"><article class="newsletter-post post"><div class="post-header"><h1 class="post-title published">${page.title}</h1><h3 class="subtitle">${page.description}</h3>
<div class="byline-wrapper">${page.authors.map((one) => html`<img src="${facePath(one)}" alt="${one.name}'s avatar" width="36" height="36">`)}<div><div class="profile-hover-card-target">${signersOf(page).map((one) => html`<a href="/about">${one.name}</a>`)}</div><div class="meta-date">${longDate(page.published, site.language)}</div></div></div></div>
<div class="available-content"><div class="body markup"><div class="captioned-image-container"><img src="${coverPath(page)}" alt="" width="1200" height="630"></div>${articleText(view)}
<p>Reply to this letter and it reaches me. ${page.authors.map((one) => personEmail(view, one))}</p></div></div>
${subscribe()}</article></main>`;
}

const subscribe = () =>
  html`<form class="subscribe" action="#" method="post"><input type="email" placeholder="Type your email..." aria-label="Type your email"><button type="button" class="pill">Subscribe</button></form>`;

function preview(view: View, page: Page): Html {
  return html`<div class="post-preview"><img src="${coverPath(page)}" alt="" width="170" height="89"><div><a class="post-preview-title" href="${page.path}">${page.title}</a><p>${page.description}</p><small>${longDate(page.published, view.site.language)} • ${signersOf(
    page,
  )
    .map((one) => one.name)
    .join(', ')}</small></div></div>`;
}
