// Removes people who asked not to be processed from what was read on a site, before anybody sees or looks for them.

import { usualMailboxes } from '../mailboxes.ts';
import type { SitePerson, SiteStudy } from '../site-study.ts';
import type { Suppressible, SuppressionList } from './suppressed.store.ts';

export async function withoutSuppressed(list: SuppressionList, study: SiteStudy): Promise<SiteStudy> {
  const { people, addresses, mailDomain, domain } = study;
  const domains = [...new Set([mailDomain, domain])];
  const byName = people.flatMap(({ name }) => domains.map((at): Suppressible => ({ name, domain: at })));
  const sure = [...addresses, ...people.flatMap(sureAddresses)];
  // A mailbox that the site prints and its owner had removed must not be guessed instead.
  const usual = usualMailboxes(study);
  const who = [...byName, ...[...sure, ...usual].map(({ address }) => ({ address }))];
  const isListed = await list.has(who);
  if (!isListed.includes(true)) return study;
  const listed = who.filter((_, i) => isListed[i]);
  const names = new Set(listed.flatMap((one) => ('name' in one ? one.name : [])));
  const mailboxes = new Set(listed.flatMap((one) => ('address' in one ? one.address : [])));
  const isGone = ({ address, owner }: { address: string; owner?: string }) =>
    mailboxes.has(address) || (owner !== undefined && names.has(owner));
  const isSuppressed = (person: SitePerson) => names.has(person.name) || sureAddresses(person).some(isGone);
  return {
    ...study,
    suppressed: people.filter(isSuppressed).map(({ name }) => name),
    people: people.filter((person) => !isSuppressed(person)),
    addresses: addresses.filter((one) => !isGone(one)),
    suppressedMailboxes: usual.filter(isGone).map(({ address }) => address),
  };
}

/** Addresses that are surely the person's. */
export function sureAddresses({ seen, guesses }: Pick<SitePerson, 'seen' | 'guesses'>): { address: string }[] {
  return [...seen, ...guesses.filter(({ isSure }) => isSure)];
}
