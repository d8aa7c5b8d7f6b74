// Profiles on the stand-ins for the large networks, so that every link stays on this machine.

import type { Person } from '../../data/types.ts';
import { type Html, html } from '../../forms/html.ts';
import { originOf } from '../view.ts';

export const LINKEDIN_HOST = 'linkedin.localhost';
export const TWITTER_HOST = 'twitter.localhost';

export const linkedinOf = (person: Person, port: number) => `${originOf(LINKEDIN_HOST, port)}/in/${person.slug}`;
export const twitterOf = (person: Person, port: number) => `${originOf(TWITTER_HOST, port)}/${person.twitter ?? ''}`;

/** The profile links of a person; `nofollow` as many engines write it. */
export function socialLinks(person: Person, port: number): Html {
  const twitter =
    person.twitter !== null &&
    html`<a class="social" href="${twitterOf(person, port)}" rel="nofollow noopener" aria-label="${person.name} on Twitter">@${person.twitter}</a>`;
  const linkedin =
    person.linkedin && html`<a class="social" href="${linkedinOf(person, port)}" rel="nofollow noopener">LinkedIn</a>`;
  return html`${twitter} ${linkedin}`;
}
