// What a refusal means. Codes alone don't tell: servers use 550 5.7.1 and even 550 5.1.1 for anything. So we read the text too,
// and assume that anything that could be about us (our IP address, name, rate, reputation) is about us.

import { plainText, type Reply } from './reply.ts';
import {
  ABOUT_US,
  BY_POLICY,
  FOR_NOW,
  FULL,
  GREYLIST,
  LISTED,
  LISTED_BY_CUSTOMER,
  MAILBOX_BUSY,
  NO_SUCH_MAILBOX,
  NOT_ALONE,
  NOT_IN_DIRECTORY,
  NOT_RELAYED,
  NOT_SERVED,
  SENDER_REFUSED,
  SURELY_ABOUT_US,
  THROTTLED,
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

// RFC 3463 and the registry, as far as they concern the recipient.
const NO_MAILBOX_CODES = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** What a reply means at one operator. Matched against code, enhanced code and text on one line. */
export interface ReplyRule {
  says: RegExp;
  means: RefusalClass;
}

/** The addresses we have named, so that their words aren't mistaken for the server's own. */
export interface Named {
  recipient: string;
  sender: string;
  /** The rules of the operator that replied. */
  rules?: readonly ReplyRule[] | undefined;
}

/** What a 4xx or 5xx to RCPT TO means; pure. The recipient is removed from the text first, since it may contain any word. */
export function classifyRefusal(reply: Reply, { recipient, sender, rules = [] }: Named): RefusalClass {
  const text = wordsOf(reply, recipient);
  // Exim uses the same words for a sender it cannot verify and a recipient that does not exist.
  if (reply.code >= 500 && sender !== '' && text.toLowerCase().includes(sender.toLowerCase())) return 'blocked';
  if (SENDER_REFUSED.test(text)) return 'blocked';
  if (MAILBOX_BUSY.test(text)) return 'deferred';
  if (isListed(text)) return 'blocked';
  const rule = rules.find(({ says }) => says.test(`${reply.code} ${reply.enhanced} ${text}`));
  if (rule) return rule.means;
  if (isFull(reply, text)) return 'mailbox-full';
  if (reply.code >= 500) return classifyPermanent(reply, text, { recipient, sender });
  const isKnownMissing = UNDELIVERABLE.test(text) && NO_SUCH_MAILBOX.test(text) && !ABOUT_US.test(text);
  if (isKnownMissing) return 'no-such-mailbox';
  return NOT_ALONE.test(text) ? 'deferred' : classifyTemporary(text);
}

/** The same for replies before RCPT TO: the recipient was not yet named, so they are never about the address. */
export function classifyEarlyRefusal(reply: Reply): RefusalClass {
  return reply.code >= 500 ? 'blocked' : classifyTemporary(wordsOf(reply, ''));
}

/**
 * Why the whole operator should be left alone after this reply: our server is listed or unwanted there, or it asks too often.
 * Undefined when the reply says nothing about the operator's other hosts and domains.
 */
export function operatorRefusal(reply: Reply, recipient: string): 'listed' | 'throttled' | undefined {
  if (reply.code < 400) return undefined;
  const text = wordsOf(reply, recipient);
  if (SENDER_REFUSED.test(text) || MAILBOX_BUSY.test(text)) return undefined;
  const isThrottled = reply.code < 500 && (THROTTLED.test(text) || reply.enhanced === '4.7.28');
  if (isThrottled) return 'throttled';
  return isListed(text) ? 'listed' : undefined;
}

const isListed = (text: string) => LISTED.test(text) && !LISTED_BY_CUSTOMER.test(text);

function classifyTemporary(text: string): RefusalClass {
  if (GREYLIST.test(text)) return 'greylisted';
  return ABOUT_US.test(text) ? 'blocked' : 'deferred';
}

function classifyPermanent(reply: Reply, text: string, named: Named): RefusalClass {
  const { code, enhanced } = reply;
  if (LISTED_BY_CUSTOMER.test(text)) return 'refused';
  if (SURELY_ABOUT_US.test(text) || enhanced === '5.1.7' || enhanced === '5.1.8') return 'blocked';
  if (NOT_RELAYED.test(text)) return 'domain-not-served';
  const isUnknown = NO_SUCH_MAILBOX.test(text) || (enhanced === '5.4.1' && NOT_IN_DIRECTORY.test(text));
  // "User unknown" with the matching code counts even if spam or a sender is mentioned as well.
  const isSurelyUnknown = isUnknown && NO_MAILBOX_CODES.has(enhanced);
  if (ABOUT_US.test(text)) return isSurelyUnknown ? 'no-such-mailbox' : 'blocked';
  if (!isSurelyUnknown && namesOurDomain(text, named)) return isUnknown ? 'refused' : 'blocked';
  if (!isSurelyUnknown && BY_POLICY.test(text)) return 'refused';
  if (NOT_SERVED.test(text)) return 'domain-not-served';
  if (GREYLIST.test(text)) return 'greylisted';
  if (FOR_NOW.test(text)) return 'deferred';
  if (isUnknown) return 'no-such-mailbox';
  // 500 to 504 and 530 are about commands and logging in; 5.5 to 5.7 about protocol, content and policy.
  if (code < 550 || /^5\.[567]\./.test(enhanced)) return 'refused';
  return NO_MAILBOX_CODES.has(enhanced) || code === 551 ? 'no-such-mailbox' : 'refused';
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

function namesOurDomain(text: string, { recipient, sender }: Named): boolean {
  const domain = domainOf(sender);
  if (domain === '' || domain === domainOf(recipient)) return false;
  return new RegExp(`(?<![\\w-])${RegExp.escape(domain)}(?![\\w-])`, 'i').test(text);
}

function isFull({ enhanced }: Reply, text: string): boolean {
  if (enhanced === '4.2.2' || enhanced === '5.2.2') return true;
  // x.3.1 and x.5.3 are a full disk and too many recipients: the server's problem.
  return FULL.test(text) && !/^[45]\.[35]\./.test(enhanced);
}

function wordsOf(reply: Reply, recipient: string): string {
  const text = plainText({ ...reply, enhanced: '' }, recipient, 2_000);
  const local = recipient.slice(0, recipient.lastIndexOf('@'));
  // Some servers repeat only the local part, in brackets or quotes.
  return text.replaceAll(/[<"'(][^<>"'()]{1,64}[>"')]/g, (quoted) =>
    isSame(quoted.slice(1, -1), local) ? '…' : quoted,
  );
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The wait a server asks for ("try again in 300 seconds", "in 00:05:00"), in seconds; undefined if it names none. */
export function requestedPause(reply: Reply): number | undefined {
  const text = plainText(reply);
  const [, hours, minutes, seconds] = /\b(\d{2}):(\d{2}):(\d{2})\b/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const [, amount, unit] = /\b(?:in|after|wait)(?: at least| about)? (\d{1,5}) ?([sm])/i.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * (unit?.toLowerCase() === 'm' ? 60 : 1);
}
