// One finder per process: it shares a page cache and a verifier between all jobs.

import type { Context } from '../../platform/context.ts';
import { pageFetcherOf } from '../pages/fetcher-of.ts';
import type { Call } from '../provider.ts';
import { openVerification } from '../verification/open-verification.ts';
import type { AddressVerifier } from '../verification/verify-address.ts';
import { checkSite, type SiteAddresses } from './check-site.ts';
import { type AddressLookup, lookUpAddress } from './look-up-address.ts';
import { cachePages } from './page-memory.ts';
import type { SitePerson, SiteStudy } from './site-study.ts';
import { studySite } from './study-site.ts';

export interface Finder {
  /** Who wrote the page, who works at its site, and which addresses it prints. Throws only the signal's reason. */
  studySite(url: string, signal?: AbortSignal): Promise<SiteStudy>;
  /** The best address of one person. Throws ProviderError when no provider could be asked, or the signal's reason. */
  lookUpAddress(person: Pick<SitePerson, 'seen' | 'guesses'>, call: Call): Promise<AddressLookup>;
  /** Up to `most` addresses of a site. Throws like lookUpAddress. */
  checkSite(study: SiteStudy, how: { most: number; call: Call }): Promise<SiteAddresses>;
  /** What the mail server of one address says. Throws like lookUpAddress. */
  verifyAddress: AddressVerifier['verifyAddress'];
}

type Parts = Pick<Context, 'config' | 'db' | 'outbound' | 'practice'>;

const finders = new WeakMap<Context['outbound'], Finder>();

/** Returns the same finder for the same outbound client. */
export function finderOf(parts: Parts): Finder {
  const known = finders.get(parts.outbound);
  if (known) return known;
  const pages = cachePages(pageFetcherOf(parts));
  const verifier = openVerification(parts);
  const finder: Finder = {
    studySite: (url, signal) => studySite(pages, url, signal),
    lookUpAddress: (person, call) => lookUpAddress(verifier, person, call),
    checkSite: (study, how) => checkSite(verifier, study, how),
    verifyAddress: verifier.verifyAddress,
  };
  finders.set(parts.outbound, finder);
  return finder;
}
