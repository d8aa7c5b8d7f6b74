// The service's rate limits by name: what is counted, and the error when it is used up. Accounts are counted by email
// address whether they exist or not, so a limit reveals nothing about accounts.
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Tx } from '../../platform/db.ts';
import type { Auth } from '../auth.ts';
import { accountLimits, addressLimits, allMails } from '../auth-settings.ts';
import { AuthError } from '../http/auth-error.ts';
import { clearUses, readWait, takeUse } from './rate-limits.store.ts';

export type AddressLimit = keyof typeof addressLimits;
export type AccountLimit = 'password' | 'code' | 'factor';

/** Counts a call from a client address. Throws AuthError over_request_rate_limit. */
export async function limitAddress(auth: Auth, name: AddressLimit, ip: string): Promise<void> {
  await take(auth, `${name}:ip:${network(ip)}`, addressLimits[name]);
}

/** Counts an attempt at an account. Throws AuthError over_request_rate_limit. */
export async function limitAccount(auth: Auth, name: AccountLimit, account: string): Promise<void> {
  await take(auth, accountKey(name, account), accountLimits[name]);
}

/** Resets the count after a correct answer. */
export async function resetAccountLimit(auth: Auth, name: AccountLimit, account: string): Promise<void> {
  await clearUses(auth.db.kysely, accountKey(name, account));
}

export interface MailRequest {
  kind: string;
  email: string;
  /** Of the client that requests it. */
  ip: string;
}

/**
 * Counts a request for an email to an address. Returns 0 if it may be sent, else the seconds to wait; the caller decides what
 * to answer. Throws AuthError over_email_send_rate_limit if the client requests too many or the service as a whole has sent too
 * many, which reveals nothing about the address.
 */
export async function waitForMail(auth: Auth, { kind, email, ip }: MailRequest): Promise<number> {
  const { db, now } = auth;
  const fromClient = await takeUse(db.kysely, { key: `mail:ip:${network(ip)}`, limit: addressLimits.mail, now: now() });
  if (fromClient > 0) throw tooManyMails(fromClient);
  const fromAll = await readWait(db.kysely, { ...allKey, now: now() });
  if (fromAll > 0) {
    auth.log.warn('the limit for all outgoing email is reached; see allMails in auth-settings.ts');
    throw tooManyMails(fromAll);
  }
  const uses = [
    { key: accountKey(`mail:${kind}`, email), limit: accountLimits.mail, now: now() },
    { key: accountKey('mailbox', email), limit: accountLimits.mailbox, now: now() },
  ];
  for (const use of uses) {
    const wait = await takeUse(db.kysely, use);
    if (wait > 0) return wait;
  }
  return 0;
}

const allKey = { key: 'mail:all', limit: allMails };

/** Counts emails about to be sent towards the limit of the whole service. Returns 0, or the seconds to wait. */
export async function takeMails({ now }: Auth, tx: Tx, uses: number): Promise<number> {
  return takeUse(tx, { ...allKey, now: now(), uses });
}

function tooManyMails(retryAfter: number): AuthError {
  return new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded', { retryAfter });
}

async function take({ db, now }: Auth, key: string, limit: { burst: number; seconds: number }): Promise<void> {
  const wait = await takeUse(db.kysely, { key, limit, now: now() });
  if (wait > 0) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter: wait });
}

/** Hashed: addresses of people who may never have used the site are not stored in readable form. */
function accountKey(name: string, account: string): string {
  return `${name}:account:${createHash('sha256').update(account).digest('base64url')}`;
}

/** A household has a whole /64 of IPv6 addresses, so those count as one. */
function network(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip.slice(0, 64);
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6'
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()
    : address.toString();
}
