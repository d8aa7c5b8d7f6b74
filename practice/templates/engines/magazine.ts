// A news site: sections, bylines with rel=author, NewsArticle data, a masthead, photo credits and fact checkers who are not
// authors.

import { diceFor } from '../../data/random.ts';
import type { Page } from '../../data/types.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import { aboutText, contactForm, contactText } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { articleScript, standingLd } from '../parts/json-ld.ts';
import { cookieNotice, dataLayer } from '../parts/noise.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesBy, articlesOf, longDate, pagesOf, signersOf, type View } from '../view.ts';

const style = (hue: number) => `
body{margin:0;font:18px/1.6 Georgia,"Times New Roman",serif;color:#121212;background:#fff}a{color:inherit}
.masthead{text-align:center;padding:20px;border-bottom:1px solid #ddd}.masthead a{font:900 52px/1 "Times New Roman",serif;text-decoration:none;letter-spacing:-.02em}.masthead small{display:block;font:12px Arial,sans-serif;color:#666;margin-top:8px;text-transform:uppercase;letter-spacing:.12em}
.sections{display:flex;justify-content:center;gap:30px;padding:11px;border-bottom:3px double #111;font:600 14px Arial,sans-serif}.sections a{text-decoration:none}
.front{display:grid;grid-template-columns:2fr 1fr 1fr;gap:28px;max-width:1180px;margin:28px auto;padding:0 24px}.front .lead{grid-row:span 3;border-right:1px solid #ddd;padding-right:28px}.front .lead h2{font-size:38px;line-height:1.1}.front img{width:100%;height:auto}.front h2{font-size:21px;line-height:1.2;margin:8px 0}.front h2 a{text-decoration:none}.front p{font-size:16px;color:#444;margin:0}.kicker{font:700 12px Arial,sans-serif;text-transform:uppercase;color:hsl(${hue},70%,38%);letter-spacing:.08em}
.story{max-width:720px;margin:36px auto;padding:0 24px}.story h1{font-size:44px;line-height:1.1;margin:8px 0}.dek{font-size:21px;color:#444}
.byline{display:flex;gap:14px;align-items:center;border-top:1px solid #ddd;border-bottom:1px solid #ddd;padding:12px 0;font:15px Arial,sans-serif;margin:18px 0}.byline img{border-radius:50%}.byline a{font-weight:700}.byline time{margin-left:auto;color:#666}
.hero{margin:0 -120px 20px}.hero img{width:100%;height:auto}.hero figcaption,.credits{font:13px Arial,sans-serif;color:#666}
.bio{background:#f5f3ee;padding:20px 24px;font-size:16px;margin:26px 0}.related{border-top:3px double #111;padding-top:12px}.related li{margin:8px 0}
.staff{width:100%;border-collapse:collapse;font-size:17px}.staff td{padding:10px 8px;border-bottom:1px solid #eee;vertical-align:top}.staff a{font-weight:700}
.foot{background:#121212;color:#bbb;padding:32px 24px;font:13px Arial,sans-serif;text-align:center}
label{display:block;margin:10px 0;font:15px Arial,sans-serif}input,textarea{display:block;width:100%;padding:10px;border:1px solid #999;box-sizing:border-box}button{background:#121212;color:#fff;border:0;padding:12px 22px}
@media(max-width:980px){.front{grid-template-columns:1fr}.hero{margin:0}}
`;

export function magazine(view: View): Html {
  const { page, site } = view;
  const ld =
    page.kind === 'article' ? articleScript(view, 'NewsArticle', { articleSection: page.topic }) : standingLd(view);
  return html`<!DOCTYPE html>
<html lang="en">
${head(view, { style: style(site.hue), articleAuthor: 'address', metaAuthor: true, twitterCreator: true, ld })}
<body>
<header class="masthead"><a href="/">${site.title}</a><small>${site.tagline}</small></header>
<nav class="sections">${(['category', 'team', 'about', 'contact'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<a href="${one.path}">${one.title}</a>`)}</nav>
${mainOf(view)}
<footer class="foot"><p>© 2026 ${site.title} Media Group. All rights reserved.</p>${closingNote(view)}</footer>
${dataLayer(view)}${cookieNotice(view)}</body></html>`;
}

function mainOf(view: View): Html {
  const { page } = view;
  const plain = (body: Html) => html`<main class="story"><h1>${page.title}</h1>${body}</main>`;
  switch (page.kind) {
    case 'article':
      return story(view);
    case 'author':
      return profile(view);
    case 'about':
      return plain(html`${aboutText(view)}${siteEmails(view)}`);
    case 'team':
      return plain(masthead(view));
    case 'contact':
      return plain(html`${contactText(view)}${contactForm(view)}`);
    default:
      return html`<main class="front">${articlesOf(view).map((one, index) => teaser(one, index === 0))}</main><div class="story">${siteEmails(view)}</div>`;
  }
}

function story(view: View): Html {
  const { page, site } = view;
  const signers = signersOf(page);
  const dice = diceFor('credits', site.name, page.path);
  const helpers = site.people.filter((one) => !page.authors.includes(one));
  const [camera, checker] = dice.draw(helpers, 2);
  const links = signers.map(
    (one, index) =>
      html`${index > 0 && (index === signers.length - 1 ? ' and ' : ', ')}${one.href === null ? one.name : html`<a href="${one.href}" rel="author" class="author-name">${one.name}</a>`}`,
  );
  return html`<main><article class="story"><span class="kicker">${page.topic}</span><h1 class="headline">${page.title}</h1><p class="dek">${page.description}</p>
<div class="byline">${signers.map((one) => one.person !== null && html`<img src="${facePath(one.person)}" alt="" width="44" height="44">`)}<span class="byline__names">By ${links}</span><time datetime="${page.published}T08:00:00Z">${longDate(page.published, 'en')}</time></div>
<figure class="hero"><img src="${coverPath(page)}" alt="" width="1200" height="630">${camera !== undefined && html`<figcaption>Photograph by ${camera.name} for ${site.title}</figcaption>`}</figure>
<div class="article-body">${articleText(view)}</div>
${checker !== undefined && html`<p class="credits">Fact-checked by ${checker.name}. Edited by the features desk.</p>`}
${page.authors.map((one) => html`<div class="bio author-bio"><strong>${one.name}</strong> is ${one.position.toLowerCase()} at ${one.site.title}. ${one.bio} ${personEmail(view, one)}</div>`)}
<aside class="related"><h2>More stories</h2><ul>${articlesOf(view)
    .filter((one) => one !== page)
    .slice(0, 4)
    .map(
      (one) =>
        html`<li><a href="${one.path}">${one.title}</a> <small>${signersOf(one)
          .map((signer) => signer.name)
          .join(', ')}</small></li>`,
    )}</ul></aside></article></main>`;
}

function profile(view: View): Html {
  const { person } = view.page;
  if (person === null) return nothing;
  return html`<main class="story"><div class="byline"><img src="${facePath(person)}" alt="${person.name}" width="110" height="110"><div><h1>${person.name}</h1><span class="job-title">${person.position}</span></div></div><p>${person.bio}</p><p class="author-contact">${personEmail(view, person)} ${socialLinks(person, view.port)}</p></main><div class="front">${articlesBy(view, person).map((one) => teaser(one, false))}</div>`;
}

function masthead(view: View): Html {
  return html`<table class="staff"><tbody>${view.site.people.map((one) => html`<tr><td><a href="/authors/${one.slug}">${one.name}</a></td><td>${one.position}</td><td>${personEmail(view, one)}</td></tr>\n`)}</tbody></table>`;
}

function teaser(page: Page, isLead: boolean): Html {
  const names = signersOf(page).map((one) => one.name);
  return html`<article class="${isLead ? 'lead' : 'teaser'}"><a href="${page.path}"><img src="${coverPath(page)}" alt="" width="1200" height="630"></a><span class="kicker">${page.topic}</span><h2><a href="${page.path}">${page.title}</a></h2><p>${page.description}</p>${names.length > 0 && html`<small>By ${names.join(' and ')}</small>`}</article>`;
}
