import { describe, expect, test } from 'vitest';
import { campaignBadge, campaignPage, campaignStatusLabel, campaignTypeLabel } from './campaign.ts';
import { campaignStatuses } from './campaign-values.ts';

describe('campaign statuses', () => {
  test.each(campaignStatuses)('%s has the badge the specification derives from its words', (status) => {
    const working = status.includes('Waiting for') || status.includes('Analyzing');
    const expected = working ? 'loader' : status === 'No organic result' ? 'error' : 'action';
    expect(campaignBadge(status)).toBe(expected);
  });

  test.each([
    ['Waiting for Search Results', 'search-results'],
    ['No organic result', 'search-results'],
    ['Waiting for Backlinks', 'backlinks'],
    ['Analyzing Backlinks', 'backlinks'],
    ['Waiting for Emails', 'contacts'],
  ])('%s leads to %s', (status, page) => {
    expect(campaignPage(status, null)).toBe(page);
  });

  test('the three statuses the specification names lead to their pages', () => {
    expect(campaignPage('Waiting to Pick Search Results', null)).toBe('search-results');
    expect(campaignPage('Waiting to Pick Backlinks', null)).toBe('backlinks');
    expect(campaignPage('Waiting to Download Emails', null)).toBe('contacts');
  });

  test('a failed campaign leads to the step that failed', () => {
    expect(campaignPage('Something went wrong', 'contacts')).toBe('contacts');
    expect(campaignPage('Something went wrong', null)).toBe('backlinks');
  });

  test.each([
    ['Waiting for Ratings', 'loader', 'backlinks'],
    ['Re-Analyzing Emails', 'loader', 'contacts'],
    ['Paused', 'action', 'backlinks'],
    ['Waiting to Review Contacts', 'action', 'contacts'],
    ['Waiting to Rank Search Results', 'action', 'search-results'],
    ['constructor', 'action', 'backlinks'],
    ['', 'action', 'backlinks'],
  ])('the unknown status %j has the badge %s and leads to %s', (status, badge, page) => {
    expect(campaignBadge(status)).toBe(badge);
    expect(campaignPage(status, null)).toBe(page);
    expect(campaignPage(status, 'no such step')).toBe(page);
    expect(campaignStatusLabel(status)).toBe(status);
  });

  test('only waiting for emails says how long it takes', () => {
    const noted = campaignStatuses.filter((status) => campaignStatusLabel(status) !== status);
    expect(noted).toEqual(['Waiting for Emails']);
    expect(campaignStatusLabel('Waiting for Emails')).toBe('Waiting for Emails (takes about 20 mins)');
  });
});

test('types are shown by their search, anything else as own backlinks', () => {
  expect(campaignTypeLabel('Magic Campaign')).toBe('Magic Search');
  expect(campaignTypeLabel('Guest Posts')).toBe('Organic Search');
  expect(campaignTypeLabel('BYOB')).toBe('Own Backlinks');
  expect(campaignTypeLabel('')).toBe('Own Backlinks');
});
