import { describe, expect, test } from 'vitest';
import { readPeople } from './name-list.ts';
import { readPersonName } from './person-name.ts';
import { splitName } from './split-name.ts';

describe('readPersonName', () => {
  test.each([
    ['By Jane Doe', 'Jane Doe'],
    ['Written by: Jane Doe', 'Jane Doe'],
    ['Von Gudrun Müller', 'Gudrun Müller'],
    ['JANE DOE', 'Jane Doe'],
    ['Dr. Jane Doe, MD', 'Jane Doe'],
    ['Jane Doe | March 3, 2024', 'Jane Doe'],
    ['Jane Doe - Senior Editor', 'Jane Doe'],
    ['Ludwig van der Berg', 'Ludwig van der Berg'],
    ["Seán O'Brien-Smith", "Seán O'Brien-Smith"],
    ['Martin Luther King Jr.', 'Martin Luther King Jr.'],
    ['J. K. Rowling', 'J. K. Rowling'],
    ['Ярослав Кузишин', 'Ярослав Кузишин'],
    ['松村太郎', '松村太郎'],
    ['Ronald McDonald', 'Ronald McDonald'],
  ])('%s is %s', (raw, name) => {
    expect(readPersonName(raw)?.name).toBe(name);
  });

  test.each([
    'admin',
    'Admin',
    'Editorial Team',
    'Staff Writer',
    'Redaktion',
    'The Coffee Times',
    'March 3, 2024',
    'Golf Digest',
    'Read More',
    'Guest Author',
    'Jane',
    'Acme Inc',
    'jane@site.com',
    'https://site.com/author/jane',
    'How to brew a good coffee at home',
    'Lesotho TimesNovember',
  ])('%s is not a person', (raw) => {
    expect(readPersonName(raw)).toBeNull();
  });

  test('a site name is not a person unless it has a given name', () => {
    expect(readPersonName('Warbler Harrow', { siteNames: ['warblerharrow'] })).toBeNull();
    expect(readPersonName('Jane Doe', { siteNames: ['janedoe'] })?.name).toBe('Jane Doe');
  });

  test('fixes lower-case names from sources that state a name', () => {
    expect(readPersonName('gunilla von heland', { anyCase: true })?.name).toBe('Gunilla von Heland');
    expect(readPersonName('gunilla von heland')).toBeNull();
  });
});

describe('readPeople', () => {
  test.each([
    ['Jane Doe and John Smith', ['Jane Doe', 'John Smith']],
    ['By Jane Doe, Max Weber & Anna Karlsson', ['Jane Doe', 'Max Weber', 'Anna Karlsson']],
    ['Jane Doe; John Smith', ['Jane Doe', 'John Smith']],
    ['Jane Doe und Max Weber', ['Jane Doe', 'Max Weber']],
    ['Doe, Jane', ['Jane Doe']],
    ['Jane Doe, Head of Growth', ['Jane Doe']],
    ['Jane Doe, PhD, RD', ['Jane Doe']],
    ['Reuters', []],
  ])('%s', (raw, names) => {
    expect(readPeople(raw).map((person) => person.name)).toEqual(names);
  });
});

describe('splitName', () => {
  test.each([
    ['Jane Doe', 'Jane', 'Doe'],
    ['Jane Mary Doe', 'Jane', 'Doe'],
    ['Ludwig van der Berg', 'Ludwig', 'van der Berg'],
    ['Maria de la Cruz', 'Maria', 'de la Cruz'],
    ['Martin King Jr.', 'Martin', 'King'],
    ['Sarah', 'Sarah', ''],
    ['松村太郎', '太郎', '松村'],
    ['김민수', '민수', '김'],
  ])('%s', (name, firstName, lastName) => {
    expect(splitName(name)).toEqual({ firstName, lastName });
  });
});
