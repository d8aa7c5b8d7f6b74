// One finder per process: it shares a page cache, a verifier and the partners between all jobs.

import { createBatcher } from '../../platform/batcher.ts';
import type { Context } from '../../platform/context.ts';
import { memoizeBy } from '../../platform/memoize-objects.ts';
import { deriveKey } from '../../platform/settings/secrets.ts';
import type { Call } from '../provider.ts';
import { openVerification } from '../verification/open-verification.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import type { SiteAddresses } from './check-address.ts';
import { checkSite, type SiteSearch } from './check-site.ts';
import { type AddressLookup, lookUpAddress, type PersonToFind, queryOf } from './look-up-address.ts';
import { pageMemoryOf } from './page-memory.ts';
import type { PartnerResult, Waterfall } from './partners/ask-people.ts';
import { countedAs, countResults } from './partners/finder-results.store.ts';
import { createCostOrder, type Partners, partnersOf } from './partners/partners.ts';
import { openSuppressionList, type Suppressible } from './partners/suppressed.store.ts';
import { sureAddresses, withoutSuppressed } from './partners/without-suppressed.ts';
import { readRenderedFindings } from './rendered/rendered-findings.store.ts';
import type { SiteStudy } from './site-study.ts';
import { studySite } from './study-site.ts';

export interface Finder {
  /**
   * Who wrote the page, who works at its site, and which addresses it prints; without people who asked not to be processed.
   * Throws only the signal's reason, or database errors.
   */
  studySite(url: string, signal?: AbortSignal): Promise<SiteStudy>;
  /**
   * The best address of one person. Throws ProviderError when no provider could be asked, or the signal's reason. `isStudied`:
   * `studySite` has just returned the person, so the list of people who asked not to be processed isn't read again.
   */
  lookUpAddress(person: PersonToFind, call: Call, how?: { isStudied?: boolean }): Promise<AddressLookup>;
  /** Up to `most` addresses of a site. Throws like lookUpAddress. */
  checkSite(study: SiteStudy, how: SiteSearch): Promise<SiteAddresses>;
  /** What the mail server of one address says. Throws like lookUpAddress. */
  verifyAddress: AddressVerifier['verifyAddress'];
}

export type FinderParts = Pick<Context, 'config' | 'db' | 'log' | 'outbound' | 'vendorOutbound' | 'practice'>;

/** Returns the same finder for the same outbound client; the first call decides about the partners. */
export const finderOf = memoizeBy(({ outbound }) => outbound, createFinder);

function createFinder(parts: FinderParts, partners: Partners = partnersOf(parts)): Finder {
  const { config, db, log } = parts;
  const pages = pageMemoryOf(parts);
  const verifier = openVerification(parts, partners.verifiers && { partners: partners.verifiers });
  const suppressed = openSuppressionList(db.kysely, deriveKey(config.secret, 'suppression'));
  const order = createCostOrder(db);
  const count = createBatcher({
    run: (results: readonly PartnerResult[]) => countResults(db.kysely, results),
    most: 100,
    waitMs: 100,
  });
  // A count that is lost changes nothing but the order.
  const onResult = (result: PartnerResult) =>
    void count(result).catch((error) => log.warn({ err: error }, 'a partner’s answer could not be counted'));
  const waterfallOf = async <One extends { source: string; maxDollars: number }>(
    capability: 'people' | 'domain-people',
    listed: readonly One[],
  ): Promise<Waterfall<One>> => {
    // Answers that cost nothing say nothing about what a valid address costs: those of stand-ins, for example.
    const paid = new Set(listed.filter(({ maxDollars }) => maxDollars > 0).map(({ source }) => source));
    return {
      // The operator's order, or else by what a valid address has cost.
      finders: config.liveSources.isOrderSet[capability] ? listed : await order(listed, capability),
      mostDollars: config.emailWaterfall.dollarsPerContact,
      onResult: ({ source, ...result }) =>
        void (paid.has(source) && onResult({ ...result, source: countedAs(source, capability) })),
    };
  };
  return {
    studySite: async (url, signal) => {
      const readRendered = (page: string) => readRenderedFindings(db.kysely, page);
      return withoutSuppressed(suppressed, await studySite(pages, url, { signal, readRendered }));
    },
    async lookUpAddress(person, call, { isStudied = false } = {}) {
      const identities = identitiesOf(person);
      const isListed = !isStudied && (await suppressed.has(identities)).includes(true);
      if (isListed) return { kind: 'suppressed', by: 'zeus-own' };
      const people = await waterfallOf('people', partners.people);
      const lookup = await lookUpAddress({ verifier, people }, person, call);
      // No other partner is asked about this person, now or later.
      if (lookup.kind === 'suppressed') await suppressed.add(identities, lookup.by);
      return lookup;
    },
    checkSite: async (study, how) =>
      checkSite({ verifier, suppressed, domains: await waterfallOf('domain-people', partners.domains) }, study, how),
    verifyAddress: verifier.verifyAddress,
  };
}

/** What the person can be recognized by: the name at the domain, and addresses that are surely theirs. */
function identitiesOf(person: PersonToFind): Suppressible[] {
  const query = queryOf(person);
  return [
    ...(query ? [{ name: `${query.firstName} ${query.lastName}`, domain: query.domain }] : []),
    ...sureAddresses(person).map(({ address }) => ({ address })),
  ];
}
