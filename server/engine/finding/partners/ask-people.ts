// Asks partners for one person's address, one after the other, until a mail server confirms one. An address that no one can
// confirm is kept, and the next partner is asked, as long as the costs stay within the limit.

import type { PersonFinder, PersonQuery } from '../../email-finders/email-finder.ts';
import { type Call, ProviderError } from '../../provider.ts';
import { type AddressCheck, type CheckAddress, isUnconfirmable, type LookupStep } from '../check-address.ts';
import type { CouldNotLook } from '../site-study.ts';
import { checkPartnerAddress } from './check-partner-address.ts';
import { answerOrFailure, explainFailure, worstFailure } from './partner-failure.ts';

/** How the partners' answers are counted, to ask those first whose valid addresses cost least. */
export interface PartnerResult {
  source: string;
  isFound: boolean;
  isValid: boolean;
  /** What was spent on it; 0 for an answer that was stored. */
  dollars: number;
}

export interface Waterfall<Finder> {
  /** In the order in which they are asked. */
  finders: readonly Finder[];
  /** The most that the answers about one contact may cost. */
  mostDollars: number;
  onResult?: (result: PartnerResult) => void;
}

export interface PartnerSearch {
  check: CheckAddress;
  catchAllHosts: ReadonlySet<string>;
  call: Call;
  now: () => Date;
  /** Each question is added. */
  asked: LookupStep[];
}

export interface PartnerResults {
  /** The confirmed address; otherwise the first unconfirmable one; otherwise the first that is unknown so far. */
  best?: AddressCheck;
  /** Some partner could not be asked, or is still working. */
  why?: CouldNotLook;
  /** The partner that says the person asked not to be processed. */
  suppressedBy?: string;
}

/** Throws only what is not a ProviderError: the signal's reason, or a defect. */
export async function askPeople(
  { finders, mostDollars, onResult }: Waterfall<PersonFinder>,
  query: PersonQuery,
  { asked, ...search }: PartnerSearch,
): Promise<PartnerResults> {
  const failures: CouldNotLook[] = [];
  const kept: AddressCheck[] = [];
  let spent = 0;
  for (const finder of finders) {
    const { source, maxDollars } = finder;
    const note = (outcome: LookupStep['outcome'], words: string, more: Partial<LookupStep> = {}) =>
      asked.push({ source, outcome, words, at: search.now().toISOString(), ...more });
    if (spent + maxDollars > mostDollars) {
      note('skipped', 'Skipped: the cost limit for one contact was reached.');
      continue;
    }
    const { answer, dollars } = await answerOrFailure((call) => finder.findPerson(query, call), search.call);
    if (answer instanceof ProviderError) {
      if (answer.kind === 'suppressed') return { suppressedBy: source };
      const why = explainFailure(answer);
      note('failed', why.message);
      if (why.isUnderWay) return { ...bestOf(kept), why };
      failures.push(why);
      continue;
    }
    if (answer === null) {
      spent += dollars;
      onResult?.({ source, isFound: false, isValid: false, dollars });
      note('nothing', 'Has no address.');
      continue;
    }
    // At its highest price, so that the limit is the same when a job runs again and the answer is stored.
    spent += maxDollars;
    const check = await checkPartnerAddress(source, answer, { ...search, now: search.now() });
    const verdict = check?.checked.verification.verdict ?? 'invalid';
    onResult?.({ source, isFound: true, isValid: verdict === 'valid', dollars });
    note('found', answer.words.slice(0, 200), { verdict });
    if (check) kept.push(check);
    // What will be known soon is worth waiting for, before anybody else is paid.
    if (verdict === 'valid' || check?.why?.isUnderWay || check?.why?.passesLater === 'greylisting') break;
  }
  const why = worstFailure(failures);
  return { ...bestOf(kept), ...(why ? { why } : {}) };
}

function bestOf(kept: readonly AddressCheck[]): Pick<PartnerResults, 'best'> {
  const best =
    kept.find(({ checked }) => checked.verification.verdict === 'valid') ??
    kept.find(({ checked }) => isUnconfirmable(checked)) ??
    kept[0];
  return best ? { best } : {};
}
