// Gives every site its people. Names are taken from all pools in turn, so each newsroom is mixed.

import { asciiOf, NAME_POOLS, slugOf } from './names.ts';
import { diceFor } from './random.ts';
import type { Language, MailPolicy, Person, Site } from './types.ts';

const POSITIONS: Partial<Record<Site['template'], readonly string[]>> = {
  magazine: [
    'Editor in Chief',
    'Senior Writer',
    'Features Editor',
    'Staff Writer',
    'Travel Editor',
    'Photo Editor',
    'Contributing Editor',
  ],
  corporate: [
    'Founder & CEO',
    'Head of Content',
    'Marketing Manager',
    'Customer Success Lead',
    'Technical Writer',
    'Chief Operating Officer',
    'Community Manager',
  ],
  classic: ['Editor', 'Contributing Writer', 'Co-founder', 'Reviews Editor'],
  blocks: ['Managing Editor', 'Writer', 'Contributor'],
  ghost: ['Founder', 'Writer', 'Editor'],
  shop: ['Owner', 'Head Roaster', 'Shop Manager', 'Workshop Lead'],
  platform: ['Writer', 'Software Engineer', 'Product Designer', 'Independent Journalist', 'Consultant'],
  forum: ['Administrator', 'Moderator'],
};
const ALONE = ['Writer', 'Author', 'Writer and walker', 'Freelance writer'];
const LOCAL: Record<string, readonly string[]> = {
  de: ['Redakteurin', 'Chefredakteur'],
  fr: ['Rédactrice en chef'],
  es: ['Editora', 'Redactor técnico'],
};

const BIOS: Record<Language, readonly string[]> = {
  en: [
    '{first} has written about {topic} since {year} and still answers every letter.',
    '{first} came to {topic} by way of a local newspaper and a very long bus ride.',
    '{first} lives near {town} with two bicycles and a patient dog.',
    'Before joining {site}, {first} taught mathematics and repaired radios.',
    '{first} edits our longer pieces and keeps the style guide short.',
    '{first} believes that most things can be explained on one page.',
    '{first} trained as a surveyor, which explains the maps.',
  ],
  de: [
    '{first} schreibt seit {year} über Golf und beantwortet jeden Brief.',
    '{first} hat früher Karten gezeichnet und geht am liebsten zu Fuß.',
    '{first} redigiert die langen Texte und hält sie kurz.',
  ],
  fr: [
    '{first} écrit sur le café depuis {year} et répond à chaque lettre.',
    '{first} pense que presque tout tient sur une page.',
    '{first} vit près de {town} avec deux vélos et un chien patient.',
  ],
  es: [
    '{first} escribe sobre servidores desde {year} y contesta todas las cartas.',
    '{first} cree que casi todo cabe en una página.',
    '{first} arregla radios los domingos.',
  ],
};
const TOWNS = ['Ashford', 'Port Ellery', 'Marlow Bay', 'Kingsbridge Falls', 'Oldhaven', 'Westerbrook'];
const TOPIC_WORDS = {
  golf: 'golf',
  hosting: 'web hosting',
  coffee: 'coffee',
  hiking: 'walking',
  energy: 'home energy',
  finance: 'money',
} as const;

// The pools for sites in other languages; English ones take from all in turn.
const LOCAL_POOLS: Partial<Record<Language, number>> = { de: 2, fr: 3, es: 4 };

/** Hands out names across sites: the same caller in the same order always gets the same people. */
export function createCasting(): (site: Site, count: number) => Person[] {
  const used = new Set<string>();
  let turn = 0;
  return (site, count) =>
    Array.from({ length: count }, (_, index) => {
      const local = LOCAL_POOLS[site.language];
      const [first, last] = local === undefined ? nextName(turn++, used) : freeName(local, 7 + index, used);
      return personOf(site, { first, last, index });
    });
}

function nextName(turn: number, used: Set<string>): [string, string] {
  return freeName(turn % NAME_POOLS.length, Math.floor(turn / NAME_POOLS.length), used);
}

function freeName(poolNumber: number, round: number, used: Set<string>): [string, string] {
  const pool = NAME_POOLS[poolNumber];
  if (pool === undefined) throw new Error('There is no such name pool.');
  for (let step = 0; step < pool.family.length; step++) {
    const first = pool.given[round % pool.given.length] ?? '';
    const last = pool.family[(round * 3 + step + Math.floor(round / 10)) % pool.family.length] ?? '';
    if (used.has(`${first} ${last}`)) continue;
    used.add(`${first} ${last}`);
    return [first, last];
  }
  throw new Error('The name pools are used up: add names.');
}

function personOf(site: Site, seat: { first: string; last: string; index: number }): Person {
  const name = `${seat.first} ${seat.last}`;
  const slug = slugOf(name);
  const dice = diceFor('person', slug);
  const bio = dice
    .draw(BIOS[site.language], 2)
    .join(' ')
    .replaceAll('{first}', seat.first)
    .replaceAll('{topic}', TOPIC_WORDS[site.topic])
    .replaceAll('{site}', site.title)
    .replaceAll('{town}', dice.pick(TOWNS))
    .replaceAll('{year}', String(2004 + dice.below(16)));
  const patternAddress = addressOf(site, seat.first, seat.last);
  const alias = aliasOf(site, { ...seat, slug });
  return {
    id: slug,
    first: seat.first,
    last: seat.last,
    name,
    slug,
    position: positionOf(site, seat.index),
    bio,
    site,
    address: alias === null ? patternAddress : `${alias}@${site.mailDomain}`,
    patternAddress,
    linkedin: dice.chance(0.6),
    twitter: dice.chance(0.55) ? asciiOf(seat.first) + asciiOf(seat.last).slice(0, 5) : null,
  };
}

function positionOf(site: Site, index: number): string {
  const all = LOCAL[site.language] ?? POSITIONS[site.template] ?? ALONE;
  if (all === ALONE) return diceFor('position', site.name, index).pick(ALONE);
  return all[index % all.length] ?? 'Writer';
}

// Two people of the hand-made pages use a webmail service.
function addressOf(site: Site, given: string, family: string): string {
  const first = asciiOf(given);
  const last = asciiOf(family);
  if (WEBMAIL_SITES.has(site.name)) return `${first}.${last}@${WEBMAIL_HOST}`;
  const local = {
    'first.last': `${first}.${last}`,
    flast: `${first.charAt(0)}${last}`,
    first,
    firstl: `${first}${last.charAt(0)}`,
    'f.last': `${first.charAt(0)}.${last}`,
    first_last: `${first}_${last}`,
    last,
    firstlast: `${first}${last}`,
  }[site.pattern];
  return `${local}@${site.mailDomain}`;
}

const CHECKABLE: ReadonlySet<MailPolicy> = new Set([
  ...(['mailboxes', 'strict-tls', 'second-mx', 'implicit-mx', 'relay', 'edge', 'greylist', 'slow'] as const),
]);

/**
 * Some people have a mailbox that follows no pattern: a nickname, a staff number, the name they had before they married. It
 * is printed nowhere, so only email partners know it. Never the first of a site, who may write as a guest elsewhere.
 */
function aliasOf(site: Site, seat: { first: string; last: string; index: number; slug: string }): string | null {
  const dice = diceFor('alias', seat.slug);
  if (seat.index === 0 || WEBMAIL_SITES.has(site.name) || !CHECKABLE.has(site.mail) || !dice.chance(0.4)) return null;
  const [first, last] = [asciiOf(seat.first), asciiOf(seat.last)];
  const number = 100 + dice.below(900);
  return dice.pick([
    `${first.slice(0, 3)}${number}`,
    `${first.charAt(0)}${last.charAt(0)}${number}`,
    `${first}.${dice.pick(FORMER_NAMES)}`,
  ]);
}

const FORMER_NAMES = ['barlow', 'castell', 'dunmore', 'eastwick', 'fennimore'] as const;

export const WEBMAIL_HOST = 'freepost.localhost';
const WEBMAIL_SITES = new Set(['bootandmap', 'grindermuseum', 'nightshift']);
