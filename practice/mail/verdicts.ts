// What a careful verifier must say about an address of the practice web, and why. The SMTP server and the DNS zone follow the
// same policies, so the verdict can be reached by asking them.

import { WEBMAIL_HOST } from '../data/people.ts';
import type { MailPolicy, World } from '../data/types.ts';

export type Verdict = 'valid' | 'invalid' | 'catch_all' | 'refuses_checks' | 'unknown';

export interface Judgment {
  verdict: Verdict;
  reason: string;
}

const BY_POLICY: Partial<Record<MailPolicy, Judgment>> = {
  tarpit: { verdict: 'unknown', reason: 'the server accepts the connection and never answers RCPT' },
  deferring: { verdict: 'unknown', reason: 'the server defers every recipient with 451' },
  blocked: { verdict: 'unknown', reason: 'the server refuses our address, whatever the recipient' },
  'blocked-at-connect': { verdict: 'unknown', reason: 'the server refuses our address in its greeting' },
  'blocked-by-operator': {
    verdict: 'unknown',
    reason: 'the operator refuses our network, whatever the recipient (S3140)',
  },
  'greylist-hour': { verdict: 'unknown', reason: 'the server wants new senders to come back in an hour' },
  closed: { verdict: 'unknown', reason: 'nothing listens on the mail port' },
  servfail: { verdict: 'unknown', reason: 'DNS could not be asked' },
  gateway: { verdict: 'refuses_checks', reason: 'the gateway accepts every recipient without looking' },
  unseen: { verdict: 'refuses_checks', reason: 'the operator accepts every recipient and bounces later' },
  'null-mx': { verdict: 'invalid', reason: 'the domain states that it takes no mail (null MX)' },
  'no-mx': { verdict: 'invalid', reason: 'the domain has neither MX nor address records' },
};

/** Mail domains without people of the practice web: what a careful verifier must be able to meet, and a trap that prints addresses. */
export const MAIL_TRAPS: ReadonlyMap<string, MailPolicy> = new Map([
  ['patience.localhost', 'greylist-hour'],
  ['walled.localhost', 'blocked-by-operator'],
  ['clientside.localhost', 'catch-all'],
]);

/** The policy of a mail domain; null if DNS has no such name. */
export function policyOf(world: World, domain: string): MailPolicy | null {
  if (domain === WEBMAIL_HOST) return 'mailboxes';
  return MAIL_TRAPS.get(domain) ?? world.sites.find((site) => site.mailDomain === domain)?.mail ?? null;
}

export function judge(world: World, address: string): Judgment {
  const policy = policyOf(world, address.slice(address.lastIndexOf('@') + 1));
  if (policy === null) return { verdict: 'invalid', reason: 'the domain does not exist' };
  const same = BY_POLICY[policy];
  if (same !== undefined) return same;
  if (policy === 'catch-all') return { verdict: 'catch_all', reason: 'the server accepts every recipient' };
  const state = world.mailboxes.get(address)?.state ?? 'gone';
  if (state === 'gone') return { verdict: 'invalid', reason: 'no such mailbox' };
  if (state === 'full') return { verdict: 'unknown', reason: 'the mailbox is full' };
  return { verdict: 'valid', reason: reasonOf(policy) };
}

function reasonOf(policy: MailPolicy): string {
  if (policy === 'greylist') return 'accepted at the second try (greylisting)';
  if (policy === 'relay') return 'accepted by a relay that knows its recipients';
  if (policy === 'edge') return 'accepted in a connection of its own';
  if (policy === 'strict-tls') return 'accepted after STARTTLS';
  if (policy === 'second-mx') return 'accepted by the second mail server, the first is down';
  if (policy === 'implicit-mx') return 'accepted by the host itself, there is no MX';
  return policy === 'slow' ? 'accepted after a pause' : 'accepted';
}
