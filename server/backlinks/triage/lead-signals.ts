// The signals of one lead: what its page shows, and what depends on its campaign and its user.
import type { PageSignal } from '../../../shared/link-check.ts';
import { discountOf } from '../../../shared/rating-discount.ts';
import type { SignalName } from '../../../shared/triage-values.ts';

/** What is known about a lead once its page has been opened. */
export interface LeadFacts {
  /** Of the screenshot. */
  state: string;
  reason: string | null;
  /** What the page itself shows; null if it was never read, or before Zeus looked for signals. */
  pageSignals: readonly PageSignal[] | null;
  /** Two letters; '' or null if unknown. */
  pageLanguage: string | null;
  campaignLanguage: string | null;
  published: string | null;
  modified: string | null;
  /** A page of the site that links to one of the user's sites; '' if the page is unknown, null if no such link is known. */
  linkingPage: string | null;
  linkState: string | null;
  linkProblem: string | null;
  linkFollow: string | null;
  linkPlace: string | null;
  /** Who stated the domain rating, and why it was lowered. */
  ratingSource: string | null;
}

export interface Signal {
  name: SignalName;
  fact: string;
}

export interface CheckedLead {
  /** Null: there is nothing to judge by yet. */
  signals: Signal[] | null;
  /** The last day on which the page was published or changed. */
  pageDate: string | null;
}

/** These visits failed because of the page, not because of us. */
const errorReasons: readonly (string | null)[] = ['not-found', 'no-such-host'];

export function checkLead(facts: LeadFacts): CheckedLead {
  const about = [...linksToMe(facts), ...linkSignals(facts)];
  if (facts.state === 'failed' && errorReasons.includes(facts.reason)) {
    // What an earlier visit saw is no longer there.
    return { signals: [{ name: 'error-page', fact: facts.reason ?? '' }, ...about], pageDate: null };
  }
  // A link that is gone decides, even if only the served page was read.
  if (facts.pageSignals === null) return { signals: facts.linkState === 'gone' ? about : null, pageDate: null };
  const ofSite = facts.pageSignals.some(({ name }) => name === 'link-farm') ? [] : siteNetwork(facts);
  const signals = [...facts.pageSignals, ...ofSite, ...otherLanguage(facts), ...about];
  return { signals, pageDate: lastDay(facts) };
}

function otherLanguage({ pageLanguage, campaignLanguage }: LeadFacts): Signal[] {
  if (!pageLanguage || !campaignLanguage || pageLanguage === campaignLanguage) return [];
  return [{ name: 'other-language', fact: pageLanguage }];
}

/** Sites that link to nearly the same sites are run together, whatever this page looks like. */
function siteNetwork({ ratingSource }: LeadFacts): Signal[] {
  const { networkSize = 0 } = discountOf(ratingSource ?? '') ?? {};
  return networkSize === 0 ? [] : [{ name: 'link-farm', fact: String(networkSize) }];
}

const linksToMe = ({ linkingPage }: LeadFacts): Signal[] =>
  linkingPage === null ? [] : [{ name: 'links-to-me', fact: linkingPage }];

/** The fact of a weak link is what makes it weak, such as "nofollow footer". */
function linkSignals({ linkState, linkProblem, linkFollow, linkPlace }: LeadFacts): Signal[] {
  if (linkState === 'gone') return [{ name: 'link-missing', fact: linkProblem ?? '' }];
  if (linkState !== 'found') return [];
  const flaws = [linkFollow === 'dofollow' ? null : linkFollow, linkPlace === 'content' ? null : linkPlace];
  const fact = flaws.filter((flaw) => flaw !== null).join(' ');
  return fact === '' ? [] : [{ name: 'weak-link', fact }];
}

/** Days compare as text. */
const lastDay = ({ published, modified }: LeadFacts) => [published, modified].filter(isDay).sort().at(-1) ?? null;

/** Pages may state any day, such as February 31. */
function isDay(day: string | null): boolean {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(day ?? '') ? `${day}T00:00:00Z` : Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day;
}
