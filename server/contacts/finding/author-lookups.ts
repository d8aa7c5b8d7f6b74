// Whom Author Mode looks up: the authors, or if the page names none, one address by the campaign's fallback order.

import type { FallbackStep } from '../../../shared/outreach-values.ts';
import type { Finder } from '../../engine/finding/finder.ts';
import type { AddressLookup, PersonToFind } from '../../engine/finding/look-up-address.ts';
import { mailboxesOf } from '../../engine/finding/mailboxes.ts';
import { orderPeople, stepOfPerson } from '../../engine/finding/outreach-order.ts';
import type { CouldNotLook, SitePerson, SiteStudy } from '../../engine/finding/site-study.ts';
import type { Call } from '../../engine/provider.ts';
import type { DraftEmail } from './contact-draft.ts';

/** More would mean waiting for a mail server to reject the addresses of a whole team. */
const MAX_FALLBACKS = 3;

interface Target {
  /** Undefined: the site's shared mailbox. */
  person?: SitePerson;
  addresses: PersonToFind;
}

export interface Lookup {
  person?: SitePerson;
  /** Undefined: the person asked not to be processed. */
  email?: DraftEmail;
  why?: CouldNotLook;
}

/** How each lookup ended, in order. Throws like the finder. */
export async function lookUpAuthors(
  finder: Finder,
  study: SiteStudy,
  { order, call }: { order: readonly FallbackStep[]; call: Call },
): Promise<Lookup[]> {
  const authors = study.people.filter(({ isAuthor }) => isAuthor);
  const isFallback = authors.length === 0;
  const targets = isFallback ? fallbacksOf(study, order) : authors.map(personTarget);
  const lookups: Lookup[] = [];
  for (const { person, addresses } of targets) {
    const end = endOf(await finder.lookUpAddress(addresses, call, { isStudied: true }), addresses, study);
    lookups.push({ ...end, ...(person ? { person } : {}) });
    // In place of an author, one address is enough.
    if (isFallback && end.email?.state === 'found') break;
  }
  return isFallback ? oneAddress(lookups) : lookups;
}

const personTarget = (person: SitePerson): Target => ({ person, addresses: person });

/** A contact form that comes earlier in the order is enough. */
function fallbacksOf({ contactForm, ...study }: SiteStudy, order: readonly FallbackStep[]): Target[] {
  const formAt = contactForm ? order.indexOf('form') : -1;
  const steps = formAt < 0 ? order : order.slice(0, formAt);
  const isListed = (person: SitePerson) => steps.some((step) => step === stepOfPerson(person));
  const people = orderPeople(study.people.filter(isListed), order).slice(0, MAX_FALLBACKS);
  return steps.flatMap((step) =>
    step === 'generic'
      ? { addresses: mailboxesOf(study) }
      : people.filter((person) => stepOfPerson(person) === step).map(personTarget),
  );
}

/** Leaves one address to pay for: the one that was found, or the first whose mail server makes Zeus wait. */
function oneAddress(lookups: readonly Lookup[]): Lookup[] {
  const stateOf = ({ email }: Lookup) => email?.state;
  const paid =
    lookups.find((one) => stateOf(one) === 'found') ?? lookups.find((one) => one.person && stateOf(one) === 'fetching');
  return lookups.map((one) =>
    one !== paid && stateOf(one) === 'fetching' ? { ...one, email: { state: 'unfetched' } } : one,
  );
}

function endOf(lookup: AddressLookup, { seen }: PersonToFind, { unreached }: SiteStudy): Omit<Lookup, 'person'> {
  if (lookup.kind === 'suppressed') return {};
  if (lookup.kind === 'found') return { email: { state: 'found', checked: lookup.found } };
  if (lookup.kind === 'could-not-look') {
    const { why, fallback } = lookup;
    const email = { state: why.passesLater ? ('fetching' as const) : ('unfetched' as const) };
    return { email: fallback ? { state: 'found', checked: fallback } : email, why };
  }
  // The address may be on the page that could not be read.
  if (unreached && seen.length === 0) return { email: { state: 'unfetched' }, why: unreached };
  return { email: { state: 'none' } };
}
