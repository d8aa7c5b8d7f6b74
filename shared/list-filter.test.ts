import { expect, test } from 'vitest';
import { linkFilters } from './link-check-values.ts';
import { type ListFilter, type ListRows, listMatcher } from './list-filter.ts';
import { groupFilters } from './triage-values.ts';

const page: ListRows['backlinks'] = {
  title: 'Where To Play',
  url_from: 'https://clubhouse.example/golf',
  anchor: 'the best courses',
  domain_rating: 40,
  search_traffic: 0,
  source: 'zeus-own',
  history: null,
  link_state: null,
  link_follow: null,
  removal_reason: null,
  note: '',
  tags: [],
  triage: null,
  keep: false,
};
const matches = (filter: ListFilter, change: Partial<ListRows['backlinks']> = {}) =>
  listMatcher('backlinks', filter)({ ...page, ...change });

test('words match in any order and case, in the title, the URL or the anchor', () => {
  for (const words of ['', '  ', 'play WHERE', 'clubhouse courses', 'GOLF\tto']) expect(matches({ words })).toBe(true);
  for (const words of ['tennis', 'play tennis']) expect(matches({ words })).toBe(false);
  expect(matches({ words: 'ÜBER' }, { title: 'über uns' })).toBe(true);
  for (const words of ['/ÜBER', '%c3%bcber']) {
    expect(matches({ words }, { url_from: 'https://clubhouse.example/%C3%BCber' })).toBe(true);
  }
});

test('figures are compared inclusively, and an unknown one is in no range', () => {
  expect(matches({ minDr: 40, maxDr: 40 })).toBe(true);
  expect(matches({ minDr: 41 })).toBe(false);
  expect(matches({ maxDr: 39.9 })).toBe(false);
  expect(matches({ maxTraffic: 0 })).toBe(true);
  for (const filter of [{ minTraffic: 0 }, { maxTraffic: 5 }, { minTraffic: -5 }]) {
    expect(matches(filter, { search_traffic: -1 })).toBe(false);
  }
  expect(matches({}, { search_traffic: -1, domain_rating: -1 })).toBe(true);
});

test('sources, known sites and selected rows', () => {
  const history = { reason: 'contacted', otherCampaign: null, contactedAt: null } as const;
  expect([matches({ source: 'zeus-own' }), matches({ source: 'moz' })]).toEqual([true, false]);
  expect([matches({ known: false }), matches({ known: true }), matches({ known: true }, { history })]).toEqual([
    true,
    false,
    true,
  ]);
  expect([matches({ selected: true }), matches({ selected: true }, { keep: true })]).toEqual([false, true]);
});

test('what became of the link', () => {
  const of = (link_state: typeof page.link_state, link_follow: typeof page.link_follow = null) =>
    linkFilters.filter((link) => matches({ link }, { link_state, link_follow }));
  expect(of('found', 'dofollow')).toEqual(['dofollow', 'found']);
  expect(of('found', 'ugc')).toEqual(['found']);
  expect(of('gone')).toEqual(['gone']);
  expect(of('unclear')).toEqual(['unclear']);
  expect(of(null)).toEqual(['unchecked']);
});

test('what the user said about a lead', () => {
  const removed = { keep: false, removal_reason: 'spam' } as const;
  expect(matches({ reason: 'spam' }, removed)).toBe(true);
  expect(matches({ reason: 'paid' }, removed)).toBe(false);
  // Kept since: the reason no longer counts.
  expect(matches({ reason: 'spam' }, { ...removed, keep: true })).toBe(false);
  expect([matches({ tag: 'a' }, { tags: ['a', 'b'] }), matches({ tag: 'c' }, { tags: ['a', 'b'] })]).toEqual([
    true,
    false,
  ]);
  expect([matches({ noted: true }), matches({ noted: true }, { note: 'x' }), matches({ noted: false })]).toEqual([
    false,
    true,
    true,
  ]);
  expect(matches({ words: 'spring resource' }, { note: 'Ask in Spring', tags: ['resource page'] })).toBe(true);
});

test('groups and signals', () => {
  const triage = { group: 'check', score: 3, signals: [{ name: 'thin', fact: '20', weight: 3 }] } as const;
  const checked = { triage: { ...triage, signals: [...triage.signals] } };
  expect(groupFilters.filter((group) => matches({ group }))).toEqual(['unchecked']);
  expect(groupFilters.filter((group) => matches({ group }, checked))).toEqual(['check']);
  expect([matches({ signal: 'thin' }), matches({ signal: 'thin' }, checked)]).toEqual([false, true]);
  expect(matches({ signal: 'stale' }, checked)).toBe(false);
});

test('contacts are listed if they have an email; the two toggles replace that condition', () => {
  const contact: ListRows['contacts'] = {
    ...{ first_name: '', last_name: '', type: 'generic', position: null, email: null, verification: null },
    ...{ source: 'hunter', keep: true, backlink_id: { url_from: 'https://clubhouse.example/', title: 'Clubhouse' } },
  };
  const is = (filter: ListFilter, change: Partial<ListRows['contacts']> = {}) =>
    listMatcher('contacts', filter)({ ...contact, ...change });
  expect([is({}), is({}, { email: false }), is({}, { email: 'a@b.example' })]).toEqual([false, false, true]);
  expect([is({ selected: true }), is({ valid: true }), is({ valid: true, selected: true })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(is({ valid: true }, { verification: 'valid', email: 'a@b.example', keep: false })).toBe(true);
  expect(is({ words: 'shared clubhouse', selected: true })).toBe(true);
  // A contact has no rating of its own.
  expect(is({ selected: true, minDr: 0 })).toBe(false);
});
