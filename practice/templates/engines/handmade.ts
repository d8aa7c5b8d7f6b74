// A page written by hand in a text editor: tables, centered headings, no structured data, a name at the bottom.

import type { Person } from '../../data/types.ts';
import { type Html, html, nothing, raw } from '../../forms/html.ts';
import { aboutText, contactText } from '../parts/about-pages.ts';
import { personEmail, siteEmails } from '../parts/addresses.ts';
import { articleText, closingNote } from '../parts/body.ts';
import { coverPath, facePath } from '../parts/pictures.ts';
import { socialLinks } from '../parts/social.ts';
import { articlesOf, longDate, pagesOf, type View } from '../view.ts';

const style = (hue: number) => `
body{background:hsl(${hue},35%,90%);font-family:"Times New Roman",Times,serif;font-size:18px;color:#000}
table.page{width:860px;margin:0 auto;background:#fffdf5;border:3px ridge hsl(${hue},30%,55%)}td{padding:12px 18px;vertical-align:top}
td.menu{width:150px;background:hsl(${hue},40%,82%);border-right:2px groove #999}h1{color:hsl(${hue},70%,26%);font-size:30px}h2{color:hsl(${hue},70%,26%);font-size:21px;border-bottom:1px dashed #999}
a{color:#00c}a:visited{color:#551a8b}hr{border:0;border-top:2px groove #ccc}.small{font-size:14px;color:#444}img.pic{border:2px solid #666;width:420px;height:auto}
`;

export function handmade(view: View): Html {
  const { page, site } = view;
  return html`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>${page.title}${page.kind === 'home' ? '' : ` - ${site.title}`}</title>
<meta name="description" content="${page.description}">
<link rel="shortcut icon" href="/favicon.svg">
<style type="text/css">${raw(style(site.hue))}</style>
</head>
<body>
<table class="page" cellspacing="0" align="center">
<tr><td colspan="2" align="center"><h1>${site.title}</h1><i>${site.tagline}</i></td></tr>
<tr><td class="menu"><b>Pages</b><br><a href="/">Front page</a><br>${(['about', 'contact'] as const).flatMap((kind) => pagesOf(view, kind)).map((one) => html`<a href="${one.path}">${one.title}</a><br>`)}<br><b>Writing</b><br>${articlesOf(view).map((one) => html`<a href="${one.path}">${one.title}</a><br><br>`)}</td>
<td>${mainOf(view)}</td></tr>
<tr><td colspan="2" align="center" class="small"><hr>Best viewed with any browser. ${closingNote(view)}</td></tr>
</table>
</body>
</html>`;
}

function mainOf(view: View): Html {
  const { page, site } = view;
  const owner = site.people[0];
  switch (page.kind) {
    case 'article':
      return essay(view);
    case 'about':
      return html`<h2>About me</h2>${owner !== undefined && me(view, owner)}${aboutText(view)}${siteEmails(view)}`;
    case 'contact':
      return html`<h2>Contact</h2>${contactText(view)}`;
    default:
      return html`<h2>Welcome!</h2>${aboutText(view)}<p>The newest pages:</p><ul>${articlesOf(view).map((one) => html`<li><a href="${one.path}">${one.title}</a> <span class="small">(${longDate(one.published, 'en')})</span></li>`)}</ul>${siteEmails(view)}`;
  }
}

function me(view: View, person: Person): Html {
  return html`<p><img src="${facePath(person)}" alt="me" width="140" height="140" align="left" hspace="14">My name is <b>${person.name}</b>. ${person.bio} ${personEmail(view, person)} ${socialLinks(person, view.port)}</p><br clear="all">`;
}

function essay(view: View): Html {
  const { page } = view;
  const writer = page.authors[0];
  return html`<h1>${page.title}</h1>${writer === undefined ? nothing : html`<p><i>by ${writer.name}</i></p>`}
<p align="center"><img class="pic" src="${coverPath(page)}" alt=""></p>
${articleText(view)}
<hr>${writer === undefined ? nothing : html`<address>${writer.name}, ${longDate(page.published, 'en')}. ${personEmail(view, writer)}</address>`}`;
}
