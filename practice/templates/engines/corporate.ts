// A company site: products first, a blog called Insights, a team page in microdata, an Organization in JSON-LD.

import type { Page, Person } from '../../data/types.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import { proseFor } from '../../prose/compose.ts';
import { aboutText, contactForm, contactText } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { articleScript, standingLd } from '../parts/json-ld.ts';
import { cookieNotice } from '../parts/noise.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesBy, articlesOf, longDate, pagesOf, signersOf, type View } from '../view.ts';

const style = (hue: number) => `
:root{--c:hsl(${hue},72%,38%);--d:hsl(${hue},55%,14%)}body{margin:0;font:17px/1.6 Arial,Helvetica,sans-serif;color:#2b2f36}a{color:var(--c)}
.bar{display:flex;align-items:center;gap:28px;padding:18px 6vw;box-shadow:0 1px 10px #0001}.bar strong{font-size:22px}.bar a{text-decoration:none;color:var(--d)}.bar nav{margin-left:auto;display:flex;gap:26px;align-items:center}.bar .cta{background:var(--c);color:#fff;padding:10px 18px;border-radius:8px}
.hero{background:linear-gradient(120deg,var(--d),var(--c));color:#fff;padding:96px 6vw}.hero h1{font-size:54px;line-height:1.08;max-width:720px;margin:0 0 18px}.hero p{max-width:560px;font-size:19px}
.features,.cards,.team{display:grid;grid-template-columns:repeat(3,1fr);gap:28px;padding:56px 6vw}.features div{border:1px solid #e5e8ee;border-radius:12px;padding:26px}.features h3{margin:0 0 8px;color:var(--d)}
.cards article{border-radius:12px;overflow:hidden;box-shadow:0 4px 18px #0001}.cards img{width:100%;height:auto;display:block}.cards div{padding:18px 22px}.cards h3{margin:0 0 6px}.cards a{text-decoration:none}
.team .member{text-align:center}.team img{width:150px;height:150px;border-radius:50%}.team h3{margin:12px 0 2px}.team p{margin:4px 0;font-size:15px}.role{color:#6a7280}
.wide{font-size:40px;margin:0;padding:56px 6vw 0}.text{max-width:760px;margin:0 auto;padding:56px 24px}.text h1{font-size:40px;line-height:1.15;margin:0 0 12px}.info{display:flex;gap:12px;align-items:center;color:#6a7280;font-size:15px;margin-bottom:26px}.info img{border-radius:50%}.text>img{width:100%;height:auto;border-radius:12px}
.writer{display:flex;gap:18px;background:#f4f6f9;border-radius:12px;padding:22px;margin-top:36px}.writer img{width:80px;height:80px;border-radius:50%}
.quote{background:#f4f6f9;padding:46px 6vw;text-align:center;font-size:20px}.foot{background:var(--d);color:#c9d1dc;padding:40px 6vw;font-size:14px}.foot a{color:#fff}
label{display:block;margin:12px 0}input,textarea{display:block;width:100%;padding:11px;border:1px solid #cfd5de;border-radius:8px;box-sizing:border-box}button{background:var(--c);color:#fff;border:0;border-radius:8px;padding:12px 22px;font-size:16px}
@media(max-width:900px){.features,.cards,.team{grid-template-columns:1fr}}
`;

export function corporate(view: View): Html {
  const { page, site } = view;
  const ld = page.kind === 'article' ? articleScript(view, 'BlogPosting') : standingLd(view);
  return html`<!DOCTYPE html>
<html lang="en">
${head(view, { style: style(site.hue), title: page.kind === 'home' ? `${site.title} | ${site.tagline}` : `${page.title} | ${site.title}`, ld })}
<body>
<header class="bar"><a href="/"><strong>${site.title}</strong></a><nav>${(['about', 'team', 'category'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<a href="${one.path}">${one.kind === 'category' ? 'Insights' : one.title}</a>`)}<a class="cta" href="/contact">Contact</a></nav></header>
${mainOf(view)}
<footer class="foot"><p><strong>${site.title}</strong><br>1 Practice Street, Loopback</p>${closingNote(view)}</footer>
${cookieNotice(view)}</body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  const text = (body: Html) => html`<main class="text"><h1>${page.title}</h1>${body}</main>`;
  switch (page.kind) {
    case 'article':
      return insight(view);
    case 'author':
      return page.person === null ? nothing : profile(view, page.person);
    case 'about':
      return text(html`${aboutText(view)}${siteEmails(view)}`);
    case 'team':
      return html`<main><h1 class="wide">${page.title}</h1><div class="team">${site.people.map((one) => member(view, one))}</div></main>`;
    case 'contact':
      return text(html`${contactText(view)}${contactForm(view)}`);
    case 'category':
      return html`<main><h1 class="wide">Insights</h1>${cards(articlesOf(view))}</main>`;
    default:
      return front(view);
  }
}

function front(view: View): Html {
  const { site } = view;
  const aspects = proseFor(site.topic, 'en').aspects.slice(0, 3);
  return html`<main><section class="hero"><h1>${site.tagline}</h1>${aboutText(view)}</section><section class="features">${aspects.map((one) => html`<div><h3>${one.heading}</h3><p>${(one.sentences[0] ?? '').replaceAll('{place}', 'your town').replaceAll('{name}', site.title).replaceAll('{n}', '180')}</p></div>`)}</section><section class="quote"><blockquote>“They answered on a Sunday and were right.”</blockquote><p class="testimonial-author">Petra Vandermolen, customer</p></section>${cards(articlesOf(view).slice(0, 3))}<div class="text">${siteEmails(view)}</div></main>`;
}

function member(view: View, person: Person): Html {
  return html`<div class="member" itemscope itemtype="https://schema.org/Person"><img itemprop="image" src="${facePath(person)}" alt="" width="150" height="150"><h3 itemprop="name"><a href="/team/${person.slug}">${person.name}</a></h3><p class="role" itemprop="jobTitle">${person.position}</p><p>${personEmail(view, person)}</p><p>${socialLinks(person, view.port)}</p></div>\n`;
}

function profile(view: View, person: Person): Html {
  return html`<main class="text" itemscope itemtype="https://schema.org/Person"><div class="writer"><img itemprop="image" src="${facePath(person)}" alt="" width="80" height="80"><div><h1 itemprop="name">${person.name}</h1><p class="role" itemprop="jobTitle">${person.position}</p></div></div><p itemprop="description">${person.bio}</p><p>${personEmail(view, person)} ${socialLinks(person, view.port)}</p></main>${cards(articlesBy(view, person))}`;
}

function insight(view: View): Html {
  const { page } = view;
  const signers = signersOf(page);
  const faces = signers.map(
    (one) => one.person !== null && html`<img src="${facePath(one.person)}" alt="" width="40" height="40">`,
  );
  const names = signers.map((one) =>
    one.href === null
      ? html`<span itemprop="author">${one.name}</span>`
      : html`<span itemprop="author" itemscope itemtype="https://schema.org/Person"><a itemprop="url" href="${one.href}"><span itemprop="name">${one.name}</span></a></span>`,
  );
  return html`<main class="text" itemscope itemtype="https://schema.org/BlogPosting"><h1 itemprop="headline">${page.title}</h1><div class="info">${faces}<span>${names}</span><time itemprop="datePublished" datetime="${page.published}">${longDate(page.published, 'en')}</time></div>
<img src="${coverPath(page)}" alt="" width="1200" height="630"><div itemprop="articleBody">${articleText(view)}</div>
${page.authors.map((one) => html`<div class="writer"><img src="${facePath(one)}" alt="" width="80" height="80"><div><strong>${one.name}</strong>, ${one.position}<p>${one.bio} ${personEmail(view, one)}</p></div></div>`)}</main>`;
}

function cards(pages: readonly Page[]): Html {
  return html`<section class="cards">${pages.map((one) => html`<article><a href="${one.path}"><img src="${coverPath(one)}" alt="" width="1200" height="630"></a><div><h3><a href="${one.path}">${one.title}</a></h3><p>${one.description}</p></div></article>`)}</section>`;
}
