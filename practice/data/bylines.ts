// Who signs an article: a staff member, two of them, a guest, or no one by name.

import type { Dice } from './random.ts';
import type { Byline, Person, Site } from './types.ts';

export interface Signing {
  byline: Byline;
  /** Position among the articles of the site. */
  index: number;
  guests: readonly Person[];
  dice: Dice;
}

export function bylineOf(site: Site, index: number, preferred: Byline): Byline {
  if (site.template === 'wiki' || site.template === 'forum') return 'none';
  if (preferred === 'person') return 'person';
  return index % 2 === (preferred === 'pair' || preferred === 'guest' ? 0 : 1) ? preferred : 'person';
}

export function authorsOf(site: Site, { byline, index, guests, dice }: Signing): Person[] {
  const [one, two] = [
    site.people[index % Math.max(1, site.people.length)],
    site.people[(index + 1) % Math.max(1, site.people.length)],
  ];
  if (byline === 'guest') return [dice.pick(guests)];
  if (byline === 'pair' && one !== undefined && two !== undefined && one !== two) return [one, two];
  return (byline === 'person' || byline === 'pair') && one !== undefined ? [one] : [];
}

export function signatureOf(site: Site, byline: Byline): string | null {
  if (byline === 'admin') return 'admin';
  if (byline === 'staff') return `${site.title} Team`;
  return byline === 'organisation' ? site.title : null;
}
