// The parts that every template styles in its own way: the article text, links, comments, the closing note.

import { diceFor } from '../../data/random.ts';
import type { Link } from '../../data/types.ts';
import { decoyMarkup } from '../../forms/decoys.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import type { Section, Sentence } from '../../prose/compose.ts';
import { BAIT_PATH, isBaited } from '../../traps/bait-page.ts';
import { addressOf, longDate, type View } from '../view.ts';
import { honeypots } from './addresses.ts';

export function anchor(view: View, link: Link): Html {
  const rel = link.rel === '' ? nothing : html` rel="${link.rel}"`;
  return html`<a href="${addressOf(link.to, view.port)}"${rel}>${link.anchor}</a>`;
}

export function sentence(view: View, one: Sentence): Html {
  return html`${one.before}${one.link === null ? nothing : anchor(view, one.link)}${one.after} `;
}

export function paragraphs(view: View, section: Section): Html {
  return html`${section.paragraphs.filter((one) => one.length > 0).map((one) => html`<p>${one.map((part) => sentence(view, part))}</p>\n`)}`;
}

export function articleText(view: View): Html {
  return html`${view.sections.map((section) => html`${section.heading === null ? nothing : html`<h2>${section.heading}</h2>\n`}${paragraphs(view, section)}`)}`;
}

const COMMENTERS = [
  'Old Tom',
  'Greta',
  'sam_w',
  'Helen P.',
  'Postman Pete',
  'Ferdinand',
  'Kit',
  'Mrs. Alder',
  'nine_iron',
  'Dot',
];
const REMARKS = [
  'Thank you for this, I printed it out for my mother.',
  'I would have put the third one first, but otherwise we agree.',
  'Does anybody know whether this still holds in winter?',
  'Great read. We wrote about the same thing last month.',
  'You forgot to mention the parking, which is terrible.',
  'Bookmarked. The part about money is worth the visit alone.',
];

export interface Comment {
  name: Html;
  text: string;
  date: string;
}

/** Comments under an article. Their names are not authors; some link to another site. */
export function commentsOf(view: View): Comment[] {
  const dice = diceFor('comments', view.site.name, view.page.path);
  const links: (Link | null)[] = view.page.links.filter((link) => link.place === 'comment');
  const names = dice.draw(COMMENTERS, links.length + 1);
  return [...links, null].map((link, index) => {
    const plain = names[index] ?? 'Reader';
    const name =
      link === null
        ? html`${plain}`
        : html`<a href="${addressOf(link.to, view.port)}" rel="external ${link.rel}" class="url">${plain}</a>`;
    return { name, text: dice.pick(REMARKS), date: longDate(view.page.published, view.site.language) };
  });
}

/** The last lines of every page: who built it, and that all of this is made up. */
export function closingNote(view: View): Html {
  const built = view.page.links.filter((link) => link.place === 'footer').map((link) => anchor(view, link));
  return html`<p class="practice-note">${built} This is the Zeus practice web: ${view.site.title}, its people and its addresses are made up.</p>${honeypots(view)}${bait(view)}`;
}

// A link that no reader sees and robots.txt forbids, and some things that only look like addresses.
function bait(view: View): Html {
  if (!isBaited(view.site)) return nothing;
  const decoys = view.page.kind === 'contact' ? decoyMarkup() : nothing;
  return html`<a href="${BAIT_PATH}" rel="nofollow" style="display:none">Members</a>${decoys}`;
}
