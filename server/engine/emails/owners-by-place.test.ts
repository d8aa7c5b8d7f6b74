// Whose the addresses on a page are when their local parts don't tell.
import { describe, expect, test } from 'vitest';
import { readPage } from '../pages/read-page.ts';
import type { SitePageKind } from '../people/person.ts';
import { readPeople } from '../people/read-people.ts';
import { findAddresses } from './find-addresses.ts';
import { assignOwners } from './owners.ts';

/** The owners of the addresses on a page of acmepost.com, in page order, '-' for none. */
function ownersOn(html: string, kind: SitePageKind = 'team'): string {
  const facts = readPage(`<h1>Acme Post</h1>${html}<p>We love news.</p>`, 'https://acmepost.com/team');
  const people = readPeople(facts, kind).map((person) => ({ ...person, block: person.evidence[0]?.block ?? -1 }));
  const found = findAddresses(facts).sort((a, b) => a.evidence.block - b.evidence.block);
  const owned = assignOwners(found, people, { domains: ['acmepost.com'], blocks: facts.blocks });
  return owned.map(({ address, owner = '-' }) => `${address.split('@')[0]}: ${owner}`).join(', ');
}

type Card = (name: string, position: string, local: string) => string;
const team = (card: Card) =>
  [card('William Carter', 'Editor', 'bill'), card('Margaret Jones', 'Writer', 'peggy')].join('') +
  card('Steven Ott', 'Publisher', 'stevo');
const everyone = 'bill: William Carter, peggy: Margaret Jones, stevo: Steven Ott';
const heading = (name: string) => `<h3>${name}</h3>`;
const icon = (local: string) => local && `<a href="mailto:${local}@acmepost.com"></a>`;

test.each<[string, Card]>([
  ['cards', (name, position, local) => `${heading(name)}<p>${position}</p><p>${local}@acmepost.com</p>`],
  ['cards with a phone', (name, position, local) => `${heading(name)}${position}<p>1234<p>${local}@acmepost.com</p>`],
  [
    'links',
    (name, position, local) => `${heading(name)}${position}<p><a href="mailto:${local}@acmepost.com">Email</a>`,
  ],
  ['icons', (name, position, local) => `${heading(name)}<p>${position}</p><a href="mailto:${local}@acmepost.com"></a>`],
  ['icons above', (name, position, local) => `<a href="mailto:${local}@acmepost.com"></a>${heading(name)}${position}`],
  ['addresses above', (name, position, local) => `<p>${local}@acmepost.com</p>${heading(name)}<p>${position}</p>`],
])('%s: each address belongs to its own card', (_, card) => {
  expect(ownersOn(team(card))).toBe(everyone);
});

test.each<[string, Card]>([
  ['first', (name, position, local) => `<tr><td>${name}<td>${position}<td>${local}@acmepost.com</tr>`],
  ['last', (name, position, local) => `<tr><td>${local}@acmepost.com<td>${position}<td>${name}</tr>`],
])('a table with the name in its %s column', (_, row) => {
  expect(ownersOn(`<table>${team(row)}</table>`)).toBe(everyone);
});

const william = '<h3>William Carter</h3><p>Editor</p>';
const margaret = '<h3>Margaret Jones</h3><p>Writer</p>';

describe('nobody owns', () => {
  test('an address above a list of names without any', () => {
    expect(ownersOn(`<p>newbie@acmepost.com</p>${william}${margaret}`)).toBe('newbie: -');
  });

  test('addresses both above the first name and below the last', () => {
    const page = `<p>newbie@acmepost.com</p>${william}<p>bill@acmepost.com</p>${margaret}<p>peggy@acmepost.com</p>`;
    expect(ownersOn(page)).toBe('newbie: -, bill: -, peggy: -');
    const known = page.replace('bill@', 'william@');
    expect(ownersOn(known)).toBe('newbie: -, william: William Carter, peggy: Margaret Jones');
  });

  test.each<[string, Card]>([
    ['icons', (name, position, local) => `${icon(local)}${heading(name)}<p>${position}</p>`],
    ['text', (name, position, local) => `${local && `<p>${local}@acmepost.com</p>`}${heading(name)}<p>${position}</p>`],
    [
      'a table',
      (name, position, local) => `<table><tr><td>${local && `${local}@acmepost.com`}<td>${position}<td>${name}</table>`,
    ],
  ])('addresses between names if the first or the last person may have none: %s', (_, card) => {
    const steven = card('Steven Ott', 'Publisher', 'stevo');
    const page = card('William Carter', 'Editor', '') + card('Margaret Jones', 'Writer', 'peggy') + steven;
    expect(ownersOn(page)).toBe('peggy: -, stevo: -');
  });

  test('the second address after a name, or two in one line', () => {
    const first = 'bill: William Carter, newbie: -';
    expect(ownersOn(`${william}<p>bill@acmepost.com</p><p>newbie@acmepost.com</p>`)).toBe(first);
    expect(ownersOn(`${william}<p>bill@acmepost.com, newbie@acmepost.com</p>`)).toBe('bill: -, newbie: -');
    expect(ownersOn(`${william}<p>william@acmepost.com</p><p>newbie@acmepost.com</p>`)).toBe(
      'william: William Carter, newbie: -',
    );
  });

  test('an address after the name of someone else', () => {
    const editor = '<h3>William Carter, Editor</h3>';
    expect(ownersOn(`${editor}<p>Thomas Fox</p><p>foxy@acmepost.com</p>`, 'about')).toBe('foxy: -');
    expect(ownersOn(`${editor}<p>Thomas Fox: foxy@acmepost.com</p>`, 'about')).toBe('foxy: -');
    expect(ownersOn(`${editor}<p>Always busy</p><p>foxy@acmepost.com</p>`, 'about')).toBe('foxy: William Carter');
  });

  test.each([
    ['a data protection officer’s', '<p>max@datenschutz-weber.de</p>'],
    ['a shared mailbox', '<p>publicidad@acmepost.com</p>'],
    ['a shared mailbox at a public email service', '<p>publicidad@gmail.com</p>'],
    ['an address for advertisers', '<p>Advertising: adsell@gmail.com</p>'],
    ['an address for advertisers below its label', '<p>Anzeigen:</p><p>adsell@acmepost.com</p>'],
  ])('%s next to a name', (_, address) => {
    expect(ownersOn(`${william}${address}`)).toMatch(/: -$/);
  });
});

test('someone without an address leaves the order clear if the last person has one, or an owner is known', () => {
  const bill = `${william}<p>bill@acmepost.com</p>`;
  const steven = '<h3>Steven Ott</h3><p>Publisher</p>';
  expect(ownersOn(`${bill}${margaret}${steven}<p>stevo@acmepost.com</p>`)).toBe(
    'bill: William Carter, stevo: Steven Ott',
  );
  expect(ownersOn(`${bill}${margaret}<p>margaret@acmepost.com</p>${steven}`)).toBe(
    'bill: William Carter, margaret: Margaret Jones',
  );
});

test('an address at a public email service belongs to its card', () => {
  expect(ownersOn(`${william}<p>coffeelover@gmail.com</p>${margaret}`)).toBe('coffeelover: William Carter');
});
