import { expect, test } from 'vitest';
import { checkLead, type LeadFacts } from './lead-signals.ts';

const seen: LeadFacts = {
  ...{ state: 'ready', reason: null, pageSignals: [], pageLanguage: 'en', campaignLanguage: 'en' },
  ...{ published: null, modified: null, linkingPage: null },
  ...{ linkState: 'found', linkProblem: null, linkFollow: 'dofollow', linkPlace: 'content', ratingSource: 'zeus-own' },
};
const signals = (change: Partial<LeadFacts>) =>
  checkLead({ ...seen, ...change }).signals?.map(({ name, fact }) => (fact === '' ? name : `${name}: ${fact}`));

test('a good page has no signals, and one that was not opened has no verdict', () => {
  expect(signals({})).toEqual([]);
  expect(signals({ pageSignals: null })).toBeUndefined();
  expect(signals({ state: 'waiting', pageSignals: null, linkState: null })).toBeUndefined();
});

test('what the page shows comes first', () => {
  const pageSignals = [{ name: 'thin', fact: '20' }] as const;
  expect(signals({ pageSignals, pageLanguage: 'de' })).toEqual(['thin: 20', 'other-language: de']);
});

test.each([
  ['de', 'en', ['other-language: de']],
  ['en', 'en', []],
  ['', 'en', []],
  [null, 'en', []],
  ['de', null, []],
])('a page in %j for a campaign in %j', (pageLanguage, campaignLanguage, expected) => {
  expect(signals({ pageLanguage, campaignLanguage })).toEqual(expected);
});

test.each([
  [{ linkFollow: 'nofollow' }, ['weak-link: nofollow']],
  [{ linkPlace: 'footer' }, ['weak-link: footer']],
  [{ linkFollow: 'ugc', linkPlace: 'comments' }, ['weak-link: ugc comments']],
  [{ linkState: 'gone', linkProblem: 'removed', linkFollow: null, linkPlace: null }, ['link-missing: removed']],
  // Couldn't check.
  [{ linkState: 'unclear', linkProblem: 'blocked', linkFollow: null, linkPlace: null }, []],
  [{ linkState: null, linkFollow: null, linkPlace: null }, []],
])('a link with %j', (change, expected) => {
  expect(signals(change)).toEqual(expected);
});

test('a site of a network with nearly the same links, unless the page shows a link farm itself', () => {
  const ratingSource = 'zeus-own:discounted/37.2/5/5/6';
  expect(signals({ ratingSource })).toEqual(['link-farm: 6']);
  expect(signals({ ratingSource, pageSignals: [{ name: 'link-farm', fact: 'casino' }] })).toEqual([
    'link-farm: casino',
  ]);
  // Promoted by a network, but not part of it.
  expect(signals({ ratingSource: 'zeus-own:discounted/37.2/5/5/0' })).toEqual([]);
});

test('a site that links to the user, with or without knowing the page', () => {
  expect(signals({ linkingPage: 'https://fan.example/' })).toEqual(['links-to-me: https://fan.example/']);
  expect(signals({ linkingPage: '' })).toEqual(['links-to-me']);
});

test('a page that does not exist is an error page, and what was once seen on it no longer counts', () => {
  const old = { pageSignals: [{ name: 'thin', fact: '20' }] as const, pageLanguage: 'de', published: '2019-01-02' };
  const gone = { linkState: 'gone', linkProblem: 'page-gone', linkFollow: null, linkPlace: null };
  const lead = checkLead({ ...seen, ...old, ...gone, state: 'failed', reason: 'not-found' });
  expect(lead.signals?.map(({ name }) => name)).toEqual(['error-page', 'link-missing']);
  expect(lead.pageDate).toBeNull();
});

test('a visit that failed for other reasons leaves what was seen before', () => {
  for (const reason of ['blocked', 'timed-out', 'unavailable', 'refused', 'not-a-page', 'no-browser']) {
    expect(signals({ state: 'failed', reason })).toEqual([]);
    expect(signals({ state: 'failed', reason, pageSignals: null })).toBeUndefined();
  }
});

test('the date of a page is the later of its two', () => {
  const dateOf = (published: string | null, modified: string | null) =>
    checkLead({ ...seen, published, modified }).pageDate;
  expect(dateOf('2019-01-02', '2021-03-04')).toBe('2021-03-04');
  expect(dateOf('2022-01-02', '2021-03-04')).toBe('2022-01-02');
  expect(dateOf(null, '2021-03-04')).toBe('2021-03-04');
  expect(dateOf(null, null)).toBeNull();
  for (const day of ['yesterday', '2021-02-31', '2021-13-01', '2021-3-4']) expect(dateOf(day, null)).toBeNull();
});
