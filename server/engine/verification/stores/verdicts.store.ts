// The shared cache: verdicts by the hash of their address, and what is known about whole domains.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { MailAddress } from '../parse-address.ts';
import type { Evidence, KnownDomain, Verdict, Verification, VerificationReason } from '../verification.ts';

/** No mail service in use distinguishes letter case, so neither do we. */
const hashOf = (address: string) => createHash('sha256').update(address.toLowerCase()).digest();

const secondsBetween = (from: Date, to: Date) => Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 1000));

export interface Known {
  /** The verdict that is still valid, if any; for 'unknown', with the rest of its pause. */
  verdict: Verification | undefined;
  /** What is known about the address's domain. */
  domain: KnownDomain | undefined;
}

/** What is known about each address. */
export async function readKnown(
  db: Kdb,
  addresses: readonly Pick<MailAddress, 'address' | 'domain'>[],
  now: Date,
): Promise<Known[]> {
  const hashes = addresses.map(({ address }) => hashOf(address));
  const { rows } = await sql<Row>`
    select verdict, reason, source, v.evidence, could_not_look, v.expires_at,
      catch_all, d.evidence as domain_evidence, d.expires_at as domain_expires_at
    from unnest(${hashes}::bytea[], ${addresses.map(({ domain }) => domain)}::text[])
      with ordinality as asked (hash, domain, number)
    left join email_verifications v on v.address_hash = asked.hash and v.expires_at > ${now}
    left join mail_domains d on d.domain = asked.domain and d.expires_at > ${now}
    order by number`.execute(db);
  return rows.map((row) => ({ verdict: verdictOf(row, now), domain: domainOf(row) }));
}

interface Row {
  verdict: Verdict | null;
  reason: VerificationReason;
  source: string;
  evidence: Evidence;
  could_not_look: boolean;
  expires_at: Date;
  catch_all: boolean | null;
  domain_evidence: Evidence;
  domain_expires_at: Date;
}

function verdictOf({ verdict, reason, source, evidence, ...row }: Row, now: Date): Verification | undefined {
  if (verdict === null) return undefined;
  return {
    ...{ verdict, reason, source, evidence },
    couldNotLook: row.could_not_look || undefined,
    retryAfterSeconds: verdict === 'unknown' ? secondsBetween(now, row.expires_at) : undefined,
  };
}

function domainOf({ catch_all, domain_evidence, domain_expires_at }: Row): KnownDomain | undefined {
  if (catch_all === null) return undefined;
  return { catchAll: catch_all, evidence: domain_evidence, expiresAt: domain_expires_at };
}

export interface NewVerdict {
  address: string;
  kept: Verification;
  /** When the check started. */
  now: Date;
  expiresAt: Date;
}

/** Saves verdicts, at most one per address; a later check replaces an earlier one. */
export async function saveVerdicts(db: Kdb, verdicts: readonly NewVerdict[]): Promise<void> {
  const rows = verdicts
    .map(({ address, kept, now, expiresAt }) => ({
      // Sorted by key, so that two workers never deadlock.
      address_hash: `\\x${hashOf(address).toString('hex')}`,
      ...{ verdict: kept.verdict, reason: kept.reason, source: kept.source, evidence: kept.evidence },
      ...{ could_not_look: kept.couldNotLook ?? false, checked_at: now, expires_at: expiresAt },
    }))
    .sort((a, b) => (a.address_hash < b.address_hash ? -1 : 1));
  await sql`
    insert into email_verifications
      (address_hash, verdict, reason, source, evidence, could_not_look, checked_at, expires_at)
    select address_hash, verdict, reason, source, evidence, could_not_look, checked_at, expires_at
    from jsonb_populate_recordset(null::email_verifications, ${JSON.stringify(rows)}::jsonb)
    on conflict (address_hash) do update set verdict = excluded.verdict, reason = excluded.reason,
      source = excluded.source, evidence = excluded.evidence, could_not_look = excluded.could_not_look,
      checked_at = excluded.checked_at, expires_at = excluded.expires_at
      -- Who looked earlier may finish later.
      where email_verifications.checked_at <= excluded.checked_at`.execute(db);
}

export interface DomainStatus {
  domain?: KnownDomain;
  /** How many hosts are resting because they could not be reached. */
  unreachable: number;
  /** Whether any host has been reached since the given time. */
  isAnyReached: boolean;
}

/** What is known before a domain's mail servers are asked. */
export async function readDomainStatus(
  db: Kdb,
  domain: string,
  { now, since }: { now: Date; since: Date },
): Promise<DomainStatus> {
  const { rows } = await sql<{
    catch_all: boolean | null;
    evidence: Evidence;
    expires_at: Date;
    unreachable: number;
    reached: boolean;
  }>`
    select catch_all, evidence, expires_at,
      (select count(*)::int from mail_hosts
       where rest_until > ${now}::timestamptz and rest_reason = 'unreachable') as unreachable,
      exists (select from mail_hosts where reached_at > ${since}::timestamptz) as reached
    from (values (1)) as one
    left join mail_domains on domain = ${domain} and expires_at > ${now}::timestamptz`.execute(db);
  const [row] = rows;
  if (!row) return { unreachable: 0, isAnyReached: false };
  const { catch_all: catchAll, evidence, expires_at: expiresAt } = row;
  const known = catchAll === null ? {} : { domain: { catchAll, evidence, expiresAt } };
  return { ...known, unreachable: row.unreachable, isAnyReached: row.reached };
}
