// A Ghost publication: gh- classes, an author list with pictures, Article data, author tags by name.

import type { Page } from '../../data/types.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import { wordsOf } from '../../prose/compose.ts';
import { aboutText, contactText, personCard } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { articleScript, standingLd } from '../parts/json-ld.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesBy, articlesOf, longDate, pagesOf, signersOf, type View } from '../view.ts';

const style = (hue: number) => `
figure{margin:0}body{margin:0;font:20px/1.6 Georgia,"Times New Roman",serif;color:#15171a;background:#fff}a{color:hsl(${hue},80%,40%)}
.gh-head{display:flex;gap:32px;align-items:center;padding:22px 5vw;font:500 16px Arial,sans-serif}.gh-head a{color:#15171a;text-decoration:none}.gh-head-logo{font:800 24px Arial,sans-serif;letter-spacing:-.02em}
.gh-head-actions{margin-left:auto}.gh-button{background:hsl(${hue},80%,40%);color:#fff!important;padding:9px 18px;border-radius:99px;text-decoration:none}
.gh-header{background:hsl(${hue},45%,22%);color:#fff;padding:90px 5vw;text-align:center}.gh-header h1{font:800 60px/1.05 Arial,sans-serif;margin:0;letter-spacing:-.03em}
.gh-feed{display:grid;grid-template-columns:repeat(3,1fr);gap:44px 36px;padding:56px 5vw}.gh-card img{width:100%;height:auto;border-radius:4px}.gh-card-title{font:700 22px/1.2 Arial,sans-serif;margin:12px 0 6px}.gh-card-title a{color:inherit;text-decoration:none}.gh-card-meta{font:14px Arial,sans-serif;color:#738a94}.gh-card-excerpt{font-size:17px;margin:0 0 8px}
.gh-article{max-width:740px;margin:0 auto;padding:50px 24px}.gh-article-tag{font:700 14px Arial,sans-serif;text-transform:uppercase;color:hsl(${hue},80%,40%);text-decoration:none}.gh-article-title{font:800 50px/1.08 Arial,sans-serif;letter-spacing:-.03em;margin:10px 0}.gh-article-excerpt{font-size:22px;color:#626d79}
.gh-article-meta{display:flex;gap:14px;align-items:center;font:15px Arial,sans-serif;margin:22px 0}.author-list{display:flex;list-style:none;padding:0;margin:0}.author-list img{width:52px;height:52px;border-radius:50%;border:2px solid #fff}.gh-article-meta h4{margin:0;font-size:16px}
.gh-article-image img{width:100%;height:auto}.gh-content h2{font:700 30px/1.2 Arial,sans-serif;margin-top:1.6em}
.footer-cta{background:#f6f8fa;padding:40px;text-align:center;font-family:Arial,sans-serif}.gh-foot{padding:40px 5vw;font:14px Arial,sans-serif;color:#738a94;border-top:1px solid #eee}
.person,.author-card{display:flex;gap:22px;margin:32px 0;font-size:18px}.person img,.author-card img{width:96px;height:96px;border-radius:50%;flex:none}.person h3{margin:0;font-family:Arial,sans-serif}.position{margin:0;color:#738a94}
@media(max-width:900px){.gh-feed{grid-template-columns:1fr}}
`;

export function ghost(view: View): Html {
  const { page, site } = view;
  const ld = page.kind === 'article' ? articleScript(view, 'Article') : standingLd(view);
  return html`<!DOCTYPE html>
<html lang="${site.language}">
${head(view, { style: style(site.hue), generator: 'Ghost 5.87', articleAuthor: 'name', twitterCreator: true, ld })}
<body class="${page.kind === 'article' ? 'post-template' : `${page.kind}-template`}">
<header class="gh-head"><a class="gh-head-logo" href="/">${site.title}</a>${(['about', 'contact'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<a href="${one.path}">${one.title}</a>`)}<div class="gh-head-actions"><a class="gh-button" href="#/portal/signup">Subscribe</a></div></header>
${mainOf(view)}
<footer class="gh-foot"><p>${site.title} © 2026. Powered by Ghost.</p>${closingNote(view)}</footer>
</body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  const plain = (body: Html) =>
    html`<main class="gh-article"><h1 class="gh-article-title">${page.title}</h1><div class="gh-content">${body}</div></main>`;
  switch (page.kind) {
    case 'article':
      return post(view);
    case 'author':
      return author(view);
    case 'about':
      return plain(html`${aboutText(view)}${site.people.map((one) => personCard(view, one))}${siteEmails(view)}`);
    case 'contact':
      return plain(contactText(view));
    default:
      return html`<div class="gh-header"><h1>${site.tagline}</h1></div><main class="gh-feed">${articlesOf(view).map((one) => card(view, one))}</main><div class="gh-article">${siteEmails(view)}</div>`;
  }
}

function post(view: View): Html {
  const { page, site } = view;
  const signers = signersOf(page);
  const names = signers.map(
    (one, index) =>
      html`${index > 0 && ', '}${one.href === null ? one.name : html`<a href="${one.href}">${one.name}</a>`}`,
  );
  return html`<main><article class="gh-article post"><header class="gh-article-header"><a class="gh-article-tag" href="/">${page.topic}</a><h1 class="gh-article-title">${page.title}</h1><p class="gh-article-excerpt">${page.description}</p>
<div class="gh-article-meta"><ul class="author-list">${signers.map((one) => one.person !== null && html`<li class="author-list-item"><a href="${one.href ?? '/'}" class="author-avatar"><img class="author-profile-image" src="${facePath(one.person)}" alt="${one.name}"></a></li>`)}</ul><div class="article-byline-content"><h4 class="author-name">${names}</h4><div class="byline-meta-content"><time class="byline-meta-date" datetime="${page.published}">${longDate(page.published, site.language)}</time> <span class="byline-reading-time">• ${Math.ceil(wordsOf(view.sections) / 220)} min read</span></div></div></div>
<figure class="gh-article-image"><img src="${coverPath(page)}" alt="" width="1200" height="630"></figure></header>
<section class="gh-content gh-canvas">${articleText(view)}</section>
${page.authors.map((one) => html`<div class="author-card"><img src="${facePath(one)}" alt="" width="96" height="96"><div><strong>${one.name}</strong><p>${one.bio} ${personEmail(view, one)}</p></div></div>`)}</article>
<section class="footer-cta"><h2>Sign up for ${site.title}</h2><p>One e-mail now and then. <input type="email" placeholder="jamie@example.com" aria-label="Your e-mail"></p></section></main>`;
}

function author(view: View): Html {
  const { person } = view.page;
  if (person === null) return nothing;
  return html`<main class="gh-article"><section class="author-card"><img class="gh-author-image" src="${facePath(person)}" alt="${person.name}" width="96" height="96"><div><h1 class="gh-article-title gh-author-name">${person.name}</h1><div class="gh-author-description">${person.bio}</div><p class="gh-author-meta">${person.position} · ${personEmail(view, person)} ${socialLinks(person, view.port)}</p></div></section></main><div class="gh-feed">${articlesBy(view, person).map((one) => card(view, one))}</div>`;
}

function card(view: View, page: Page): Html {
  const names = signersOf(page).map((one) => one.name);
  return html`<article class="gh-card post-card"><a href="${page.path}"><img src="${coverPath(page)}" alt="" width="1200" height="630"></a><h3 class="gh-card-title"><a href="${page.path}">${page.title}</a></h3><p class="gh-card-excerpt">${page.description}</p><footer class="gh-card-meta">${names.length > 0 && html`By <span class="gh-card-author">${names.join(', ')}</span> — `}<time datetime="${page.published}">${longDate(page.published, view.site.language)}</time></footer></article>`;
}
