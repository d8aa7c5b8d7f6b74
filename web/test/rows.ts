// Rows as the server returns them, for web tests: complete, with changes where a test needs them.
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
import type { RuledSite } from '../../shared/prospect.ts';
import type { SearchResult } from '../../shared/search-result.ts';
import { serve } from './server.ts';

export const campaignId = '11111111-1111-4111-8111-111111111111';

/** The nth id of a kind. */
export function rowId(kind: 'backlink' | 'contact', number: number): string {
  return `${kind === 'backlink' ? '2' : '3'}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export function makeCampaign(change: Partial<Campaign> = {}): Campaign {
  return {
    id: campaignId,
    keyword: 'Best Golf Courses In America',
    type: 'Guest Posts',
    status: 'Waiting to Download Emails',
    status_message: null,
    min_dr: 0,
    max_dr: 100,
    min_words: 0,
    min_traffic: 0,
    country: null,
    language: null,
    targeting: {},
    mode: 'author',
    fallback_order: ['editor', 'marketing', 'founder', 'form'],
    progress_done: 0,
    progress_total: 0,
    slow_sites: 0,
    failed_step: null,
    figures_problem: null,
    step_started_at: null,
    created_at: '2026-01-02T03:04:05.000Z',
    archived_at: null,
    backlink_count: 0,
    contact_count: 0,
    valid_email_count: 0,
    ...change,
  };
}

export function makeBacklink(number: number, change: Partial<Backlink> = {}): Backlink {
  return {
    id: rowId('backlink', number),
    user_id: 'user-1',
    requests_id: campaignId,
    url_from: `https://site-${number}.example/page`,
    url_to: 'https://target.example/',
    domain: `site-${number}.example`,
    title: `Page ${number}`,
    anchor: `anchor ${number}`,
    rel: '',
    source: 'zeus-own',
    ahrefs_rank: 30,
    domain_rating: 90 - number,
    search_traffic: -1,
    traffic_value: -1,
    figure_sources: {},
    history: null,
    keep: true,
    screened: false,
    removal_reason: null,
    note: '',
    tags: [],
    page_problem: null,
    screenshot_url: null,
    screenshot_state: 'ready',
    screenshot_reason: null,
    link_state: null,
    link_follow: null,
    link_place: null,
    triage: null,
    domain_search: 'none',
    domain_search_problem: null,
    contact_search: 'done',
    contact_search_problem: null,
    contact_search_mode: null,
    contact_form_url: null,
    contact_form_service: null,
    ...change,
  };
}

export function makeSearchResult(number: number, change: Partial<SearchResult> = {}): SearchResult {
  return {
    id: `40000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    user_id: 'user-1',
    requests_id: campaignId,
    position: number,
    url: `https://rank-${number}.example/page`,
    title: `Result ${number}`,
    description: `About ${number}`,
    source: 'zeus-own',
    domain_rating: 80 - number,
    url_rating: 40,
    referring_domains: 1_200,
    dofollow_backlinks: 900,
    total_backlinks: 2_000,
    search_traffic: 14_200,
    traffic_value: 3_100,
    figure_sources: {},
    keep: false,
    ...change,
  };
}

/** A contact of the backlink with this number. */
export function makeContact(number: number, backlinkNumber: number, change: Partial<Contact> = {}): Contact {
  const { id, url_from, title, domain } = makeBacklink(backlinkNumber);
  return {
    id: rowId('contact', number),
    user_id: 'user-1',
    request_id: campaignId,
    backlink_id: { id, url_from, title, domain },
    first_name: 'Ada',
    last_name: `Number${number}`,
    position: 'Editor',
    location: null,
    email: `ada.${number}@site-${backlinkNumber}.example`,
    is_fetching: false,
    fetch_problem: null,
    type: 'personal',
    verification: 'valid',
    verification_reason: 'accepted',
    verified_at: new Date().toISOString(),
    next_check_at: null,
    is_checking: false,
    source: 'zeus-own',
    page: null,
    twitter: null,
    profiles: [],
    role: null,
    avatar_url: null,
    highlighted: false,
    keep: true,
    ...change,
  };
}

/** Answers the calls about blocked sites of the campaign like the server. */
export function serveBlockedSites(sites: RuledSite[] = []) {
  let blocked = sites;
  serve(`GET /data/requests/${campaignId}/site-rules`, () => Response.json(blocked));
  serve('POST /data/site-rules', ({ body }) => {
    const { lines, reason } = body as { lines: string[]; reason: string };
    const added = lines.map((domain) => ({ domain, kind: 'blocked' as const, pattern: domain, reason }));
    blocked = [...blocked.filter(({ domain }) => !lines.includes(domain)), ...added];
    return Response.json({ added: added.length, bad: [] });
  });
  serve('POST /data/site-rules/remove', ({ body }) => {
    const { patterns } = body as { patterns: string[] };
    blocked = blocked.filter(({ pattern }) => !patterns.includes(pattern));
    return Response.json({ updated: patterns.length });
  });
}

/** Sets the answers of the campaign's lists. */
export function serveRows(backlinks: readonly Backlink[], contacts: readonly Contact[]) {
  serve('GET /data/backlinks', () => Response.json(backlinks));
  serve('GET /data/contacts', () => Response.json(contacts));
}
