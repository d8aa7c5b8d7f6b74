// Decides which addresses exist, where they are printed and how they are hidden. The forms are used in turn, so each occurs
// several times. Some people print nothing: their address follows the pattern of the site, or is an alias that only email
// partners know.

import { BODY_FORMS, type HidingForm, HONEYPOT_FORMS } from '../forms/hiding-forms.ts';
import { type Dice, diceFor } from './random.ts';
import type { Mailbox, Page, PageKind, Person, Site, Spot } from './types.ts';

const GENERIC_NAMES = ['contact', 'hello', 'info', 'editor', 'office', 'press'] as const;
const LOCAL_GENERIC: Record<string, readonly string[]> = {
  de: ['redaktion', 'info'],
  fr: ['bonjour', 'contact'],
  es: ['hola', 'contacto'],
};

export interface Dealing {
  spots: Spot[];
  mailboxes: Map<string, Mailbox>;
  /** How many forms have been used so far. */
  dealt: number;
  baits: number;
}

/** Prints the addresses of one site onto its pages. */
export function placeAddresses(site: Site, dealing: Dealing): void {
  const dice = diceFor('spots', site.name);
  placeGeneric(site, dealing, dice);
  for (const person of site.people) placePerson(person, dealing, dice);
  placeGuests(site, dealing);
  placeFormer(site, dealing, dice);
  placeHoneypot(site, dealing, dice);
}

function placeGeneric(site: Site, dealing: Dealing, dice: Dice): void {
  site.generic = (LOCAL_GENERIC[site.language] ?? dice.draw(GENERIC_NAMES, 2)).map(
    (name) => `${name}@${site.mailDomain}`,
  );
  const places = [pageOf(site, 'contact') ?? pageOf(site, 'about'), pageOf(site, dice.chance(0.5) ? 'home' : 'about')];
  site.generic.forEach((address, index) => {
    dealing.mailboxes.set(address, { state: 'open', kind: 'generic', owner: null });
    const page = places[index];
    if (page !== undefined) print(dealing, { page, address, owner: null, form: nextForm(dealing) });
  });
}

/** Whether nothing but a partner tells the person's address. */
export const hasAlias = ({ address, patternAddress }: Person): boolean => address !== patternAddress;

// Four in five print their address, once or twice. Aliases are dealt a form, too, so that other sites stay as they are.
function placePerson(person: Person, dealing: Dealing, dice: Dice): void {
  const isWebmail = !person.address.endsWith(person.site.mailDomain);
  const state = dice.chance(0.04) ? 'full' : 'open';
  dealing.mailboxes.set(person.address, { state, kind: isWebmail ? 'webmail' : 'personal', owner: person });
  if (dice.chance(0.2) && person.site.people.length > 1) return;
  const pages = dice.draw(placesFor(person), dice.chance(0.3) ? 2 : 1);
  for (const page of pages) {
    const form = formFor(page, dealing);
    if (!hasAlias(person)) print(dealing, { page, address: person.address, owner: person, form });
  }
}

function placesFor(person: Person): Page[] {
  const { site } = person;
  const own = site.pages.filter((page) => page.kind === 'author' && page.person === person);
  const team = site.pages.filter(
    (page) => page.kind === 'team' || (page.kind === 'about' && pageOf(site, 'team') === undefined),
  );
  const box = site.pages.filter((page) => page.kind === 'article' && page.authors.includes(person)).slice(0, 1);
  const feed = site.pages.filter((page) => page.kind === 'feed' && site.people.length < 3);
  if (site.template === 'wiki' || site.template === 'forum') return team;
  return [...own, ...own, ...team, ...box, ...feed];
}

function formFor(page: Page, dealing: Dealing): HidingForm {
  if (page.kind === 'feed') return 'feed';
  dealing.dealt++;
  if (dealing.dealt % 9 === 4 && !WITHOUT_LD.has(page.site.template)) return 'json-ld';
  if (dealing.dealt % 23 === 7) return 'image';
  return BODY_FORMS[dealing.dealt % BODY_FORMS.length] ?? 'mailto';
}

const WITHOUT_LD = new Set(['handmade', 'forum', 'wiki']);

function nextForm(dealing: Dealing): HidingForm {
  dealing.dealt++;
  return BODY_FORMS[dealing.dealt % BODY_FORMS.length] ?? 'mailto';
}

function placeGuests(site: Site, dealing: Dealing): void {
  for (const page of site.pages) {
    const guest = page.byline === 'guest' ? page.authors[0] : undefined;
    if (guest !== undefined) print(dealing, { page, address: guest.address, owner: guest, form: nextForm(dealing) });
  }
}

// On every sixth site the address of a former employee is still printed.
function placeFormer(site: Site, dealing: Dealing, dice: Dice): void {
  const page = pageOf(site, 'about');
  if (page === undefined || !dice.chance(0.17)) return;
  const address = `archive@${site.mailDomain}`;
  dealing.mailboxes.set(address, { state: 'gone', kind: 'generic', owner: null });
  print(dealing, { page, address, owner: null, form: nextForm(dealing) });
}

function placeHoneypot(site: Site, dealing: Dealing, dice: Dice): void {
  const page = pageOf(site, 'contact') ?? pageOf(site, 'about');
  if (page === undefined || !dice.chance(0.4)) return;
  const form = HONEYPOT_FORMS[dealing.baits++ % HONEYPOT_FORMS.length] ?? 'honeypot-comment';
  const address = `${dice.pick(['sales', 'j.walker', 'anne.post', 'webmaster2'])}.${dice.below(900) + 100}@${site.mailDomain}`;
  dealing.mailboxes.set(address, { state: 'honeypot', kind: 'generic', owner: null });
  print(dealing, { page, address, owner: null, form });
}

function print(dealing: Dealing, spot: Spot): void {
  spot.page.spots.push(spot);
  dealing.spots.push(spot);
}

const pageOf = (site: Site, kind: PageKind): Page | undefined => site.pages.find((page) => page.kind === kind);
