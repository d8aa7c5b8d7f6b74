import { describe, expect, test } from 'vitest';
import { splitName } from '../authors/names/split-name.ts';
import type { FoundAddress } from './address.ts';
import type { AddressedPage } from './addressed-page.ts';
import { classifyAddress } from './classify.ts';
import { assignOwners } from './owners.ts';
import { candidateAddresses, learnPatterns, patternOf } from './patterns.ts';

const jane = { name: 'Jane Doe', firstName: 'Jane', lastName: 'Doe' };
const jurgen = { name: 'Jürgen von Groß', firstName: 'Jürgen', lastName: 'von Groß' };

describe('patternOf', () => {
  test.each([
    ['jane.doe@x.com', 'first.last'],
    ['jdoe@x.com', 'flast'],
    ['jane@x.com', 'first'],
    ['janed@x.com', 'firstl'],
    ['doe.jane@x.com', 'last.first'],
    ['jane+news@x.com', 'first'],
  ])('%s', (address, pattern) => {
    expect(patternOf(address, jane)).toBe(pattern);
  });

  test('handles spelled-out umlauts and omitted particles', () => {
    expect(patternOf('juergen.gross@x.de', jurgen)).toBe('first.last');
    expect(patternOf('jurgen.vongross@x.de', jurgen)).toBe('first.last');
  });

  test('an unrelated name has none', () => {
    expect(patternOf('max.weber@x.com', jane)).toBeNull();
  });
});

describe('candidateAddresses', () => {
  test('without knowledge, common patterns come first', () => {
    const all = candidateAddresses(jane, 'X.com', learnPatterns([]));
    expect(all.slice(0, 3).map((one) => one.address)).toEqual(['jane@x.com', 'jane.doe@x.com', 'jdoe@x.com']);
  });

  test('one known address changes the order', () => {
    const learned = learnPatterns([{ address: 'mweber@x.com', person: { firstName: 'Max', lastName: 'Weber' } }]);
    expect(learned[0]).toMatchObject({ pattern: 'flast', seen: 1 });
    const [best] = candidateAddresses(jane, 'x.com', learned);
    expect(best?.address).toBe('jdoe@x.com');
    expect(best?.likelihood).toBeGreaterThan(0.8);
  });

  test('no duplicates, and nothing for names without Latin letters', () => {
    const all = candidateAddresses(jane, 'x.com', learnPatterns([])).map((one) => one.address);
    expect(new Set(all).size).toBe(all.length);
    expect(candidateAddresses({ firstName: '太郎', lastName: '松村' }, 'x.jp', learnPatterns([]))).toEqual([]);
  });
});

describe('assignOwners', () => {
  const found = (address: string, block = 0): FoundAddress => ({
    address,
    kind: classifyAddress(address),
    place: 'page',
    evidence: { rule: 'text', snippet: '', block },
  });
  const ofSite = { domains: ['x.com'] };
  const ownerOf = (address: string, name: string, page: AddressedPage = ofSite) =>
    assignOwners([found(address)], [{ name, ...splitName(name) }], page)[0]?.owner;
  const john = { name: 'John Smith', firstName: 'John', lastName: 'Smith', block: 10 };

  test('by the local part', () => {
    const owners = assignOwners([found('jane.doe@x.com'), found('jsmith@x.com')], [jane, john], ofSite).map(
      (one) => one.owner,
    );
    expect(owners).toEqual(['Jane Doe', 'John Smith']);
  });

  test('by proximity when the local part says nothing', () => {
    const people = [{ ...jane, block: 2 }, john];
    expect(assignOwners([found('coffeelover@gmail.com', 11)], people, ofSite)[0]?.owner).toBe('John Smith');
  });

  test('no one owns a shared mailbox or a distant address', () => {
    expect(
      assignOwners([found('info@x.com', 10), found('coffeelover@gmail.com', 40)], [john], ofSite).map(
        (one) => one.owner,
      ),
    ).toEqual([undefined, undefined]);
  });

  test('a name of two letters', () => {
    expect(ownerOf('ed@x.com', 'Ed Miller')).toBe('Ed Miller');
    expect(ownerOf('hr@x.com', 'Hans Richter')).toBeUndefined();
  });

  test('initials need the name next to them, because they may be a department’s', () => {
    expect(ownerOf('pa@x.com', 'Paul Adams')).toBeUndefined();
    expect(ownerOf('pa@x.com', 'Paul Adams', { ...ofSite, blocks: [{ text: 'Paul Adams' }] })).toBe('Paul Adams');
    expect(assignOwners([found('pa@x.com')], [], ofSite)[0]?.kind).toBe('generic');
  });

  test('two equal matches: no owner', () => {
    const people = [john, { ...john, name: 'John Miller', lastName: 'Miller' }];
    expect(assignOwners([found('john@x.com')], people, ofSite)[0]?.owner).toBeUndefined();
  });

  test.each([
    ['awards@x.com', 'Jane Ward'],
    ['cooking@x.com', 'Mary King'],
    ['making@x.com', 'Mary King'],
    ['challenge@x.com', 'John Hall'],
    ['redwood@x.com', 'Ed Wood'],
    ['kate.ward@x.com', 'Jane Ward'],
    ['joannaward@x.com', 'Anna Ward'],
  ])('%s is not the address of %s', (address, name) => {
    expect(ownerOf(address, name)).toBeUndefined();
  });

  test.each([
    ['jward2@agency.com', 'Jane Ward'],
    ['jane.m.ward@agency.com', 'Jane Ward'],
    ['j.m.ward@agency.com', 'Jane Ward'],
    ['janewardwrites@gmail.com', 'Jane Ward'],
    ['ward.j.77@agency.com', 'Jane Ward'],
    ['jvandenberg@agency.com', 'Jan van den Berg'],
    ['jan.van.den.berg@agency.com', 'Jan van den Berg'],
    ['ana.garcia@agency.com', 'Ana García-Márquez'],
    ['ana.l.garcia.marquez@agency.com', 'Ana García-Márquez'],
  ])('%s is the address of %s, wherever it is', (address, name) => {
    expect(ownerOf(address, name)).toBe(name);
  });

  test.each(['sarah', 'jones', 'sarah2', 'sally.jones'])(
    '%s@ needs the site’s domain or the whole name next to it',
    (local) => {
      const name = 'Sarah Jones';
      expect(ownerOf(`${local}@mail.x.com`, name)).toBe(name);
      const quoted = [{ text: `The agency says: write to ${local}@agency.com.` }];
      expect(ownerOf(`${local}@agency.com`, name, { ...ofSite, blocks: quoted })).toBeUndefined();
      const box = [{ text: `${local}@agency.com` }, { text: 'SARAH JONES is a writer.' }];
      expect(ownerOf(`${local}@agency.com`, name, { ...ofSite, blocks: box })).toBe(name);
    },
  );
});

test.each([
  ['editor@x.com', 'generic'],
  ['hello@x.com', 'generic'],
  ['press-office@x.com', 'generic'],
  ['redaktion@x.de', 'generic'],
  ['publicidad@x.es', 'generic'],
  ['dsb@x.de', 'generic'],
  ['toiawase@x.jp', 'generic'],
  ['pr@x.com', 'generic'],
  ['it@x.com', 'generic'],
  ['uk.sales@x.com', 'generic'],
  ['24@x.com', 'generic'],
  ['ed@x.com', 'personal'],
  ['al.bo@x.com', 'personal'],
  ['de.souza@x.com', 'personal'],
  ['jane@x.com', 'personal'],
  ['jane.doe@x.com', 'personal'],
  ['jane.doe@gmail.com', 'webmail'],
  ['jane@web.de', 'webmail'],
])('%s is %s', (address, kind) => {
  expect(classifyAddress(address)).toBe(kind);
});
