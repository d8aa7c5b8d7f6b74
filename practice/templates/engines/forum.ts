// A forum: threads of posts under handles. No one here is the author of an article; links are user content.

import { diceFor } from '../../data/random.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import { aboutText, contactText, personCard } from '../parts/about-pages.ts';
import { siteEmails } from '../parts/addresses.ts';
import { closingNote, sentence } from '../parts/body.ts';
import { head } from '../parts/head.ts';
import { ldScript } from '../parts/json-ld.ts';
import { addressOf, articlesOf, longDate, pagesOf, type View } from '../view.ts';

const style = (hue: number) => `
body{margin:0;font:15px/1.5 Arial,sans-serif;color:#222;background:#e9ebee}a{color:hsl(${hue},65%,35%);text-decoration:none}
.d-header{background:hsl(${hue},45%,30%);color:#fff;padding:16px 5vw;display:flex;gap:26px;align-items:center}.d-header a{color:#fff}.d-header b{font-size:24px}
.wrap{max-width:1040px;margin:22px auto;padding:0 20px}.crumbs{font-size:13px;color:#666;margin-bottom:12px}
table.topic-list{width:100%;background:#fff;border-collapse:collapse;box-shadow:0 1px 3px #0002}.topic-list th{background:#f5f6f7;text-align:left;padding:10px 14px;font-size:13px;color:#666}.topic-list td{padding:13px 14px;border-top:1px solid #eee}.topic-list a{font-size:17px}
.topic-post{display:grid;grid-template-columns:140px 1fr;background:#fff;margin-bottom:12px;box-shadow:0 1px 3px #0002}.poster{background:#f5f6f7;padding:16px;text-align:center;font-size:13px}.poster .badge{width:58px;height:58px;border-radius:50%;margin:0 auto 8px;color:#fff;font:700 26px/58px Arial,sans-serif}.cooked{padding:16px 20px;font-size:16px}.post-date{color:#888;font-size:13px}
h1{font-size:25px;margin:6px 0 16px}.panel{background:#fff;padding:26px;box-shadow:0 1px 3px #0002}.person{display:flex;gap:18px;margin:20px 0}.person img{width:80px;height:80px;border-radius:50%}.person h3{margin:0}.position{margin:0;color:#666}
footer{text-align:center;color:#777;font-size:13px;padding:24px}
`;

const HANDLES = [
  'mulligan_mike',
  'cloudy',
  'the_real_otto',
  'penny77',
  'ridgewalker',
  'sysop',
  'greenside',
  'tea_and_toast',
  'nofollow_nora',
  'lurker42',
  'wedge',
  'pathfinder',
];

export function forum(view: View): Html {
  const { page, site } = view;
  const ld = page.kind === 'thread' ? ldScript(postingLd(view)) : nothing;
  return html`<!DOCTYPE html>
<html lang="en">
${head(view, { style: style(site.hue), generator: 'Discourse 3.3', ld })}
<body><header class="d-header"><b><a href="/">${site.title}</a></b>${(['about', 'contact'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<a href="${one.path}">${one.title}</a>`)}<span style="margin-left:auto">Log in</span></header>
<div class="wrap"><div class="crumbs"><a href="/">Index</a> › ${page.title}</div>${mainOf(view)}</div>
<footer>${closingNote(view)}</footer></body></html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  switch (page.kind) {
    case 'thread':
      return html`<h1>${page.title}</h1>${postsOf(view).map((post, index) => html`<div class="topic-post" id="post_${index + 1}"><div class="poster"><div class="badge" style="background:hsl(${post.hue},45%,45%)">${post.handle.charAt(0).toUpperCase()}</div><span class="username">${post.handle}</span><br>${post.count} posts</div><div class="cooked"><div class="post-date">${longDate(page.published, 'en')}, #${index + 1}</div><p>${post.text}</p></div></div>`)}`;
    case 'about':
      return html`<div class="panel"><h1>About ${site.title}</h1>${aboutText(view)}<h2>Staff</h2>${site.people.map((one) => personCard(view, one))}${siteEmails(view)}</div>`;
    case 'contact':
      return html`<div class="panel"><h1>Contact</h1>${contactText(view)}</div>`;
    default:
      return html`<table class="topic-list"><thead><tr><th>Topic</th><th>Started by</th><th>Last post</th></tr></thead><tbody>${articlesOf(view).map((one) => html`<tr><td><a href="${one.path}">${one.title}</a></td><td>${diceFor('starter', one.path).pick(HANDLES)}</td><td>${longDate(one.published, 'en')}</td></tr>`)}</tbody></table>${siteEmails(view)}`;
  }
}

function postsOf(view: View) {
  const dice = diceFor('posts', view.site.name, view.page.path);
  const texts = view.sections.flatMap((section) => section.paragraphs).filter((one) => one.length > 0);
  return texts.map((text) => ({
    handle: dice.pick(HANDLES),
    hue: dice.below(360),
    count: 3 + dice.below(900),
    text: text.map((one) => sentence(view, one)),
  }));
}

function postingLd(view: View) {
  const { page, port } = view;
  const first = postsOf(view)[0];
  return {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: page.title,
    url: addressOf(page, port),
    datePublished: page.published,
    author: { '@type': 'Person', name: first?.handle ?? 'guest' },
  };
}
