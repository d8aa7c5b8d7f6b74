// A WordPress site with a block theme: wp-block classes, Rank Math style data, author tags by address.

import type { Page, Person } from '../../data/types.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import { aboutText, contactForm, contactText, personCard } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote, commentsOf } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { articleScript, standingLd } from '../parts/json-ld.ts';
import { wordpressNoise } from '../parts/noise.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesBy, articlesOf, BY, joinNames, longDate, pageOf, pagesOf, signersOf, type View } from '../view.ts';

const style = (hue: number) => `
:root{--tint:hsl(${hue},70%,94%);--ink:hsl(${hue},35%,16%);--pop:hsl(${hue},75%,42%)}
figure{margin:0}body{margin:0;background:#fff;color:var(--ink);font:19px/1.7 "Segoe UI",Arial,sans-serif}a{color:var(--pop)}
.wp-site-blocks>header{display:flex;align-items:center;gap:32px;padding:26px 6vw;background:var(--tint)}
.wp-block-site-title{font-weight:800;font-size:26px;margin:0;letter-spacing:-.02em}.wp-block-site-title a{color:inherit;text-decoration:none}
.wp-block-navigation{margin-left:auto;display:flex;gap:22px;font-size:16px}.wp-block-navigation a{color:var(--ink);text-decoration:none}
main{max-width:760px;margin:0 auto;padding:48px 24px}h1{font-size:46px;line-height:1.1;letter-spacing:-.03em;margin:0 0 18px}
.hero{background:var(--tint);margin:-48px -200px 40px;padding:70px 200px}.hero p{font-size:21px}
.wp-block-group.meta{display:flex;gap:14px;align-items:center;font-size:16px;color:#667;margin-bottom:26px}.meta img{border-radius:50%}
.wp-block-post-featured-image img{width:100%;height:auto;border-radius:18px}
.wp-block-query{display:grid;grid-template-columns:1fr 1fr;gap:32px;max-width:1080px;margin:0 -130px}.card{border-radius:16px;overflow:hidden;background:var(--tint)}.card img{width:100%;height:auto;display:block}.card div{padding:18px 22px}.card h2{font-size:21px;line-height:1.25;margin:0}.card a{color:inherit;text-decoration:none}
.wp-block-post-author,.person{display:flex;gap:18px;border-top:3px solid var(--pop);padding-top:22px;margin-top:40px}.wp-block-post-author img,.person img{width:84px;height:84px;border-radius:16px;flex:none}.person h3{margin:0}.position{margin:0;color:#667}
.wp-block-comments{margin-top:44px;font-size:17px}.wp-block-comment-template{list-style:none;padding:0}.wp-block-comment-template li{background:#f6f6f6;border-radius:12px;padding:14px 20px;margin:12px 0}
footer.wp-block-template-part{background:var(--ink);color:#fff;padding:36px 6vw;font-size:15px}footer a{color:#fff}
label{display:block;margin:12px 0}input,textarea{width:100%;padding:12px;border:2px solid var(--tint);border-radius:10px;box-sizing:border-box;font:inherit}button{background:var(--pop);color:#fff;border:0;border-radius:99px;padding:13px 26px;font:inherit}
@media(max-width:1100px){.wp-block-query,.hero{margin-left:0;margin-right:0}.hero{padding:30px}}
`;

export function blocks(view: View): Html {
  const { page, site } = view;
  const ld = page.kind === 'article' ? articleScript(view, 'BlogPosting') : standingLd(view);
  return html`<!DOCTYPE html>
<html lang="${site.language}">
${head(view, { style: style(site.hue), generator: 'WordPress 6.7', articleAuthor: 'address', ld })}
<body><div class="wp-site-blocks">
<header class="wp-block-template-part"><p class="wp-block-site-title"><a href="/">${site.title}</a></p><nav class="wp-block-navigation">${(['team', 'about', 'contact'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<a href="${one.path}">${one.title}</a>`)}</nav></header>
<main class="wp-block-group">${mainOf(view)}</main>
<footer class="wp-block-template-part"><p>${site.title} — ${site.tagline}</p>${closingNote(view)}</footer>
</div>${wordpressNoise(view)}</body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  const people = () => site.people.map((one) => personCard(view, one));
  switch (page.kind) {
    case 'article':
      return post(view);
    case 'author':
      return page.person === null
        ? nothing
        : html`<h1 class="wp-block-query-title">${page.person.name}</h1>${authorBlock(view, page.person)}<h2>Articles</h2>${grid(articlesBy(view, page.person))}`;
    case 'about':
      return html`<h1>${page.title}</h1>${aboutText(view)}${pageOf(view, 'team') === null && people()}${siteEmails(view)}`;
    case 'team':
      return html`<h1>${page.title}</h1>${people()}`;
    case 'contact':
      return html`<h1>${page.title}</h1>${contactText(view)}${contactForm(view)}`;
    default:
      return html`<div class="hero"><h1>${site.tagline}</h1>${aboutText(view)}</div>${grid(articlesOf(view))}${siteEmails(view)}`;
  }
}

function post(view: View): Html {
  const { page, site } = view;
  const signers = signersOf(page);
  const names = signers.map((one) => one.name);
  const first = signers[0];
  const name = first?.href
    ? html`<a href="${first.href}" class="wp-block-post-author-name__link">${joinNames(names, site.language)}</a>`
    : html`${joinNames(names, site.language)}`;
  const meta =
    first !== undefined &&
    html`${first.person !== null && html`<img src="${facePath(first.person)}" alt="" width="44" height="44">`}<div class="wp-block-post-author-name">${page.byline === 'organisation' ? '' : `${BY[site.language]} `}${name}</div>`;
  return html`<h1 class="wp-block-post-title">${page.title}</h1><div class="wp-block-group meta">${meta}<div class="wp-block-post-date"><time datetime="${page.published}">${longDate(page.published, site.language)}</time></div></div>
<figure class="wp-block-post-featured-image"><img src="${coverPath(page)}" alt="" width="1200" height="630"></figure>
<div class="entry-content wp-block-post-content">${articleText(view)}</div>${page.authors.map((one) => authorBlock(view, one))}${comments(view)}`;
}

function authorBlock(view: View, person: Person): Html {
  return html`<div class="wp-block-post-author"><div class="wp-block-post-author__avatar"><img src="${facePath(person)}" alt="${person.name}" width="84" height="84"></div><div class="wp-block-post-author__content"><p class="wp-block-post-author__byline">${person.position}</p><p class="wp-block-post-author__name"><strong>${person.name}</strong></p><p class="wp-block-post-author__bio">${person.bio}</p><p>${personEmail(view, person)} ${socialLinks(person, view.port)}</p></div></div>`;
}

function comments(view: View): Html {
  const all = commentsOf(view);
  return html`<div class="wp-block-comments"><h2>${all.length} responses</h2><ol class="wp-block-comment-template">${all.map((one) => html`<li><div class="wp-block-comment-author-name">${one.name}</div><p>${one.text}</p></li>`)}</ol></div>`;
}

function grid(pages: readonly Page[]): Html {
  return html`<div class="wp-block-query">${pages.map((one) => html`<div class="card"><a href="${one.path}"><img src="${coverPath(one)}" alt="" width="1200" height="630"></a><div><h2 class="wp-block-post-title"><a href="${one.path}">${one.title}</a></h2><p>${one.description}</p></div></div>`)}</div>`;
}
