// What is known before a domain's mail servers are asked: whether the domain is a catch-all, and whether our outgoing port is
// blocked. Cached from the database that all workers share.

import type { Kdb } from '../../../platform/db.ts';
import { createMemory } from '../memory.ts';
import type { Learned } from '../stores/mail-hosts.store.ts';
import { readDomainStatus } from '../stores/verdicts.store.ts';
import type { KnownDomain } from '../verification.ts';

export interface DomainCache {
  /** `isReached`: some mail server answered lately, so the port is open. Rejects like any query. */
  of(domain: string): Promise<{ known: KnownDomain | undefined; isPortClosed: boolean; isReached: boolean }>;
  /** Caches what was read about a domain together with a verdict, so that it isn't read again. */
  note(domain: string, known: KnownDomain | undefined): void;
  /** What is cached about a domain, without asking the database. */
  cached(domain: string): KnownDomain | undefined;
  /** Caches what a conversation of this process revealed. */
  learn(learned: Learned): void;
}

// If this many hosts in a row don't answer, our own outgoing port is blocked. Most clouds block port 25 at first.
const SUSPICIOUS_HOSTS = 5;
const REACHED_WITHIN_MS = 30 * 60_000;
// Long enough for the few addresses a person may have. If another worker learns more meanwhile, we just ask once more.
const UNKNOWN_MS = 10_000;

export function createDomainCache(db: Kdb, now: () => Date): DomainCache {
  const memory = createMemory<{ known: KnownDomain | undefined }>(now);
  let reachedAt = Number.NEGATIVE_INFINITY;

  const remember = (domain: string, known: KnownDomain | undefined) =>
    memory.set(domain, { known }, known?.expiresAt ?? new Date(now().getTime() + UNKNOWN_MS));

  // A conversation may have revealed it in the meantime.
  const note = (domain: string, read: KnownDomain | undefined) => {
    const known = read ?? memory.get(domain)?.known;
    remember(domain, known);
    return known;
  };

  return {
    note,
    async of(domain) {
      const at = now();
      const since = new Date(at.getTime() - REACHED_WITHIN_MS);
      const remembered = memory.get(domain);
      if (remembered && reachedAt > since.getTime()) {
        return { known: remembered.known, isPortClosed: false, isReached: true };
      }
      const { domain: read, unreachable, isAnyReached } = await readDomainStatus(db, domain, { now: at, since });
      const known = note(domain, read);
      const isReached = isAnyReached || reachedAt > since.getTime();
      return { known, isPortClosed: unreachable >= SUSPICIOUS_HOSTS && !isReached, isReached };
    },
    cached: (domain) => memory.get(domain)?.known,
    learn({ host, domains }) {
      if (host?.reachedAt) reachedAt = host.reachedAt.getTime();
      for (const [name, known] of domains) remember(name, known);
    },
  };
}
