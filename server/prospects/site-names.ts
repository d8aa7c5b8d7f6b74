// Under which names a user may know a found site (decision 52). A site that redirects to another one for good, or names it as its
// canonical, is also known as that one and as others that say so. The other way round only redirects count: a site is also known
// by the names that redirect to it, because writing to the old name means writing to the site.
import { listAliases } from '../engine/pages/site-notes.store.ts';
import type { Kdb } from '../platform/db.ts';
import { type KnownName, listKnownNames } from './known-sites.store.ts';
import { listSeparateSites } from './separate-sites.store.ts';

export interface FoundSiteNames {
  /** The site that it says it is; null if it is only itself. */
  sameAs: string | null;
  /** Its own name first, then that of the site it says it is. */
  names: readonly KnownName[];
}

interface Search {
  userId: string;
  campaignId: string;
  domains: readonly string[];
}

export async function readSiteNames(
  db: Kdb,
  { userId, campaignId, domains }: Search,
): Promise<Map<string, FoundSiteNames>> {
  const separate = await listSeparateSites(db, userId);
  const aliases = await listAliases(db, domains);
  const sameAs = (domain: string) => {
    const target = aliases.get(domain) ?? null;
    return target === null || separate.has(domain) || separate.has(target) ? null : target;
  };
  const found = new Map(domains.map((domain) => [domain, sameAs(domain) ?? domain]));
  const byHome = Map.groupBy(await listKnownNames(db, { userId, campaignId, found }), ({ home }) => home);
  return new Map(
    [...found].map(([domain, home]) => {
      const names = byHome.get(home) ?? [];
      const counts = ({ name, isShared, redirects }: KnownName) =>
        name !== domain && isShared && (home !== domain || redirects) && !separate.has(name) && !separate.has(domain);
      const own = names.filter(({ name }) => name === domain);
      return [domain, { sameAs: sameAs(domain), names: [...own, ...names.filter(counts)] }];
    }),
  );
}
