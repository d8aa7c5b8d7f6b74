// Puts the addresses of a page where its template asks for them, each in its own hiding form.

import type { Person, Spot } from '../../data/types.ts';
import { hideAddress } from '../../forms/hide-address.ts';
import { isHoneypot } from '../../forms/hiding-forms.ts';
import { type Html, html, nothing } from '../../forms/html.ts';
import type { View } from '../view.ts';

export const addressPicturePath = (spot: Spot) => `/images/mail/${spot.owner?.slug ?? 'office'}.png`;

const draw = (view: View, spot: Spot): Html =>
  spot.form === 'image'
    ? html`<img class="mailimage" src="${addressPicturePath(spot)}" alt="e-mail address" height="20">`
    : hideAddress(spot.form, { address: spot.address, language: view.site.language });

const isDrawn = (spot: Spot) => spot.form !== 'json-ld' && spot.form !== 'feed';

/** The address of a person, if this page prints it. */
export function personEmail(view: View, person: Person): Html {
  const spots = view.page.spots.filter((spot) => spot.owner === person && isDrawn(spot));
  return spots.length === 0 ? nothing : html`<span class="email">${spots.map((spot) => draw(view, spot))}</span>`;
}

const OFFICE = { en: 'Write to us:', de: 'E-Mail:', fr: 'Écrivez-nous :', es: 'Escríbenos:' } as const;
const FORMER = { en: 'Old issues:', de: 'Archiv:', fr: 'Archives :', es: 'Archivo:' } as const;

/** The addresses of the site itself that this page prints. */
export function siteEmails(view: View): Html {
  const spots = view.page.spots.filter((spot) => spot.owner === null && isDrawn(spot) && !isHoneypot(spot.form));
  return html`${spots.map((spot) => {
    const label = spot.address.startsWith('archive@') ? FORMER : OFFICE;
    return html`<p class="site-email">${label[view.site.language]} ${draw(view, spot)}</p>`;
  })}`;
}

/** Bait that no reader can see. */
export function honeypots(view: View): Html {
  return html`${view.page.spots.filter((spot) => isHoneypot(spot.form)).map((spot) => draw(view, spot))}`;
}
