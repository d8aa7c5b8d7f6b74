// The partners of this instance: who knows addresses, who verifies them, and in which order they are asked.

import type { Context } from '../../../platform/context.ts';
import type { DomainFinder, PersonFinder } from '../../email-finders/email-finder.ts';
import { domainFinders, personFinders } from '../../email-finders/sources.ts';
import type { SourceParts } from '../../vendors/open-sources.ts';
import type { Verifier } from '../../verification/verification.ts';
import { countedAs, readResults } from './finder-results.store.ts';
import { type FinderCounts, orderFinders } from './order-finders.ts';

export interface Partners {
  people: readonly PersonFinder[];
  domains: readonly DomainFinder[];
  /** Instead of those of the settings. */
  verifiers?: readonly Verifier[];
}

/** Those with a usable account, in the order of the settings. */
export const partnersOf = (ctx: SourceParts): Partners => ({
  people: personFinders(ctx),
  domains: domainFinders(ctx),
});

type Counts = ReadonlyMap<string, FinderCounts>;

/** Reads what a valid address has cost once a day (UTC). */
export function createCostOrder(db: Context['db']) {
  let known: { day: string; counts: Counts } | undefined;
  return async <Finder extends { source: string; maxDollars: number }>(
    finders: readonly Finder[],
    capability: 'people' | 'domain-people',
  ): Promise<readonly Finder[]> => {
    if (finders.length < 2) return finders;
    const day = new Date().toISOString().slice(0, 10);
    if (known?.day !== day) {
      known = { day, counts: await readResults(db.kysely) };
    }
    const { counts } = known;
    return orderFinders(finders, ({ source }) => counts.get(countedAs(source, capability)));
  };
}
