// One campaign and one row of each list, as examples. A test validates them against their schemas.
import type { Backlink } from '../backlink.ts';
import type { Campaign } from '../campaign.ts';
import type { Contact } from '../contact.ts';
import type { Evidence } from '../contact-evidence.ts';
import type { CreditEntry } from '../credit-entry.ts';
import type { SearchResult } from '../search-result.ts';

export const ids = {
  user: '01977c3a-0f00-7a01-8f00-5d3c2b1a0f01',
  campaign: '01977c3a-1f00-7b02-8f00-5d3c2b1a0f02',
  searchResult: '01977c3a-2f00-7c03-8f00-5d3c2b1a0f03',
  backlink: '01977c3a-3f00-7d04-8f00-5d3c2b1a0f04',
  contact: '01977c3a-4f00-7e05-8f00-5d3c2b1a0f05',
} as const;

export const campaignExample: Campaign = {
  id: ids.campaign,
  keyword: 'Best Golf Courses In America',
  type: 'Guest Posts',
  status: 'Waiting to Pick Search Results',
  status_message: null,
  min_dr: 20,
  max_dr: 100,
  min_words: 0,
  min_traffic: 0,
  country: 'us',
  language: 'en',
  targeting: {},
  mode: null,
  progress_done: 100,
  progress_total: 100,
  slow_sites: 2,
  failed_step: null,
  figures_problem: null,
  step_started_at: null,
  created_at: '2026-11-15T08:30:00.000Z',
  archived_at: null,
  backlink_count: 0,
  contact_count: 0,
  valid_email_count: 0,
};

export const searchResultExample: SearchResult = {
  id: ids.searchResult,
  user_id: ids.user,
  requests_id: ids.campaign,
  position: 1,
  url: 'https://fairway.example/best-golf-courses',
  title: 'The 50 best golf courses in America',
  description: 'Ranked by those who have played them.',
  source: 'zeus-own',
  domain_rating: 61.4,
  url_rating: 23,
  referring_domains: 148,
  dofollow_backlinks: 310,
  total_backlinks: 402,
  search_traffic: 5_200,
  traffic_value: -1,
  figure_sources: { search_traffic: 'dataforseo' },
  keep: true,
};

export const backlinkExample: Backlink = {
  id: ids.backlink,
  user_id: ids.user,
  requests_id: ids.campaign,
  url_from: 'https://clubhouse.example/where-to-play',
  url_to: 'https://fairway.example/best-golf-courses',
  domain: 'clubhouse.example',
  title: 'Where to play this year',
  anchor: 'the best courses',
  rel: '',
  source: 'zeus-own',
  ahrefs_rank: 18.2,
  domain_rating: 54,
  search_traffic: -1,
  traffic_value: -1,
  figure_sources: {},
  history: null,
  keep: true,
  screened: false,
  page_problem: null,
  screenshot_url: null,
  screenshot_state: 'waiting',
  screenshot_reason: null,
  domain_search: 'none',
  contact_search: 'done',
  contact_search_problem: null,
  contact_search_mode: null,
};

export const contactExample: Contact = {
  id: ids.contact,
  user_id: ids.user,
  request_id: ids.campaign,
  backlink_id: {
    id: ids.backlink,
    url_from: backlinkExample.url_from,
    title: backlinkExample.title,
    domain: backlinkExample.domain,
  },
  first_name: 'Mia',
  last_name: 'Berg',
  position: 'Editor',
  location: null,
  email: 'mia@clubhouse.example',
  is_fetching: false,
  type: 'personal',
  verification: 'valid',
  verification_reason: 'accepted',
  verified_at: '2026-11-15T08:32:10.000Z',
  next_check_at: null,
  is_checking: false,
  source: 'zeus-own',
  page: null,
  twitter: null,
  avatar_url: null,
  highlighted: true,
  keep: true,
};

export const evidenceExample: Evidence = {
  id: ids.contact,
  email: 'mia@clubhouse.example',
  source: 'zeus-own',
  verification: 'valid',
  verification_reason: 'accepted',
  verified_at: '2026-11-15T08:32:10.000Z',
  next_check_at: null,
  is_checking: false,
  origin: {
    kind: 'page',
    page: 'https://clubhouse.example/team',
    quote: 'Write to Mia Berg at mia@clubhouse.example.',
  },
  asked: [
    {
      source: 'zeus-own',
      outcome: 'found',
      verdict: 'valid',
      words: 'Printed on the site.',
      at: '2026-11-15T08:32:10.000Z',
    },
  ],
  verified_by: 'zeus-own',
  mail_server: {
    host: 'mx.clubhouse.example',
    code: 250,
    text: '2.1.5 Ok',
    probe: { code: 550, text: '5.1.1 No such user' },
  },
  last_check: null,
  confidence: { level: 'high', why: 'The mail server confirmed that this mailbox exists.' },
};

export const creditEntryExample: CreditEntry = {
  id: 4_711,
  kind: 'backlink',
  delta: -1,
  reason: `backlink:${ids.backlink}`,
  label: "Backlink for 'Best Golf Courses In America'",
  item: 'https://clubhouse.example/where-to-play',
  campaign_id: ids.campaign,
  refund: null,
  created_at: '2026-11-15T08:31:00.000Z',
};
