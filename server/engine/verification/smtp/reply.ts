// One reply of a mail server: collects its lines and reads its code and enhanced code (RFC 5321, 2034).

import { cutWhole } from '../../cut-whole.ts';

export interface Reply {
  code: number;
  /** `5.1.1`; empty when the server gives none. */
  enhanced: string;
  /** The text of each line, without codes. */
  lines: string[];
}

const LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/;
// Some servers put their library's code before their own, so the last one counts. Cisco writes #5.1.0.
const ENHANCED = /^#?(?:[245]\.\d{1,3}\.\d{1,3}[ :]+)*([245]\.\d{1,3}\.\d{1,3})(?=[ :;]|$)[ :;]*/;

// qmail and its relatives put it at the end.
const ENHANCED_BEHIND = /\(#([245]\.\d{1,3}\.\d{1,3})/;

export interface ReplyLine {
  code: number;
  isLast: boolean;
  text: string;
}

/** Null if it is not a reply line. */
export function readReplyLine(line: string): ReplyLine | null {
  const [, code, mark = ' ', text = ''] = LINE.exec(line) ?? [];
  return code === undefined ? null : { code: Number(code), isLast: mark === ' ', text };
}

/** Combines the lines of a reply; null if they don't belong together. */
export function joinReply(lines: readonly ReplyLine[]): Reply | null {
  const [first] = lines;
  if (first === undefined || lines.some(({ code }) => code !== first.code)) return null;
  const enhanced = (ENHANCED.exec(first.text) ?? ENHANCED_BEHIND.exec(first.text))?.[1] ?? '';
  return { code: first.code, enhanced, lines: lines.map(({ text }) => text.replace(ENHANCED, '')) };
}

/** The text of a reply for people: one line, no invisible characters, bounded length, without the given address. */
export function plainText(reply: Reply, address = '', longest = 300): string {
  const text = [reply.enhanced, ...reply.lines]
    .join(' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  const anonymous = address === '' ? text : text.replaceAll(new RegExp(RegExp.escape(address), 'gi'), '…');
  return anonymous.length > longest ? `${cutWhole(anonymous, longest)}…` : anonymous;
}

/** The text of a reply for the record: like plainText, and without any address or mailbox name except our own sender's. */
export function anonymousText(reply: Reply, { recipient, sender }: { recipient: string; sender: string }): string {
  const isOurs = (address: string) => address.toLowerCase() === sender.toLowerCase();
  const text = plainText(reply, recipient, LONGEST_RECORD).replaceAll(ADDRESS, (one) => (isOurs(one) ? one : '…'));
  const local = recipient.slice(0, recipient.lastIndexOf('@'));
  return local.length < 2 ? text : hideWord(text, local);
}

/**
 * Replaces a word wherever it is not part of a longer one, whatever its case. A pattern of its own for the word and its neighbors would
 * take a millisecond to compile, for each reply.
 */
function hideWord(text: string, word: string): string {
  let hidden = '';
  let end = 0;
  // A lookahead, because an occurrence may begin within one that is part of a longer word.
  for (const { index, 1: found = '' } of text.matchAll(new RegExp(`(?=(${RegExp.escape(word)}))`, 'giu'))) {
    const after = index + found.length;
    const isPart =
      WORD_BEFORE.test(text.slice(Math.max(index - 2, 0), index)) || WORD_AFTER.test(text.slice(after, after + 2));
    if (isPart || index < end) continue;
    hidden += `${text.slice(end, index)}…`;
    end = after;
  }
  return hidden + text.slice(end);
}

const WORD_BEFORE = /[\p{L}\p{N}]$/u;
const WORD_AFTER = /^[\p{L}\p{N}]/u;

// Leaves space for the ellipsis.
const LONGEST_RECORD = 490;
const ADDRESS = /[^\s<>()[\]"',;:]+@[^\s<>()[\]"',;:]+/g;
