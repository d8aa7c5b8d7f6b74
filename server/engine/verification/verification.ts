// The verdicts about an address, and the interface of those who give them. Each provider is a file next to this one;
// verify-address.ts asks them in order of trust and caches the result.
//
// 'unknown' is never the address's fault and costs nothing. Either the mail server answered but didn't say (`mailbox-full`), or
// we could not look at all (`couldNotLook`). Both may be retried after `retryAfterSeconds`. 'refuses_checks' costs nothing
// either, but retrying would not help: the mail server accepts every recipient unseen, or must not be asked.

import type { Call, ProviderError } from '../provider.ts';
import type { MailAddress } from './parse-address.ts';

export type Verdict = 'valid' | 'invalid' | 'catch_all' | 'refuses_checks' | 'unknown';

export type VerificationReason = ValidReason | InvalidReason | CatchAllReason | RefusesReason | UnknownReason;
type ValidReason = 'accepted';
type CatchAllReason = 'accepts-everything';

type RefusesReason =
  | 'accepts-unseen' // accepts every recipient unseen, and bounces later
  | 'not-asked'; // the settings exclude this operator

type InvalidReason =
  | 'bad-syntax'
  | 'disposable'
  | 'no-such-domain'
  | 'no-mail-server' // neither MX nor address records, or none of them on the public internet
  | 'takes-no-mail' // null MX
  | 'no-such-mailbox'
  | 'unicode-not-taken' // a non-ASCII local part at a server without SMTPUTF8
  | 'domain-not-served'; // the mail server says that it is not responsible for the domain

export type UnknownReason =
  | 'quoted-local-part' // legal, but no mail service in use hands out such addresses; never asked
  | 'mailbox-full'
  | 'greylisted'
  | 'deferred'
  | 'refused' // turned away for a reason that says nothing about the mailbox
  | 'catch-all-unverified' // accepted, but the server gave no answer about the address that cannot exist
  | 'blocked' // the server refuses our IP address, name or sender
  | 'port-closed' // outgoing port 25 seems to be blocked on this machine
  | 'unreachable'
  | 'no-answer'
  | 'bad-conversation'
  | 'dns-failed'
  | 'pending' // a partner is still checking it
  | 'busy' // our own limit on conversations with this mail host
  | 'capped'; // our own limit on checks per day, or on unknown recipients per hour

/** Reasons after which a retry may reveal more. */
export type RetryReason = Exclude<UnknownReason, 'quoted-local-part'>;

/** What was observed, so that a person can judge the verdict. */
export interface Evidence {
  /** ISO time of the check. */
  at: string;
  mxHost?: string;
  /** The reply that decided: code and text. The address itself is removed from the text. */
  code?: number;
  text?: string;
  /** What we had sent when that reply came. */
  step?: string;
  tls?: boolean;
  /** The reply to the address that cannot exist. */
  probe?: { code: number; text: string };
}

export interface Verification {
  verdict: Verdict;
  reason: VerificationReason;
  /** The provider that said so. */
  source: string;
  evidence: Evidence;
  /** We never got to ask about the address, so nothing was learned about it. */
  couldNotLook?: boolean;
  /** A retry after this time may reveal more; absent if it won't. */
  retryAfterSeconds?: number;
  /** Why a provider that might have known more could not be asked. Only with a new answer, not with a cached one. */
  failure?: ProviderError;
}

/** A provider's answer, before its source is added. */
export type Finding = Omit<Verification, 'source' | 'failure'>;

export interface KnownDomain {
  catchAll: boolean;
  evidence: Evidence;
  expiresAt: Date;
}

export interface VerifyCall extends Call {
  /** Names a request to ask again, whatever was learned about the address before. It is paid for once, however often it is tried. */
  order?: string | undefined;
}

/** Tells whether mail to an address will arrive. */
export interface Verifier {
  readonly source: string;
  /** Throws ProviderError when the provider itself could not be asked, or the signal's reason. */
  verify(address: MailAddress, call: VerifyCall): Promise<Finding>;
  /** Called before `verify` with what the shared cache knows about the address's domain. */
  noteDomain?(domain: string, known: KnownDomain | undefined): void;
}
