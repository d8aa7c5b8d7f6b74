// A writing platform with many authors under /@name: test ids instead of meaningful classes, data for each story.

import type { Page } from '../../data/types.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import { wordsOf } from '../../prose/compose.ts';
import { aboutText, contactText, personCard } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { articleScript, standingLd } from '../parts/json-ld.ts';
import { appState } from '../parts/noise.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesBy, articlesOf, longDate, signersOf, type View } from '../view.ts';

const STYLE = `
figure{margin:0}body{margin:0;font:20px/1.6 Charter,Georgia,serif;color:#242424;background:#fff}a{color:inherit}
.a{display:flex;align-items:center;padding:14px 28px;border-bottom:1px solid #f2f2f2;font:14px Arial,sans-serif}.a b{font:700 30px Georgia,serif}.a a{text-decoration:none}.a nav{margin-left:auto;display:flex;gap:26px;color:#6b6b6b}
.b{background:#ffc017;padding:80px 8vw;border-bottom:1px solid #000}.b h1{font:400 92px/1 Georgia,serif;margin:0 0 20px;letter-spacing:-.04em}
.c{max-width:680px;margin:0 auto;padding:44px 24px}.c h1{font:700 42px/1.2 Arial,sans-serif;letter-spacing:-.01em;margin:0 0 10px}.c h2{font:700 24px Arial,sans-serif;margin-top:1.8em}.c>h2:first-of-type{color:#6b6b6b;font-weight:400;font-size:21px;margin:0 0 26px}
.d{display:flex;gap:12px;align-items:center;font:14px/1.5 Arial,sans-serif;color:#6b6b6b;border-bottom:1px solid #f2f2f2;padding-bottom:20px;margin-bottom:28px}.d img{border-radius:50%}.d a{color:#242424;text-decoration:none}.d .f{color:#1a8917}
.e img{width:100%;height:auto}.g{display:grid;grid-template-columns:repeat(3,1fr);gap:36px;padding:48px 8vw}.g article{font:16px/1.45 Arial,sans-serif}.g h2{font-size:19px;line-height:1.3;margin:6px 0}.g h2 a{text-decoration:none}.g small{color:#6b6b6b}
.h,.person{display:flex;gap:24px;font:16px/1.5 Arial,sans-serif;border-top:1px solid #f2f2f2;padding:30px 0}.h img,.person img{width:88px;height:88px;border-radius:50%;flex:none}.person h3{margin:0}.position{margin:0;color:#6b6b6b}
.z{background:#f9f9f9;padding:28px;font:13px Arial,sans-serif;color:#6b6b6b}
`;

export function platform(view: View): Html {
  const { page, site } = view;
  const ld = page.kind === 'article' ? articleScript(view, 'SocialMediaPosting') : standingLd(view);
  const title =
    page.kind === 'article'
      ? `${page.title} | by ${page.authors[0]?.name ?? site.title} | ${site.title}`
      : `${page.title} – ${site.title}`;
  return html`<!doctype html><html lang="en">${head(view, { style: STYLE, metaAuthor: true, articleAuthor: 'address', relAuthor: true, title, ld })}
<body><div id="root"><div class="a"><b><a href="/" aria-label="Homepage">${site.title}</a></b><nav><a href="/about">Our story</a><a href="/contact">Contact</a><a href="#signin">Sign in</a></nav></div>
${mainOf(view)}
<div class="z">${closingNote(view)}</div></div>${appState(view)}</body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  switch (page.kind) {
    case 'article':
      return story(view);
    case 'author':
      return profile(view);
    case 'about':
      return html`<main class="c"><h1>Everyone has a story</h1>${aboutText(view)}${site.people.slice(0, 3).map((one) => personCard(view, one))}<div>${site.people.slice(3).map((one) => html`<p>${one.name} ${personEmail(view, one)}</p>`)}</div>${siteEmails(view)}</main>`;
    case 'contact':
      return html`<main class="c"><h1>${page.title}</h1>${contactText(view)}</main>`;
    default:
      return html`<div class="b"><h1>Stay curious.</h1><p>${site.tagline}</p></div><main class="g">${articlesOf(view).map((one) => teaser(view, one))}</main><div class="c">${siteEmails(view)}</div>`;
  }
}

function story(view: View): Html {
  const { page } = view;
  const writer = page.authors[0];
  const minutes = Math.ceil(wordsOf(view.sections) / 240);
  return html`<main><article class="c"><h1 data-testid="storyTitle">${page.title}</h1><h2>${page.description}</h2>
${writer !== undefined && html`<div class="d"><a href="/@${writer.slug}"><img data-testid="authorPhoto" src="${facePath(writer)}" alt="${writer.name}" width="44" height="44"></a><div><div><a data-testid="authorName" rel="noopener follow" href="/@${writer.slug}">${writer.name}</a> · <span class="f">Follow</span></div><div><span data-testid="storyReadTime">${minutes} min read</span> · <span data-testid="storyPublishDate">${longDate(page.published, 'en')}</span></div></div></div>`}
<figure class="e"><img src="${coverPath(page)}" alt="" width="1200" height="630"><figcaption>Picture by the author</figcaption></figure>
${articleText(view)}
${writer !== undefined && html`<div class="h"><img src="${facePath(writer)}" alt="" width="88" height="88"><div><strong>Written by ${writer.name}</strong><p>${writer.bio} ${personEmail(view, writer)}</p></div></div>`}</article>
<section class="g"><h2>More from ${view.site.title}</h2>${articlesOf(view)
    .filter((one) => one !== page)
    .slice(0, 2)
    .map((one) => teaser(view, one))}</section></main>`;
}

function profile(view: View): Html {
  const { person } = view.page;
  if (person === null) return nothing;
  return html`<main class="c"><div class="h"><img src="${facePath(person)}" alt="${person.name}" width="88" height="88"><div><h1>${person.name}</h1><p>${person.bio}</p><p>${person.position}. ${personEmail(view, person)} ${socialLinks(person, view.port)}</p></div></div></main><div class="g">${articlesBy(view, person).map((one) => teaser(view, one))}</div>`;
}

function teaser(view: View, page: Page): Html {
  return html`<article><small>${signersOf(page)
    .map((one) => one.name)
    .join(
      ', ',
    )} in ${view.site.title}</small><h2><a href="${page.path}">${page.title}</a></h2><small>${longDate(page.published, 'en')}</small></article>`;
}
