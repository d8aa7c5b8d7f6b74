// The feed of a site: RSS 2.0 with dc:creator, or Atom. Some feeds state their writer's address.

import type { Page, Person, Spot } from '../data/types.ts';
import { escapeHtml } from '../forms/html.ts';
import { addressOf, articlesOf, originOf, signersOf, type View } from './view.ts';

const text = escapeHtml;

export function feed(view: View): string {
  return view.site.template === 'minimal' ? atom(view) : rss(view);
}

/** The address of a writer, if the feed states it. */
function feedMail(view: View, writers: readonly Person[]): Spot | null {
  return view.page.spots.find((spot) => spot.form === 'feed' && writers.some((one) => one === spot.owner)) ?? null;
}

const rssDate = (iso: string) => new Date(`${iso}T08:00:00Z`).toUTCString();

function rss(view: View): string {
  const { site, port } = view;
  const editor = feedMail(view, site.people);
  const items = articlesOf(view).map((page) => {
    const creators = creatorsOf(page).map((name) => `<dc:creator><![CDATA[${name}]]></dc:creator>`);
    const mail = feedMail(view, page.authors);
    const author = mail === null ? '' : `<author>${mail.address} (${text(mail.owner?.name ?? '')})</author>`;
    return `<item><title>${text(page.title)}</title><link>${addressOf(page, port)}</link>${author}${creators.join('')}<pubDate>${rssDate(page.published)}</pubDate><guid isPermaLink="true">${addressOf(page, port)}</guid><description>${text(page.description)}</description></item>`;
  });
  const managing =
    editor === null ? '' : `<managingEditor>${editor.address} (${text(editor.owner?.name ?? '')})</managingEditor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${text(site.title)}</title><link>${originOf(site.host, port)}/</link><description>${text(site.tagline)}</description><language>${site.language}</language>${managing}
${items.join('\n')}
</channel></rss>`;
}

function atom(view: View): string {
  const { site, port } = view;
  const mail = feedMail(view, site.people);
  const person = site.people[0];
  const email = mail === null ? '' : `<email>${mail.address}</email>`;
  const entries = articlesOf(view).map((page) => {
    const authors = creatorsOf(page).map((name) => `<author><name>${text(name)}</name></author>`);
    return `<entry><title>${text(page.title)}</title><link href="${addressOf(page, port)}"/><id>${addressOf(page, port)}</id><updated>${page.published}T08:00:00Z</updated>${authors.join('')}<summary>${text(page.description)}</summary></entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>${text(site.title)}</title><id>${originOf(site.host, port)}/</id><updated>2026-09-28T08:00:00Z</updated><author><name>${text(person?.name ?? site.title)}</name>${email}</author>
${entries.join('\n')}
</feed>`;
}

// A guest post carries the account that published it.
function creatorsOf(page: Page): string[] {
  return page.byline === 'guest' ? ['admin'] : signersOf(page).map((one) => one.name);
}
