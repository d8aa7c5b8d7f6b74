// Text for the pages that every site has: about, contact, team. Each template styles them itself.

import { authorPath } from '../../data/paths.ts';
import { diceFor } from '../../data/random.ts';
import type { Person, Topic } from '../../data/types.ts';
import { type Html, html } from '../../forms/html.ts';
import type { View } from '../view.ts';
import { personEmail, siteEmails } from './addresses.ts';
import { facePath } from './pictures.ts';
import { socialLinks } from './social.ts';

const ABOUT: Record<Topic, readonly string[]> = {
  golf: [
    'We write about golf for people who carry their own bag.',
    'Every course we mention has been walked, paid for and argued about.',
  ],
  hosting: [
    'We write about the servers behind websites and pay for every plan we test.',
    'Our readers run shops, clubs, newspapers and one lighthouse.',
  ],
  coffee: [
    'We write about coffee as it is made in ordinary kitchens.',
    'Samples are bought in shops, like everybody else’s.',
  ],
  hiking: [
    'We write about walks that can be done in a day and reached by bus.',
    'Each route is walked twice, once in bad weather.',
  ],
  energy: [
    'We write about warm houses and the numbers behind them.',
    'All readings come from meters that we have read ourselves.',
  ],
  finance: ['We write about money in calm sentences.', 'Nothing here is advice for your own case.'],
};
const COMPANY: readonly string[] = [
  'We are a small house with a long memory, still owned by the people who answer the phone.',
  'Most of our customers came because a neighbor told them to.',
];
const MORE = [
  'Corrections are welcome and are made in the open.',
  'We began at a kitchen table in {year} and have not moved far.',
  'Letters are answered within a week, usually on Thursdays.',
  'There is no tracking on these pages and there never was.',
];
const LOCAL: Partial<Record<string, readonly string[]>> = {
  de: [
    'Wir schreiben seit {year} über Golfreisen und bezahlen jede Runde selbst.',
    'Zuschriften beantworten wir innerhalb einer Woche.',
  ],
  fr: [
    'J’écris sur le café depuis {year}, à la table de la cuisine.',
    'Les lettres reçoivent une réponse dans la semaine.',
  ],
  es: [
    'Escribimos sobre servidores desde {year} y pagamos cada plan que probamos.',
    'Respondemos a todas las cartas en una semana.',
  ],
};

export function aboutText(view: View): Html {
  const { site } = view;
  const dice = diceFor('about', site.name);
  const own = site.template === 'corporate' ? COMPANY : ABOUT[site.topic];
  const lines = LOCAL[site.language] ?? [...own, ...dice.draw(MORE, 3)];
  const text = lines.map((line) => line.replace('{year}', String(site.founded)));
  return html`<p>${text.slice(0, 2).join(' ')}</p><p>${text.slice(2).join(' ')}</p>`;
}

const CONTACT = {
  en: 'The quickest way to reach us is by e-mail. Please tell us which page you are writing about.',
  de: 'Angaben gemäß § 5 DDG. Am schnellsten erreichen Sie uns per E-Mail.',
  fr: 'Le plus simple est de nous écrire.',
  es: 'Lo más rápido es escribirnos un correo.',
} as const;

export function contactText(view: View): Html {
  const { site } = view;
  const boss = site.people[0];
  const imprint =
    site.language === 'de' &&
    boss !== undefined &&
    html`<p>Verantwortlich für den Inhalt: ${boss.name}<br>Am Alten Platz 4<br>00000 Musterdorf</p>`;
  return html`<p>${CONTACT[site.language]}</p>${imprint}${siteEmails(view)}`;
}

/** A plain form as on most contact pages; its placeholder is not a real address. */
export function contactForm(view: View): Html {
  const [name, email, message, send] = FORM_WORDS[view.site.language];
  return html`<form class="contact-form" action="#" method="post"><label>${name} <input name="name" placeholder="Jane Doe"></label><label>${email} <input type="email" name="email" placeholder="you@example.com"></label><label>${message} <textarea name="message" rows="5"></textarea></label><button type="button">${send}</button></form>`;
}

const FORM_WORDS = {
  en: ['Your name', 'Your e-mail', 'Message', 'Send message'],
  de: ['Ihr Name', 'Ihre E-Mail', 'Nachricht', 'Absenden'],
  fr: ['Votre nom', 'Votre e-mail', 'Message', 'Envoyer'],
  es: ['Tu nombre', 'Tu correo', 'Mensaje', 'Enviar'],
} as const;

/** One person as a card: picture, name, position, bio, links, address. */
export function personCard(view: View, person: Person): Html {
  const path = authorPath(person);
  const name = path === null ? html`${person.name}` : html`<a href="${path}">${person.name}</a>`;
  return html`<div class="person"><img src="${facePath(person)}" alt="${person.name}" width="120" height="120"><div><h3>${name}</h3><p class="position">${person.position}</p><p>${person.bio}</p><p class="reach">${personEmail(view, person)} ${socialLinks(person, view.port)}</p></div></div>\n`;
}
