// What is known about an email, in a word or two and a sentence.
import type { Contact } from '../../../shared/contact.ts';
import type { BadgeTone } from '../../ui/values/badge.tsx';
import { formatDateTime } from '../../ui/values/dates.ts';

type EmailVerification = Pick<Contact, 'verification' | 'verification_reason' | 'next_check_at'>;

interface EmailState {
  word: string;
  text: string;
  tone: BadgeTone;
}

const states: Record<string, Omit<EmailState, 'tone'>> = {
  valid: { word: 'Valid', text: 'The mailbox was confirmed to exist.' },
  catch_all: {
    word: 'Catch-all',
    text: 'This domain accepts email for every address, so there is no way to tell whether this mailbox exists.',
  },
  refuses_checks: {
    word: 'Refuses checks',
    text: 'This email provider does not say which mailboxes exist, so this one could not be confirmed.',
  },
  invalid: {
    word: 'Invalid',
    text: 'This mailbox does not exist or was only temporary. Emails to it will bounce.',
  },
  full: {
    word: 'Mailbox full',
    text: 'The mailbox exists, but it is full, so emails to it currently bounce.',
  },
};

/** Null if the email was not verified. */
export function emailState({ verification, verification_reason, next_check_at }: EmailVerification): EmailState | null {
  if (verification === null || String(verification) === 'false') return null;
  if (verification === 'unknown' && verification_reason !== 'mailbox-full') {
    return { word: 'Not confirmed yet', text: unconfirmedText(verification_reason, next_check_at), tone: 'warning' };
  }
  const known = states[verification === 'unknown' ? 'full' : verification];
  const state = known ?? { word: verification, text: 'Not confirmed.' };
  return { ...state, tone: verification === 'valid' ? 'success' : 'warning' };
}

function unconfirmedText(reason: string | null, next: string | null): string {
  const why =
    reason === 'capped'
      ? 'Zeus limits how many emails it checks at each provider, and this limit was reached.'
      : 'The mail server could not be reached or gave no clear answer.';
  const when = next
    ? `Zeus will check again on ${formatDateTime(new Date(next))}.`
    : 'Zeus won’t check again automatically, but you can.';
  return `${why} ${when} No credit was used.`;
}

const oldMs = 60 * 24 * 3_600_000;

/** Whether the last check was so long ago that people may have left. */
export function isOld(verifiedAt: string | null, now: number): boolean {
  return verifiedAt !== null && now - Date.parse(verifiedAt) > oldMs;
}
