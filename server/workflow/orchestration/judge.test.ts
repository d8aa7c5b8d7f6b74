import { expect, test } from 'vitest';
import { type CampaignState, judge } from './judge.ts';

const state: CampaignState = {
  status: 'Waiting for Search Results',
  type: 'Guest Posts',
  search: 'done',
  searchFailure: null,
  leftOut: 0,
  overLimit: 0,
  searchResults: 0,
  backlinkSearches: {},
  pageReads: {},
  contactSearches: {},
  slowSites: 0,
};
const searching = { ...state, search: 'waiting' as const };
const linking = { ...state, status: 'Waiting for Backlinks' as const };
const magic = { ...linking, type: 'Magic Campaign' as const };
const reading = { ...state, status: 'Analyzing Backlinks' as const, type: 'BYOB' as const };
const finding = { ...state, status: 'Waiting for Emails' as const };

test.each<[string, CampaignState, object | null]>([
  ['searching', searching, { status: 'Waiting for Search Results', total: 0 }],
  ['results', { ...state, searchResults: 3 }, { status: 'Waiting to Pick Search Results' }],
  ['no result', state, { status: 'No organic result', failedStep: null }],
  ['search failed', { ...state, search: 'failed' }, { status: 'Something went wrong', failedStep: 'search-results' }],
  [
    "search failed because of the operator's accounts",
    { ...state, search: 'failed', searchFailure: 'account' },
    {
      failedStep: 'search-results',
      message: expect.stringContaining('its search service has stopped working'),
    },
  ],
  [
    'linking',
    { ...linking, backlinkSearches: { none: 9, waiting: 2, done: 3 } },
    { status: linking.status, done: 3, total: 5 },
  ],
  [
    'reading pages of slow sites',
    { ...reading, pageReads: { waiting: 3, done: 1 }, slowSites: 2 },
    { status: reading.status, done: 1, total: 4, slowSites: 2 },
  ],
  [
    'finding contacts at slow sites',
    { ...finding, contactSearches: { waiting: 1, done: 1 }, slowSites: 1 },
    { status: finding.status, done: 1, total: 2, slowSites: 1 },
  ],
  [
    'linked',
    { ...linking, backlinkSearches: { none: 9, done: 3 } },
    { status: 'Waiting to Pick Backlinks', message: null },
  ],
  [
    'linked, with too few credits',
    { ...linking, leftOut: 1, backlinkSearches: { 'no-credit': 1 } },
    { status: 'Waiting to Pick Backlinks', message: '1 backlink was left out: your backlink credits ran out.' },
  ],
  [
    'linked, with the limit reached before all results were looked up',
    { ...linking, backlinkSearches: { done: 1, limited: 2 } },
    {
      status: 'Waiting to Pick Backlinks',
      message: 'Your limit was reached before 2 of 3 search results had been looked up.',
    },
  ],
  [
    'linked, with backlinks beyond the limit',
    { ...linking, overLimit: 4, backlinkSearches: { done: 1, limited: 2 } },
    { status: 'Waiting to Pick Backlinks', message: '4 backlinks were left out: your limit was reached.' },
  ],
  [
    'linking failed in part, with too few credits',
    { ...linking, leftOut: 2, backlinkSearches: { done: 1, failed: 1 } },
    {
      status: 'Something went wrong',
      failedStep: 'backlinks',
      message:
        'Zeus could not search for the backlinks of 1 of 2 search results. You were not charged for it. Try again to search only that one. 2 backlinks were left out: your backlink credits ran out.',
    },
  ],
  [
    "linking failed in part because of the operator's accounts",
    { ...linking, searchFailure: 'account', backlinkSearches: { done: 1, failed: 1 } },
    {
      failedStep: 'backlinks',
      message: expect.stringContaining('Its link database has stopped working. You were not charged'),
    },
  ],
  ['everything unticked', { ...linking, backlinkSearches: { none: 9 } }, { status: 'Waiting to Pick Search Results' }],
  ['Magic', { ...magic, search: 'waiting' }, { status: 'Waiting for Backlinks' }],
  ['Magic done', magic, { status: 'Waiting to Pick Backlinks' }],
  ['Magic failed', { ...magic, search: 'failed' }, { status: 'Something went wrong', failedStep: 'backlinks' }],
  [
    "Magic failed because of the operator's accounts",
    { ...magic, search: 'failed', searchFailure: 'account' },
    { failedStep: 'backlinks', message: expect.stringContaining('its link database has stopped working') },
  ],
  ['own pages', { ...reading, pageReads: { waiting: 1, done: 4 } }, { status: reading.status, done: 4, total: 5 }],
  ['own pages read', { ...reading, pageReads: { done: 5 } }, { status: 'Waiting to Pick Backlinks' }],
  [
    'emails',
    { ...finding, contactSearches: { none: 60, waiting: 28, done: 10, failed: 1, 'no-credit': 1 } },
    { status: finding.status, done: 12, total: 40 },
  ],
  [
    'emails found',
    { ...finding, contactSearches: { done: 40 } },
    { status: 'Waiting to Download Emails', message: null },
  ],
  [
    'emails, credits used up',
    { ...finding, contactSearches: { done: 35, 'no-credit': 5 } },
    {
      status: 'Waiting to Download Emails',
      message: '5 of 40 backlinks are not fully searched: your email credits ran out.',
    },
  ],
  [
    'emails, limit reached',
    { ...finding, contactSearches: { limited: 1, failed: 1, 'no-credit': 2 } },
    {
      status: 'Waiting to Download Emails',
      message:
        '2 of 4 backlinks are not fully searched: your email credits ran out. 1 of 4 backlinks is not fully searched: your limit was reached.',
    },
  ],
  [
    'emails failed in part: the rows show it, the list is ready',
    { ...finding, contactSearches: { done: 37, failed: 3 } },
    { status: 'Waiting to Download Emails', failedStep: null, message: null },
  ],
  [
    'emails failed everywhere',
    { ...finding, contactSearches: { failed: 3, 'no-credit': 37 } },
    {
      status: 'Something went wrong',
      failedStep: 'contacts',
      message: expect.stringContaining('at 3 of 40 backlinks'),
    },
  ],
  [
    'pages that can never be reached count as searched, and need no retry',
    { ...finding, contactSearches: { unreachable: 3 } },
    { status: 'Waiting to Download Emails', failedStep: null, message: null },
  ],
  [
    'emails failed everywhere else',
    { ...finding, contactSearches: { unreachable: 1, failed: 2 } },
    { status: 'Something went wrong', message: expect.stringContaining('at 2 of 3 backlinks') },
  ],
  [
    'a late email that could not be paid for',
    { ...finding, status: 'Waiting to Download Emails', contactSearches: { done: 2, failed: 1, 'no-credit': 1 } },
    {
      status: 'Waiting to Download Emails',
      message: '1 of 4 backlinks is not fully searched: your email credits ran out.',
    },
  ],
  ['the user is asked', { ...finding, status: 'Waiting to Pick Backlinks' }, null],
  ['it went wrong before', { ...finding, status: 'Something went wrong' }, null],
])('%s', (_name, given, expected) => {
  if (expected === null) expect(judge(given)).toBeNull();
  else expect(judge(given)).toMatchObject(expected);
});
