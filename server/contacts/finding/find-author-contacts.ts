// Author Mode: the people who wrote the page with their addresses; everybody else seen on the site, without. If the page names no
// author, one address by the campaign's fallback order.

import type { FallbackStep } from '../../../shared/outreach-values.ts';
import type { Finder } from '../../engine/finding/finder.ts';
import { orderPeople } from '../../engine/finding/outreach-order.ts';
import type { CouldNotLook, SiteStudy } from '../../engine/finding/site-study.ts';
import type { Call } from '../../engine/provider.ts';
import type { Work } from '../rows/work.store.ts';
import { type Lookup, lookUpAuthors } from './author-lookups.ts';
import { type ContactDraft, draftAddress, draftPerson } from './contact-draft.ts';

export interface Findings {
  drafts: ContactDraft[];
  /** The site's contact form; undefined if the site could not be searched for one. */
  contactForm?: SiteStudy['contactForm'] | null;
  /** Set when looking again later may bring more. */
  wait?: CouldNotLook;
  /** Set if nothing was found because the page or mail server could not be reached; a sentence for the user. */
  problem?: string;
  /** With a problem that no further try can solve. */
  isUnreachable?: true;
  /** Set if a mail server can be asked later, perhaps after the search must end: it is retried afterwards. */
  delayed?: CouldNotLook;
  /** People who asked not to be processed. What an earlier search kept of them is deleted. */
  suppressed?: readonly string[];
}

export type SearchedPage = Pick<Work, 'url' | 'fallbackOrder'>;

/** Throws like the finder. */
export async function findAuthorContacts(
  finder: Finder,
  { url, fallbackOrder: order }: SearchedPage,
  call: Call,
): Promise<Findings> {
  const study = await finder.studySite(url, call.signal);
  const { page, people } = study;
  const unread = whyUnread(page);
  if (unread) return unread;
  const lookups = await lookUpAuthors(finder, study, { order, call });
  const drafts = draftAll(study, order, lookups);
  const whys = lookups.flatMap(({ why }) => why ?? []);
  const isFound = drafts.some(({ email }) => email.state === 'found');
  const unseen = people.length === 0 && !isFound ? study.unreached : undefined;
  const wait = whys[0] ?? unseen;
  const delayed = whys.find(({ passesLater }) => passesLater);
  const unfound = lookups.find(({ email, why }) => why && email?.state !== 'found')?.why ?? unseen;
  const problem = page.kind === 'closed' ? page.message : unfound?.message;
  const gone = lookups.flatMap(({ email, person }) => (!email && person ? person.name : []));
  return {
    drafts,
    contactForm: wantedForm(study, order),
    suppressed: [...(study.suppressed ?? []), ...gone],
    ...(wait ? { wait } : {}),
    // Partial results are results: an address that was found may have been paid for, so the search has not failed.
    ...(problem && !isFound ? { problem } : {}),
    ...(delayed ? { delayed } : {}),
  };
}

/** What comes of a page with nothing to search; undefined if there is something. */
export function whyUnread(page: SiteStudy['page']): Findings | undefined {
  if (page.kind === 'unreached') return { drafts: [], wait: page, problem: page.message };
  if (page.kind === 'parked') return { drafts: [], contactForm: null, problem: page.message };
  if (page.kind === 'unreachable') return { drafts: [], problem: page.message, isUnreachable: true };
}

/** The mailbox that was found comes first: a site may list dozens of people without addresses. */
function draftAll({ people }: SiteStudy, order: readonly FallbackStep[], lookups: readonly Lookup[]): ContactDraft[] {
  const lookupOf = new Map(lookups.map((one) => [one.person, one]));
  const mailbox = lookupOf.get(undefined)?.email;
  const ofPeople = orderPeople(people, order).flatMap((person) => {
    const lookup = lookupOf.get(person);
    if (!lookup) return draftPerson(person, { state: 'unfetched' });
    return lookup.email ? draftPerson(person, lookup.email, true) : [];
  });
  return [...(mailbox?.state === 'found' ? [draftAddress(mailbox.checked)] : []), ...ofPeople];
}

/** The site's contact form, unless the user does not want forms. */
export function wantedForm({ contactForm }: SiteStudy, order: readonly FallbackStep[]): Findings['contactForm'] {
  return order.includes('form') ? (contactForm ?? null) : null;
}
