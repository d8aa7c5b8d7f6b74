// A small shop: Product data with prices and customer reviews, whose writers are not authors, and a journal.

import { soldAs } from '../../data/products.ts';
import { diceFor } from '../../data/random.ts';
import type { Page } from '../../data/types.ts';
import { type Html, html } from '../../forms/html.ts';
import { aboutText, contactForm, contactText, personCard } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { articleScript, ldScript, standingLd } from '../parts/json-ld.ts';
import { coverPath, facePath, productPath } from '../parts/pictures.ts';
import { addressOf, articlesOf, longDate, pagesOf, signersOf, type View } from '../view.ts';

const style = (hue: number) => `
body{margin:0;font:17px/1.6 Arial,Helvetica,sans-serif;color:#2d2a26;background:#fbf9f5}a{color:inherit}
.announce{background:hsl(${hue},35%,30%);color:#fff;text-align:center;padding:8px;font-size:14px}.top{display:flex;align-items:center;padding:24px 6vw;gap:28px}.top b{font:400 30px Georgia,serif;letter-spacing:.06em;text-transform:uppercase}.top a{text-decoration:none}.top nav{margin-left:auto;display:flex;gap:24px}
.banner{background:hsl(${hue},30%,85%);text-align:center;padding:80px 6vw}.banner h1{font:400 52px/1.1 Georgia,serif;margin:0 0 12px}
.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:26px;padding:48px 6vw}.grid a{text-decoration:none}.tile{width:100%;height:auto;display:block}.grid h3{margin:12px 0 2px;font-weight:600;font-size:16px}.price{color:hsl(${hue},45%,34%)}
.product{display:grid;grid-template-columns:1fr 1fr;gap:56px;padding:48px 6vw}.product h1{font:400 40px Georgia,serif;margin:0}button{background:#2d2a26;color:#fff;border:0;padding:15px 30px;font-size:16px}
.reviews{padding:0 6vw 48px}.review{border-top:1px solid #e3ddd2;padding:16px 0}.review strong{margin-right:10px}
.text{max-width:740px;margin:0 auto;padding:48px 24px}.text h1{font:400 42px/1.15 Georgia,serif}.text img.cover{width:100%;height:auto}.article__meta{color:#8a8378}.person{display:flex;gap:20px;margin:26px 0}.person img{width:96px;height:96px;border-radius:50%}.person h3{margin:0}.position{margin:0;color:#8a8378}
.foot{border-top:1px solid #e3ddd2;padding:36px 6vw;font-size:14px;color:#8a8378}label{display:block;margin:10px 0}input,textarea{display:block;width:100%;padding:11px;border:1px solid #ccc4b5;box-sizing:border-box;background:#fff}
@media(max-width:900px){.grid{grid-template-columns:1fr 1fr}.product{grid-template-columns:1fr}}
`;

const REVIEWERS = ['Ottoline Marsh', 'Gideon Farr', 'Tilda Brook', 'Casper Lund', 'Maud Finch'];
const OPINIONS = [
  'Arrived in two days and smells wonderful.',
  'Better than the picture.',
  'My brother now wants one too.',
  'Solid, plain, good.',
];

export function shop(view: View): Html {
  const { page, site } = view;
  const ld =
    page.kind === 'article'
      ? articleScript(view, 'Article')
      : page.kind === 'product'
        ? ldScript(productLd(view))
        : standingLd(view);
  return html`<!doctype html>
<html lang="en">
${head(view, { style: style(site.hue), ld })}
<body><div class="announce">Free delivery for orders that fit through the letterbox</div>
<header class="top"><a href="/"><b>${site.title}</b></a><nav><a href="/collections/all">Shop</a>${(['about', 'team', 'contact'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<a href="${one.path}">${one.title}</a>`)}</nav></header>
${mainOf(view)}
<footer class="foot"><p>© 2026 ${site.title}. Shipping · Returns · Care</p>${closingNote(view)}</footer></body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  const text = (body: Html) => html`<main class="text"><h1>${page.title}</h1>${body}</main>`;
  switch (page.kind) {
    case 'article':
      return journal(view);
    case 'product':
      return product(view);
    case 'about':
      return text(html`${aboutText(view)}${siteEmails(view)}`);
    case 'team':
      return text(html`${site.people.map((one) => personCard(view, one))}`);
    case 'contact':
      return text(html`${contactText(view)}${contactForm(view)}`);
    case 'category':
      return html`<main>${tiles(view)}</main>`;
    default:
      return html`<main><div class="banner"><h1>${site.tagline}</h1></div>${tiles(view)}<div class="text"><h2>From the journal</h2><ul>${articlesOf(view).map((one) => html`<li><a href="${one.path}">${one.title}</a></li>`)}</ul>${siteEmails(view)}</div></main>`;
  }
}

function journal(view: View): Html {
  const { page } = view;
  const names = signersOf(page).map((one) => one.name);
  return html`<main class="text"><article class="article"><h1 class="article__title">${page.title}</h1><p class="article__meta">${names.length > 0 && html`by <span class="article__author">${names.join(', ')}</span> · `}<time datetime="${page.published}">${longDate(page.published, 'en')}</time></p><img class="cover" src="${coverPath(page)}" alt="" width="1200" height="630"><div class="rte article__content">${articleText(view)}</div>${page.authors.map((one) => html`<div class="person"><img src="${facePath(one)}" alt="" width="96" height="96"><div><strong>${one.name}</strong><p>${one.bio} ${personEmail(view, one)}</p></div></div>`)}</article></main>`;
}

function reviewsOf(page: Page) {
  const dice = diceFor('reviews', page.site.name, page.path);
  return dice.draw(REVIEWERS, 3).map((name) => ({ name, stars: 4 + dice.below(2), text: dice.pick(OPINIONS) }));
}

function product(view: View): Html {
  const { page } = view;
  return html`<main><div class="product"><img class="tile" src="${productPath(page)}" alt="${page.title}" width="400" height="400"><div><h1>${page.title}</h1><p class="price">$${soldAs(page)?.price ?? 0}.00</p><p>${page.description}</p><button type="button">Add to cart</button></div></div><section class="reviews"><h2>Customer reviews</h2>${reviewsOf(page).map((one) => html`<div class="review"><strong class="review-author">${one.name}</strong> ${'★'.repeat(one.stars)}<p>${one.text}</p></div>`)}</section></main>`;
}

function productLd(view: View) {
  const { page, site, port } = view;
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: page.title,
    description: page.description,
    brand: { '@type': 'Brand', name: site.title },
    offers: {
      '@type': 'Offer',
      price: `${soldAs(page)?.price ?? 0}.00`,
      priceCurrency: 'USD',
      url: addressOf(page, port),
    },
    review: reviewsOf(page).map((one) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: one.name },
      reviewBody: one.text,
      reviewRating: { '@type': 'Rating', ratingValue: one.stars },
    })),
  };
}

function tiles(view: View): Html {
  return html`<div class="grid">${pagesOf(view, 'product').map((one) => html`<a href="${one.path}"><img class="tile" src="${productPath(one)}" alt="" width="400" height="400"><h3>${one.title}</h3><span class="price">$${soldAs(one)?.price ?? 0}.00</span></a>`)}</div>`;
}
