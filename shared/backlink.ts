// A backlink as returned by /data/backlinks.
import { z } from 'zod';
import { emailModes } from './campaign-values.ts';
import { removalReasons } from './lead-values.ts';
import { linkFollows, linkPlaces, linkStates } from './link-check-values.ts';
import { siteHistory } from './prospect.ts';
import { searchProblem } from './search-problem.ts';
import { triage } from './triage.ts';

export const screenshotStates = ['waiting', 'ready', 'failed'] as const;

/** empty: the full domain search found no address. */
const domainSearches = ['none', 'running', 'found', 'empty'] as const;

/**
 * The state of the contact search. no-credit, limited: not finished, because the credits ran out or the order's limit was
 * reached. unreachable: the host does not exist or the address is forbidden, so there is nothing to retry.
 */
const contactSearches = [
  'none',
  'waiting',
  'done',
  'failed',
  'no-credit',
  'limited',
  'unreachable',
  'stopped',
] as const;

export const backlink = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  requests_id: z.uuid(),
  url_from: z.string(),
  /** Null for Magic Search, and for own backlinks without a named target: no link is known. */
  url_to: z.string().nullable(),
  domain: z.string(),
  title: z.string(),
  anchor: z.string(),
  rel: z.string(),
  /** The provider that stated it. */
  source: z.string(),
  /** The URL rating; -1: unknown, the column shows traffic instead. */
  ahrefs_rank: z.number(),
  /** -1: the site was never measured. */
  domain_rating: z.number(),
  /** -1: unknown. */
  search_traffic: z.int(),
  traffic_value: z.int(),
  /**
   * Which source stated a figure, by field, if it is not `source`. A domain rating that Zeus's own index discounts has the reason
   * in it (`zeus-own:discounted/…`, shared/rating-discount.ts).
   */
  figure_sources: z.record(z.string(), z.string()),
  /** What the user knew about the site when it was delivered all the same; null: nothing. */
  history: siteHistory.nullable(),
  keep: z.boolean(),
  screened: z.boolean(),
  /** Why it was removed; counts only while it is. */
  removal_reason: z.enum(removalReasons).nullable(),
  note: z.string(),
  tags: z.array(z.string()),
  /** Why the page could not be read, for the user; null if it could. */
  page_problem: z.string().nullable(),
  screenshot_url: z.string().nullable(),
  screenshot_state: z.enum(screenshotStates),
  screenshot_reason: z.string().nullable(),
  /** What became of the link when Zeus last opened the page; null: not checked, or no link is known. */
  link_state: z.enum(linkStates).nullable(),
  link_follow: z.enum(linkFollows).nullable(),
  link_place: z.enum(linkPlaces).nullable(),
  /** What speaks against it; null: Zeus has not seen the page yet. */
  triage: triage.nullable(),
  domain_search: z.enum(domainSearches),
  /** Why the last full domain search ended without an answer; null if it did not. */
  domain_search_problem: searchProblem.nullable(),
  contact_search: z.enum(contactSearches),
  contact_search_problem: z.string().nullable(),
  /** The mode of the finished search; null before the first. */
  contact_search_mode: z.enum(emailModes).nullable(),
  /** The page with the site's contact form; null if none was found or the site was not searched yet. */
  contact_form_url: z.string().nullable(),
  /** The service or plugin it is made with, if known. */
  contact_form_service: z.string().nullable(),
});

export type Backlink = z.infer<typeof backlink>;
