// Author Mode: the people who wrote the page with their addresses; everybody else seen on the site, without.

import type { FallbackStep } from '../../../shared/outreach-values.ts';
import type { Finder } from '../../engine/finding/finder.ts';
import type { AddressLookup } from '../../engine/finding/look-up-address.ts';
import { orderPeople, stepOfPerson } from '../../engine/finding/outreach-order.ts';
import type { CouldNotLook, SitePerson, SiteStudy } from '../../engine/finding/site-study.ts';
import type { Call } from '../../engine/provider.ts';
import type { Work } from '../rows/work.store.ts';
import { type ContactDraft, type DraftEmail, draftPerson } from './contact-draft.ts';

export interface Findings {
  drafts: ContactDraft[];
  /** The site's contact form; undefined: nobody could look for one. */
  contactForm?: SiteStudy['contactForm'] | null;
  /** Set when looking again later may bring more. */
  wait?: CouldNotLook;
  /** Set when nothing was found because what the search is for could not be looked at; a sentence for the user. */
  problem?: string;
  /** With a problem that no further try can solve. */
  isUnreachable?: true;
  /** Set when a mail server lets us wait, perhaps for longer than the search may: it can be asked again afterwards. */
  greylisted?: CouldNotLook;
  /** People who asked not to be processed. What an earlier search kept of them is deleted. */
  suppressed?: readonly string[];
}

export type SearchedPage = Pick<Work, 'url' | 'fallbackOrder'>;

/** Nobody waits for a mail server to reject the addresses of a whole team. */
const MAX_FALLBACKS = 3;

/** Throws like the finder. */
export async function findAuthorContacts(
  finder: Finder,
  { url, fallbackOrder: order }: SearchedPage,
  call: Call,
): Promise<Findings> {
  const study = await finder.studySite(url, call.signal);
  const { page, people } = study;
  if (page.kind === 'unreached') return { drafts: [], wait: page, problem: page.message };
  if (page.kind === 'unreachable') return { drafts: [], problem: page.message, isUnreachable: true };
  const drafts: ContactDraft[] = [];
  const suppressed = [...(study.suppressed ?? [])];
  let why: CouldNotLook | undefined;
  let greylisted: CouldNotLook | undefined;
  let problem = page.kind === 'closed' ? page.message : undefined;
  let instead = fallbacksOf(study, order);
  for (const person of orderPeople(people, order)) {
    if (!person.isAuthor && !instead.includes(person)) {
      drafts.push(draftPerson(person, { state: 'unfetched' }));
      continue;
    }
    const lookup = await finder.lookUpAddress(person, call);
    if (lookup.kind === 'suppressed') {
      suppressed.push(person.name);
      continue;
    }
    const end = endOf(lookup, person, study);
    drafts.push(draftPerson(person, end.email, true));
    // One address is enough.
    if (end.email.state === 'found') instead = [];
    why ??= end.why;
    if (end.why?.passesLater) greylisted ??= end.why;
    if (end.why && end.email.state !== 'found') problem ??= end.why.message;
  }
  if (people.length === 0 && study.unreached) {
    why ??= study.unreached;
    problem ??= study.unreached.message;
  }
  // Partial results are results: an address that was found may have been paid for, so the search has not failed.
  if (drafts.some(({ email }) => email.state === 'found')) problem = undefined;
  return {
    drafts,
    contactForm: wantedForm(study, order),
    suppressed,
    ...(why ? { wait: why } : {}),
    ...(problem ? { problem } : {}),
    ...(greylisted ? { greylisted } : {}),
  };
}

/**
 * Whom to look up if the page names no author. Shared mailboxes are left to the full domain search. A contact form that comes
 * earlier in the order is enough.
 */
function fallbacksOf({ people, contactForm }: SiteStudy, order: readonly FallbackStep[]): SitePerson[] {
  if (people.some(({ isAuthor }) => isAuthor)) return [];
  const formAt = contactForm ? order.indexOf('form') : -1;
  const steps = formAt < 0 ? order : order.slice(0, formAt);
  const isWanted = (person: SitePerson) => {
    const step = stepOfPerson(person);
    return step !== null && steps.includes(step);
  };
  return orderPeople(people, order).filter(isWanted).slice(0, MAX_FALLBACKS);
}

/** The site's contact form, unless the user does not want forms. */
export function wantedForm({ contactForm }: SiteStudy, order: readonly FallbackStep[]): Findings['contactForm'] {
  return order.includes('form') ? (contactForm ?? null) : null;
}

function endOf(
  lookup: Exclude<AddressLookup, { kind: 'suppressed' }>,
  { seen }: SitePerson,
  { unreached }: SiteStudy,
): { email: DraftEmail; why?: CouldNotLook } {
  if (lookup.kind === 'found') return { email: { state: 'found', checked: lookup.found } };
  if (lookup.kind === 'could-not-look') {
    const { why, fallback } = lookup;
    const email = { state: why.passesLater ? ('fetching' as const) : ('unfetched' as const) };
    return { email: fallback ? { state: 'found', checked: fallback } : email, why };
  }
  // The address may stand on the page that could not be read.
  if (unreached && seen.length === 0) return { email: { state: 'unfetched' }, why: unreached };
  return { email: { state: 'none' } };
}
