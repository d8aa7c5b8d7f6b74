// What Zeus says about an address, and who can say it. Each provider is one neighbour file; verify-address.ts asks them
// in the order of trust and keeps what they said.
//
// 'unknown' is never the address's fault and costs nobody anything. Its reasons are of two kinds: the mail server was
// asked and does not tell now (`mailbox-full`), or we could not look at all (`couldNotLook`). Both may be asked again
// after `retryAfterSeconds`. 'refuses_checks' costs nothing either, and asking again would not help: the mail server accepts every
// recipient without looking, or is not to be asked.

import type { Call } from '../provider.ts';
import type { MailAddress } from './parse-address.ts';

export type Verdict = 'valid' | 'invalid' | 'catch_all' | 'refuses_checks' | 'unknown';

export type VerificationReason = ValidReason | InvalidReason | CatchAllReason | RefusesReason | UnknownReason;
type ValidReason = 'accepted';
type CatchAllReason = 'accepts-everything';

type RefusesReason =
  | 'accepts-unseen' // accepts every recipient without looking, and bounces later
  | 'not-asked'; // the settings leave this operator alone

type InvalidReason =
  | 'bad-syntax'
  | 'disposable'
  | 'no-such-domain'
  | 'no-mail-server' // neither MX nor address records, or none of them on the public internet
  | 'takes-no-mail' // null MX
  | 'no-such-mailbox'
  | 'unicode-not-taken' // a local part beyond ASCII at a server without SMTPUTF8
  | 'domain-not-served'; // the mail server says that it is not responsible for the domain

export type UnknownReason =
  | 'quoted-local-part' // legal, but no mail service in use gives such addresses out; not asked for
  | 'mailbox-full'
  | 'greylisted'
  | 'deferred'
  | 'refused' // turned away for a reason that says nothing about the mailbox
  | 'catch-all-untold' // accepted, but the server would not answer for the address that cannot exist
  | 'blocked' // the server refuses our address, name or sender
  | 'port-closed' // port 25 seems closed on the way out of this machine
  | 'unreachable'
  | 'no-answer'
  | 'bad-conversation'
  | 'dns-failed'
  | 'busy' // our own cap on conversations with this mail host
  | 'capped'; // our own cap on questions per day, or on unknown recipients per hour

/** Those after which asking again may tell more. */
export type RetryReason = Exclude<UnknownReason, 'quoted-local-part'>;

/** What was seen, so that a person can judge the verdict. */
export interface Evidence {
  /** ISO time of looking. */
  at: string;
  mxHost?: string;
  /** The reply that decided: its code and text. The address itself is taken out of the text. */
  code?: number;
  text?: string;
  /** What was asked when that reply came. */
  step?: string;
  tls?: boolean;
  /** The reply to the address that cannot exist. */
  probe?: { code: number; text: string };
}

export interface Verification {
  verdict: Verdict;
  reason: VerificationReason;
  /** Which provider said so. */
  source: string;
  /** info@, sales@ …: a shared mailbox; says nothing about the verdict. */
  role: boolean;
  evidence: Evidence;
  /** We did not get to ask about the address; nothing was learnt about it. */
  couldNotLook?: boolean;
  /** Asking again after this time may tell more; left out when it will not. */
  retryAfterSeconds?: number;
}

/** A provider's answer, before it is signed. */
export type Finding = Omit<Verification, 'source' | 'role'>;

export interface KnownDomain {
  catchAll: boolean;
  evidence: Evidence;
  expiresAt: Date;
}

/** Tells whether mail to an address will arrive. */
export interface Verifier {
  readonly source: string;
  /** Throws ProviderError when the provider itself could not be asked, or the signal's reason. */
  verify(address: MailAddress, call: Call): Promise<Finding>;
  /** Told before it is asked: what the shared memory holds of the address's domain. */
  noteDomain?(domain: string, known: KnownDomain | undefined): void;
}
