// The profiles of a person on social networks, one per network.

import { declaredNetworkOf, type Network, networkOf, profileUrl } from '../../../shared/social-networks.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import type { FoundProfile } from './person.ts';
import { accountKey, accountsOfSite } from './site-accounts.ts';
import { spellsName } from './social-links.ts';

/** No one has more that matter. */
const MAX_PROFILES = 8;

interface ProfileSource {
  page: string;
  rule: string;
  /** Stated in structured data or by rel=me. */
  isDeclared: boolean;
}

export function profilesOf(links: readonly string[], { page, rule, isDeclared }: ProfileSource): FoundProfile[] {
  const isProfile = isDeclared ? declaredNetworkOf : networkOf;
  const urls = links.filter((href) => isProfile(href) !== null).flatMap((href) => profileUrl(href) ?? []);
  return onePerNetwork(urls.map((url) => ({ url, page, rule })));
}

/** The first of each network. */
export function onePerNetwork(profiles: readonly FoundProfile[]): FoundProfile[] {
  return [...profilesByNetwork(profiles).values()];
}

/** The same, by network. */
export function profilesByNetwork(profiles: readonly FoundProfile[]): Map<Network, FoundProfile> {
  const found = new Map<Network, FoundProfile>();
  for (const profile of profiles) {
    const network = declaredNetworkOf(profile.url);
    if (network !== null && !found.has(network) && found.size < MAX_PROFILES) found.set(network, profile);
  }
  return found;
}

/** The links without those to the site's own accounts; one that spells the person's name is the person's. */
export function withoutSiteAccounts(facts: PageFacts, name: string, links: readonly string[]): string[] {
  return links.filter(
    (href) => networkOf(href) === null || spellsName(href, name) || !accountsOfSite(facts).has(accountKey(href)),
  );
}
