import { describe, expect, test } from 'vitest';
import {
  type CampaignStatus,
  campaignBadge,
  campaignPage,
  campaignStatusLabel,
  campaignTypeLabel,
} from './campaign.ts';
import { campaignStatuses } from './campaign-values.ts';

describe('campaign statuses', () => {
  const known = {
    'Waiting for Search Results': ['loader', 'search-results'],
    'Waiting to Pick Search Results': ['action', 'search-results'],
    'No organic result': ['error', 'search-results'],
    'Waiting for Backlinks': ['loader', 'backlinks'],
    'Analyzing Backlinks': ['loader', 'backlinks'],
    'Waiting to Pick Backlinks': ['action', 'backlinks'],
    'Waiting for Emails': ['loader', 'contacts'],
    'Waiting to Download Emails': ['action', 'contacts'],
    'Something went wrong': ['action', 'backlinks'],
    Stopped: ['action', 'backlinks'],
  } as const satisfies Record<CampaignStatus, readonly string[]>;

  test.each(campaignStatuses)('%s has the badge of its words, and leads to the page they name', (status) => {
    expect([campaignBadge(status), campaignPage(status, null)]).toEqual(known[status]);
  });

  test('a failed campaign leads to the step that failed', () => {
    expect(campaignPage('Something went wrong', 'contacts')).toBe('contacts');
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
