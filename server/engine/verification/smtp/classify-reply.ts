// What a refusal means. Codes alone do not tell: servers use 550 5.7.1 and even 550 5.1.1 for anything. So the text is
// read too, and whatever could be about us (our address, name, rate, reputation) is taken to be about us.

import { plainText, type Reply } from './reply.ts';
import {
  ABOUT_US,
  FULL,
  GREYLIST,
  NO_SUCH_MAILBOX,
  NOT_SERVED,
  SURELY_ABOUT_US,
  UNDELIVERABLE,
} from './reply-phrases.ts';

export type RefusalClass =
  | 'no-such-mailbox'
  | 'domain-not-served'
  | 'mailbox-full'
  | 'greylisted'
  | 'blocked'
  | 'deferred'
  | 'refused';

// RFC 3463 and the registry, as far as they speak of the recipient. 5.4.1 is Exchange Online's word for an unknown one.
const NO_MAILBOX_CODES = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1', '5.4.1']);

/** Whom we have named; without them their words cannot be told from the server's own. */
export interface Named {
  recipient: string;
  sender: string;
}

/** What a 4xx or 5xx to RCPT TO says; pure. The recipient is taken out of the text first: it may hold any word. */
export function classifyRefusal(reply: Reply, { recipient, sender }: Named): RefusalClass {
  const text = wordsOf(reply, recipient);
  // Exim words a sender it cannot verify just as a recipient that does not exist.
  if (reply.code >= 500 && sender !== '' && text.toLowerCase().includes(sender.toLowerCase())) return 'blocked';
  if (isFull(reply, text)) return 'mailbox-full';
  if (reply.code >= 500) return classifyPermanent(reply, text);
  const isKnownMissing = UNDELIVERABLE.test(text) && NO_SUCH_MAILBOX.test(text) && !ABOUT_US.test(text);
  return isKnownMissing ? 'no-such-mailbox' : classifyTemporary(text);
}

/** The same for what came before RCPT TO: the recipient was not yet named, so it is never about the address. */
export function classifyEarlyRefusal(reply: Reply): RefusalClass {
  return reply.code >= 500 ? 'blocked' : classifyTemporary(wordsOf(reply, ''));
}

function classifyTemporary(text: string): RefusalClass {
  if (GREYLIST.test(text)) return 'greylisted';
  return ABOUT_US.test(text) ? 'blocked' : 'deferred';
}

function classifyPermanent(reply: Reply, text: string): RefusalClass {
  const { code, enhanced } = reply;
  if (SURELY_ABOUT_US.test(text)) return 'blocked';
  if (NOT_SERVED.test(text)) return 'domain-not-served';
  const isUnknown = NO_SUCH_MAILBOX.test(text);
  // "User unknown" with the code for it counts even where spam or a sender is mentioned beside it.
  if (ABOUT_US.test(text)) return isUnknown && NO_MAILBOX_CODES.has(enhanced) ? 'no-such-mailbox' : 'blocked';
  if (enhanced === '5.1.7' || enhanced === '5.1.8') return 'blocked';
  if (isUnknown) return 'no-such-mailbox';
  // 500 to 504 and 530 are about commands and logging in, 5.5 to 5.7 about protocol, content and policy.
  if (code < 550 || /^5\.[567]\./.test(enhanced)) return 'refused';
  return NO_MAILBOX_CODES.has(enhanced) || code === 551 ? 'no-such-mailbox' : 'refused';
}

function isFull({ enhanced }: Reply, text: string): boolean {
  if (enhanced === '4.2.2' || enhanced === '5.2.2') return true;
  // x.3.1 and x.5.3 are a full disk and too many recipients: the server's matter.
  return FULL.test(text) && !/^[45]\.[35]\./.test(enhanced);
}

function wordsOf(reply: Reply, recipient: string): string {
  const text = plainText({ ...reply, enhanced: '' }, recipient, 2_000);
  const local = recipient.slice(0, recipient.lastIndexOf('@'));
  // Some servers repeat the local part alone, in brackets or quotes.
  return text.replaceAll(/[<"'(][^<>"'()]{1,64}[>"')]/g, (quoted) =>
    isSame(quoted.slice(1, -1), local) ? '…' : quoted,
  );
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The wait a server asks for ("try again in 300 seconds", "in 00:05:00"), in seconds; undefined when it names none. */
export function askedPause(reply: Reply): number | undefined {
  const text = plainText(reply);
  const [, hours, minutes, seconds] = /\b(\d{2}):(\d{2}):(\d{2})\b/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const [, amount, unit] = /\b(?:in|after|wait)(?: at least| about)? (\d{1,5}) ?([sm])/i.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * (unit?.toLowerCase() === 'm' ? 60 : 1);
}
