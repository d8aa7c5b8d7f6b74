// Domain Mode and the full domain search: the addresses of the site, with the names of those whose they are.

import { domainModeMaxEmails } from '../../../shared/limits.ts';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';
import { explainUnverified } from '../../engine/finding/explain-unverified.ts';
import type { Finder } from '../../engine/finding/finder.ts';
import { mailHostOf } from '../../engine/finding/guess-addresses.ts';
import type { CouldNotLook, SiteStudy } from '../../engine/finding/site-study.ts';
import type { Call } from '../../engine/provider.ts';
import { type ContactDraft, draftAddress, draftPerson } from './contact-draft.ts';
import { type Findings, type SearchedPage, wantedForm, whyUnread } from './find-author-contacts.ts';

/** Throws like the finder. */
export async function findDomainContacts(
  finder: Finder,
  { url, fallbackOrder: order }: SearchedPage,
  call: Call,
): Promise<Findings> {
  const study = await finder.studySite(url, call.signal);
  const { page } = study;
  const unread = whyUnread(page);
  if (unread) return unread;
  const { found, why } = await finder.checkSite(study, { most: domainModeMaxEmails, call, order });
  const drafts = found.map((checked) => draftOf(checked, study));
  const unseen: CouldNotLook | undefined = why ?? (found.length === 0 ? study.unreached : undefined);
  const late = delayedOf(found);
  const suppressed = study.suppressed ?? [];
  const common = { drafts, suppressed, contactForm: wantedForm(study, order) };
  if (unseen) {
    return { ...common, wait: unseen, ...(found.length === 0 ? { problem: unseen.message } : {}), ...late };
  }
  const isClosed = found.length === 0 && page.kind === 'closed';
  return { ...common, ...(isClosed ? { problem: page.message } : {}) };
}

function delayedOf(found: readonly CheckedAddress[]): Pick<Findings, 'delayed'> {
  const whys = found.flatMap(({ address, verification }) => explainUnverified(verification, mailHostOf(address)) ?? []);
  const delayed = whys.find(({ passesLater }) => passesLater);
  return delayed ? { delayed } : {};
}

function draftOf(checked: CheckedAddress, { people }: SiteStudy): ContactDraft {
  const person = people.find(({ name }) => name === checked.owner) ?? checked.person;
  return person ? draftPerson(person, { state: 'found', checked }) : draftAddress(checked);
}
