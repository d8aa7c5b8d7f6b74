// How the mail server answers RCPT TO, by the policy of the recipient's domain.

import { numberOf } from '../data/random.ts';
import type { World } from '../data/types.ts';
import { policyOf } from './verdicts.ts';

export interface Envelope {
  from: string;
  to: string;
  client: string;
  isSecure: boolean;
  /** How many recipients were named before in the same connection. */
  earlier: number;
}

/** A reply code with its text; null accepts the recipient. `hold` never answers. */
export interface Reply {
  refuse: { code: number; text: string } | null;
  waitMs: number;
  hold: boolean;
}

export interface ReplyOptions {
  greylistMs: number;
  slowMs: number;
  now: () => number;
}

const reply = (code: number, text: string): Reply => ({ refuse: { code, text }, waitMs: 0, hold: false });
const ACCEPT: Reply = { refuse: null, waitMs: 0, hold: false };

/** Decides about recipients and keeps track of whom it has greylisted. */
export function createRecipientReply(world: World, options: ReplyOptions): (envelope: Envelope) => Reply {
  const firstSeen = new Map<string, number>();
  const greylist = (envelope: Envelope, ms: number): Reply | null => {
    const key = `${envelope.client} ${envelope.from} ${envelope.to}`.toLowerCase();
    const seen = firstSeen.get(key) ?? options.now();
    firstSeen.set(key, seen);
    if (options.now() - seen >= ms) return null;
    return reply(
      450,
      `4.2.0 <${envelope.to}>: Recipient address rejected: Greylisted, try again in ${Math.ceil(ms / 1000)} seconds`,
    );
  };
  return (envelope) => {
    const domain = envelope.to.slice(envelope.to.lastIndexOf('@') + 1).toLowerCase();
    switch (policyOf(world, domain)) {
      case null:
        return reply(554, `5.7.1 <${envelope.to}>: Relay access denied`);
      case 'catch-all':
      case 'gateway':
      case 'unseen':
        return ACCEPT;
      case 'relay':
        return mailbox(world, envelope.to, UNKNOWN_TO_RELAY);
      case 'edge':
        return envelope.earlier > 0
          ? reply(452, '4.5.3 Too many recipients (AS780090)')
          : mailbox(world, envelope.to, NOT_IN_DIRECTORY);
      case 'tarpit':
        return { ...ACCEPT, hold: true };
      case 'deferring':
        return reply(451, '4.3.0 Temporary local problem, please try again later');
      case 'blocked':
        return reply(
          554,
          `5.7.1 Service unavailable; Client host [${envelope.client}] blocked using list.practice.localhost`,
        );
      case 'blocked-by-operator':
        return reply(
          550,
          `5.7.1 Unfortunately, messages from [${envelope.client}] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).`,
        );
      case 'strict-tls':
        return envelope.isSecure
          ? mailbox(world, envelope.to)
          : reply(530, '5.7.0 Must issue a STARTTLS command first');
      case 'greylist':
        return greylist(envelope, options.greylistMs) ?? mailbox(world, envelope.to);
      case 'greylist-hour':
        return greylist(envelope, 3_600_000) ?? mailbox(world, envelope.to);
      case 'slow':
        return { ...mailbox(world, envelope.to), waitMs: options.slowMs };
      default:
        return mailbox(world, envelope.to);
    }
  };
}

// The words of Postfix, Gmail, Exchange Online and Exim for a missing mailbox.
const NO_SUCH_USER: readonly ((to: string) => Reply)[] = [
  (to) => reply(550, `5.1.1 <${to}>: Recipient address rejected: User unknown in virtual mailbox table`),
  () =>
    reply(
      550,
      '5.1.1 The email account that you tried to reach does not exist. Please try double-checking the address',
    ),
  () =>
    reply(
      550,
      '5.4.1 Recipient address rejected: Access denied. For more information see https://aka.ms/EXOSmtpErrors [PRACTICE.prod.protection.outlook.com]',
    ),
  () => reply(550, 'No Such User Here'),
];

const UNKNOWN_TO_RELAY = (to: string) =>
  reply(550, `5.1.1 <${to}>: Recipient address rejected: User unknown in relay recipient table`);
const NOT_IN_DIRECTORY = () => reply(550, '5.4.1 Recipient address rejected: Access denied. AS(201806281)');

function mailbox(world: World, to: string, unknown?: (to: string) => Reply): Reply {
  const state = world.mailboxes.get(to.toLowerCase())?.state ?? 'gone';
  if (state === 'full') {
    return numberOf(to) % 2 === 0
      ? reply(452, `4.2.2 <${to}>: Mailbox full`)
      : reply(552, `5.2.2 <${to}>: Mailbox is over quota`);
  }
  if (state !== 'gone') return ACCEPT;
  if (unknown) return unknown(to);
  const domain = to.slice(to.lastIndexOf('@') + 1).toLowerCase();
  return NO_SUCH_USER[numberOf(domain) % NO_SUCH_USER.length]?.(to) ?? reply(550, '5.1.1 User unknown');
}
