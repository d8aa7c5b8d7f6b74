// Asks partners who works at a domain, until one names an address that is confirmed. Used when the site itself prints fewer
// addresses than wanted.

import type { DomainFinder, PartnerPerson } from '../../email-finders/email-finder.ts';
import { ProviderError } from '../../provider.ts';
import type { Verdict } from '../../verification/verification.ts';
import {
  type AddressCheck,
  type CheckedAddress,
  isUnconfirmable,
  type LookupStep,
  type SiteAddresses,
} from '../check-address.ts';
import type { CouldNotLook, SitePerson } from '../site-study.ts';
import type { PartnerSearch, Waterfall } from './ask-people.ts';
import { checkPartnerAddress } from './check-partner-address.ts';
import { answerOrFailure, explainFailure, worstFailure } from './partner-failure.ts';
import type { SuppressionList } from './suppressed.store.ts';

export interface DomainSearch extends PartnerSearch {
  domain: string;
  /** Addresses that are wanted besides those the site prints. */
  most: number;
  /** Known already, in lower case. */
  taken: Set<string>;
  /** Nothing was found on the site, so an unconfirmed address is better than none. */
  isLastHope: boolean;
  suppressed?: SuppressionList | undefined;
}

/** Throws only what is not a ProviderError. */
export async function askDomains(
  { finders, mostDollars, onResult }: Waterfall<DomainFinder>,
  search: DomainSearch,
): Promise<SiteAddresses> {
  const found: CheckedAddress[] = [];
  const failures: CouldNotLook[] = [];
  const { asked, domain, most } = search;
  let spent = 0;
  for (const finder of finders) {
    const { source, maxDollars } = finder;
    const note = (outcome: LookupStep['outcome'], words: string) =>
      asked.push({ source, outcome, words, at: search.now().toISOString() });
    if (spent + maxDollars > mostDollars * most) {
      note('skipped', 'Skipped: the cost limit was reached.');
      continue;
    }
    const { answer, dollars } = await answerOrFailure((call) => finder.findPeople({ domain, most }, call), search.call);
    if (answer instanceof ProviderError) {
      // A search that is still pending may have paid for a part of its answer.
      if (dollars > 0) onResult?.({ source, isFound: false, isValid: false, dollars });
      // Other partners must not be asked about people who object.
      if (answer.kind === 'suppressed') return { found };
      const why = explainFailure(answer);
      note('failed', why.message);
      if (why.isUnderWay) return { found, why };
      failures.push(why);
      continue;
    }
    const people = answer === null ? [] : await withoutSuppressed(answer, search);
    spent += answer === null ? dollars : maxDollars;
    note(people.length > 0 ? 'found' : 'nothing', countWords(people.length));
    const checks = await checkAll(source, people, search);
    const isValid = checks.some(({ checked }) => checked.verification.verdict === 'valid');
    onResult?.({ source, isFound: answer !== null, isValid, dollars });
    for (const { checked } of checks) found.push({ ...checked, asked: [...asked] });
    const why = checks.find((one) => one.why?.isUnderWay)?.why;
    if (why) return { found, why };
    if (isValid || found.length >= most) break;
  }
  const why = found.length === 0 ? worstFailure(failures) : undefined;
  return { found, ...(why ? { why } : {}) };
}

function countWords(people: number): string {
  if (people === 0) return 'Has no addresses for this site.';
  return `Has ${people} ${people === 1 ? 'address' : 'addresses'} for this site.`;
}

const nameOf = ({ firstName, lastName }: PartnerPerson) => `${firstName} ${lastName}`.trim();

async function withoutSuppressed(people: readonly PartnerPerson[], { suppressed, domain }: DomainSearch) {
  if (!suppressed) return people;
  const who = people.flatMap((person) => [{ name: nameOf(person), domain }, { address: person.address }]);
  const isListed = await suppressed.has(who);
  return people.filter((_, i) => !isListed[2 * i] && !isListed[2 * i + 1]);
}

/** How much better one verdict is than another. */
const RANK: Record<Verdict, number> = { valid: 0, catch_all: 1, refuses_checks: 1, unknown: 2, invalid: 3 };

async function checkAll(
  source: string,
  people: readonly PartnerPerson[],
  { most, taken, isLastHope, ...search }: DomainSearch,
): Promise<AddressCheck[]> {
  const checks: AddressCheck[] = [];
  for (const person of people) {
    if (checks.length >= most) break;
    const key = person.address.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    const owner = nameOf(person);
    const about = owner === '' ? person : { ...person, owner };
    const check = await checkPartnerAddress(source, about, { ...search, now: search.now() });
    if (check && isOffered(check, isLastHope)) checks.push(owner === '' ? check : withPerson(check, person, owner));
  }
  return checks.sort((a, b) => RANK[a.checked.verification.verdict] - RANK[b.checked.verification.verdict]);
}

function isOffered({ checked }: AddressCheck, isLastHope: boolean): boolean {
  return checked.verification.verdict === 'valid' || isUnconfirmable(checked) || isLastHope;
}

function withPerson(check: AddressCheck, about: PartnerPerson, name: string): AddressCheck {
  const { firstName, lastName, position, profile, twitter } = about;
  const person: SitePerson = {
    ...{ name, firstName, lastName, isAuthor: false, evidence: [], seen: [], guesses: [] },
    ...(position ? { position } : {}),
    ...(profile ? { profile } : {}),
    ...(twitter ? { twitter } : {}),
  };
  return { ...check, checked: { ...check.checked, person } };
}
