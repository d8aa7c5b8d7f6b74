// Checks an address that a partner named, like a guess of our own. The partner's word counts only if it states a verification
// made today, and never where the mail server was seen to accept everything.

import type { PartnerAddress } from '../../email-finders/email-finder.ts';
import { classifyAddress } from '../../emails/classify.ts';
import { parseAddress } from '../../verification/parse-address.ts';
import type { AddressCheck, CheckAddress } from '../check-address.ts';
import { mailHostOf } from '../guess-addresses.ts';
import type { PartnerSighting } from '../site-study.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Clocks differ a little. */
const SKEW_MS = 5 * 60_000;

export interface PartnerCheckOptions {
  check: CheckAddress;
  /** Hosts seen to accept everything during this search. */
  catchAllHosts: ReadonlySet<string>;
  now: Date;
}

/** Undefined if the address is known to be wrong. Throws like `check`. */
export async function checkPartnerAddress(
  source: string,
  found: PartnerAddress & { owner?: string },
  { check, catchAllHosts, now }: PartnerCheckOptions,
): Promise<AddressCheck | undefined> {
  const parsed = parseAddress(found.address);
  if (!parsed.ok || found.verdict === 'invalid') return undefined;
  const { address } = parsed.address;
  const from: PartnerSighting = {
    ...{ address, partner: source, words: found.words.slice(0, 200) },
    ...(found.page ? { seenAt: found.page } : {}),
    ...(found.owner === undefined ? {} : { owner: found.owner }),
  };
  const verifiedAt = verifiedToday(found, now);
  if (verifiedAt === undefined || catchAllHosts.has(mailHostOf(address))) {
    const result = await check(from);
    return result.checked.verification.verdict === 'invalid' ? undefined : result;
  }
  const verification = {
    ...{ verdict: 'valid' as const, reason: 'accepted' as const, source },
    evidence: { at: verifiedAt, step: 'partner', text: from.words },
  };
  const owner = from.owner === undefined ? {} : { owner: from.owner };
  return { checked: { address, kind: classifyAddress(address), ...owner, from, verification }, why: undefined };
}

/** When the partner verified it, if that was in the last 24 hours. */
function verifiedToday({ verdict, verifiedAt }: PartnerAddress, now: Date): string | undefined {
  if (verdict !== 'valid' || verifiedAt === undefined) return undefined;
  const age = now.getTime() - Date.parse(verifiedAt);
  return age >= -SKEW_MS && age < DAY_MS ? verifiedAt : undefined;
}
