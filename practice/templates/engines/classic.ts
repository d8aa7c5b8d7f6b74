// A WordPress site with a classic theme: hentry and vcard classes, an author box, Yoast's @graph, a sidebar.

import type { Page, Person } from '../../data/types.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import { aboutText, contactForm, contactText, personCard } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { anchor, articleText, closingNote, commentsOf } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { graphLd, ldScript, standingLd } from '../parts/json-ld.ts';
import { wordpressNoise } from '../parts/noise.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesBy, articlesOf, BY, longDate, pageOf, pagesOf, signersOf, type View } from '../view.ts';
import { classicStyle } from './classic.style.ts';

const WORDS = {
  en: {
    thoughts: 'comments',
    home: 'Home',
    recent: 'Recent posts',
    friends: 'Blogroll',
    posts: 'Posts by',
    guest: 'Guest post by',
    on: 'Posted on',
    more: 'Continue reading',
  },
  de: {
    thoughts: 'Kommentare',
    home: 'Start',
    recent: 'Neue Beiträge',
    friends: 'Lieblingsseiten',
    posts: 'Beiträge von',
    guest: 'Gastbeitrag von',
    on: 'Veröffentlicht am',
    more: 'Weiterlesen',
  },
  fr: {
    thoughts: 'commentaires',
    home: 'Accueil',
    recent: 'Articles récents',
    friends: 'Liens amis',
    posts: 'Articles de',
    guest: 'Article invité de',
    on: 'Publié le',
    more: 'Lire la suite',
  },
  es: {
    thoughts: 'comentarios',
    home: 'Inicio',
    recent: 'Entradas recientes',
    friends: 'Enlaces',
    posts: 'Entradas de',
    guest: 'Invitado:',
    on: 'Publicado el',
    more: 'Seguir leyendo',
  },
} as const;

export function classic(view: View): Html {
  const { page, site } = view;
  const ld = html`${ldScript(graphLd(view))}${page.kind === 'about' || page.kind === 'team' ? standingLd(view) : nothing}`;
  return html`<!DOCTYPE html>
<html lang="${site.language}">
${head(view, { style: classicStyle(site.hue), generator: 'WordPress 6.6', metaAuthor: page.published < '2024', twitterCreator: true, ld })}
<body class="wp-theme ${page.kind === 'article' ? 'single single-post' : page.kind}">
<div id="page" class="hfeed site">
<header class="site-header"><p class="site-title"><a href="/" rel="home">${site.title}</a></p><p class="site-description">${site.tagline}</p></header>
<nav class="main-navigation"><ul><li><a href="/">${WORDS[site.language].home}</a></li>${menu(view).map((one) => html`<li><a href="${one.path}">${one.title}</a></li>`)}</ul></nav>
<div class="content-area"><main id="main">${mainOf(view)}</main>${sidebar(view)}</div>
<footer class="site-footer"><div class="site-info">© ${site.founded}–2026 ${site.title}. Proudly powered by WordPress.</div>${closingNote(view)}</footer>
</div>${wordpressNoise(view)}</body></html>`;
}

const menu = (view: View): Page[] =>
  (['category', 'team', 'about', 'contact'] as const).flatMap((kind) => pagesOf(view, kind));

function mainOf(view: View): Html {
  const { page } = view;
  switch (page.kind) {
    case 'article':
      return single(view);
    case 'author':
      return page.person === null ? nothing : archiveOf(view, page.person);
    case 'about':
      return entry(
        view,
        html`${aboutText(view)}${pageOf(view, 'team') === null ? view.site.people.map((one) => personCard(view, one)) : nothing}${siteEmails(view)}`,
      );
    case 'team':
      return entry(view, html`${view.site.people.map((one) => personCard(view, one))}`);
    case 'contact':
      return entry(view, html`${contactText(view)}${contactForm(view)}`);
    case 'home':
      return html`${articlesOf(view).map((one) => summary(view, one))}${siteEmails(view)}`;
    default:
      return html`<h1 class="page-title">${page.title}</h1>${articlesOf(view).map((one) => summary(view, one))}`;
  }
}

function entry(view: View, body: Html): Html {
  return html`<article class="page type-page hentry"><h1 class="entry-title">${view.page.title}</h1><div class="entry-content">${body}</div></article>`;
}

function byline(view: View, page: Page): Html {
  const signers = signersOf(page);
  if (signers.length === 0) return nothing;
  const word = page.byline === 'guest' ? WORDS[view.site.language].guest : BY[view.site.language].toLowerCase();
  return html` <span class="byline">${word} ${signers.map((one, index) => html`${index > 0 && ', '}<span class="author vcard">${one.href === null ? html`<span class="fn n">${one.name}</span>` : html`<a class="url fn n" href="${one.href}" rel="author">${one.name}</a>`}</span>`)}</span>`;
}

const posted = (view: View, page: Page) =>
  html`<div class="entry-meta"><span class="posted-on">${WORDS[view.site.language].on} <time class="entry-date published" datetime="${page.published}T08:00:00+00:00">${longDate(page.published, view.site.language)}</time></span>${byline(view, page)}</div>`;

function single(view: View): Html {
  const { page } = view;
  return html`<article class="post type-post hentry"><header class="entry-header"><h1 class="entry-title">${page.title}</h1>${posted(view, page)}</header>
<div class="post-thumbnail"><img src="${coverPath(page)}" alt="" width="1200" height="630"></div>
<div class="entry-content">${articleText(view)}</div>
<footer class="entry-footer">${page.authors.map((one) => authorBox(view, one))}</footer></article>
${comments(view)}`;
}

function authorBox(view: View, person: Person): Html {
  return html`<div class="author-info"><div class="author-avatar"><img alt="" src="${facePath(person)}" class="avatar avatar-96 photo" width="96" height="96"></div><div class="author-description"><h2 class="author-title">${person.name}</h2><p class="author-bio">${person.bio} ${personEmail(view, person)}</p><p>${socialLinks(person, view.port)}</p></div></div>`;
}

function comments(view: View): Html {
  const all = commentsOf(view);
  return html`<section id="comments" class="comments-area"><h2 class="comments-title">${all.length} ${WORDS[view.site.language].thoughts}</h2><ol class="comment-list">${all.map((one, index) => html`<li id="comment-${index + 1}" class="comment"><article class="comment-body"><div class="comment-author vcard"><b class="fn">${one.name}</b> <span class="says">says:</span></div><div class="comment-metadata"><time>${one.date}</time></div><div class="comment-content"><p>${one.text}</p></div></article></li>`)}</ol></section>`;
}

function archiveOf(view: View, person: Person): Html {
  return html`<header class="page-header"><h1 class="page-title">${WORDS[view.site.language].posts} <span class="vcard">${person.name}</span></h1></header>${authorBox(view, person)}${articlesBy(view, person).map((one) => summary(view, one))}`;
}

function summary(view: View, page: Page): Html {
  return html`<article class="summary hentry"><h2 class="entry-title"><a href="${page.path}" rel="bookmark">${page.title}</a></h2>${posted(view, page)}<p>${page.description} <a class="more-link" href="${page.path}">${WORDS[view.site.language].more}</a></p></article>`;
}

function sidebar(view: View): Html {
  const words = WORDS[view.site.language];
  const friends = view.page.links.filter((link) => link.place === 'sidebar');
  return html`<aside id="secondary" class="widget-area"><section class="widget"><h2 class="widget-title">${words.recent}</h2><ul>${articlesOf(
    view,
  )
    .slice(0, 5)
    .map(
      (one) => html`<li><a href="${one.path}">${one.title}</a></li>`,
    )}</ul></section>${friends.length > 0 && html`<section class="widget"><h2 class="widget-title">${words.friends}</h2><ul>${friends.map((link) => html`<li>${anchor(view, link)}</li>`)}</ul></section>`}</aside>`;
}
