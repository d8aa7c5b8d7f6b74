// A contact's evidence as its owner sees it. The row also holds addresses the user has not paid for: none of them is given out.
import type { Contact } from '../../shared/contact.ts';
import type { Evidence } from '../../shared/contact-evidence.ts';
import { decodePercent } from '../engine/emails/decoding/decoders.ts';
import { scanAddresses } from '../engine/emails/decoding/scan-addresses.ts';
import type { EvidenceRow } from './contacts-data.store.ts';
import { type ContactEvidence, contactEvidence } from './finding/contact-evidence.ts';

/** Anything that may contain an address, or several. */
const RUN = /[^\s<>()[\]{},;:"'|]+(?:@|%40)[^\s<>()[\]{},;:"'|]+/gi;

/** What the row itself says; refunds are in the ledger. */
export type DescribedEvidence = Omit<Evidence, 'is_refunded'>;

export function describeEvidence({ evidence, ...row }: EvidenceRow): DescribedEvidence {
  const kept = contactEvidence.safeParse(evidence).data ?? {};
  const { lastCheck, verification } = kept;
  return {
    ...row,
    origin: originOf(kept, row.email),
    asked: (kept.asked ?? []).map((one) => ({
      ...one,
      verdict: one.verdict ?? null,
      words: hideOthers(one.words, row.email),
    })),
    verified_by: verification?.by ?? (verification ? 'zeus-own' : null),
    mail_server: mailServerOf(verification),
    last_check: lastCheck ? { at: lastCheck.at, message: lastCheck.message ?? null } : null,
    confidence: confidenceOf(row.verification, kept),
  };
}

/** Leaves the contact's own address only. */
function hideOthers(text: string, email: string): string {
  return text.replace(RUN, (run) => (hasNoOther(decodePercent(run), email) ? run : '…'));
}

function hasNoOther(run: string, email: string): boolean {
  const addresses = scanAddresses(run);
  // An '@' that belongs to no address may be part of one that the scanner doesn't know.
  if (addresses.length !== run.split('@').length - 1) return false;
  return addresses.every(({ address }) => address.toLowerCase() === email.toLowerCase());
}

function originOf({ address }: ContactEvidence, email: string): Evidence['origin'] {
  if (!address) return { kind: 'unknown' };
  if ('partner' in address) {
    const { partner: source, words, seenAt } = address;
    return { kind: 'partner', source, words: hideOthers(words, email), page: seenAt ?? null };
  }
  if ('page' in address) {
    const { page, snippet, rendered = false } = address;
    return { kind: 'page', page, quote: hideOthers(snippet, email), rendered };
  }
  const { pattern, learntFrom, learntOf = [] } = address;
  return { kind: 'pattern', pattern, learned_from: learntFrom, people: learntOf };
}

function mailServerOf(verification: ContactEvidence['verification']): Evidence['mail_server'] {
  if (!verification) return null;
  const { mxHost: host, code, text, probe } = verification;
  if (host === undefined && code === undefined && text === undefined) return null;
  return { host: host ?? null, code: code ?? null, text: text ?? null, probe: probe ?? null };
}

const isOwn = (verification: ContactEvidence['verification']) => (verification?.by ?? 'zeus-own') === 'zeus-own';

/** Disposable addresses, and domains without a mail server, are invalid too. */
function whyInvalid(verification: ContactEvidence['verification']): string {
  if (!isOwn(verification)) return 'An email partner says this email does not work.';
  return verification?.reason === 'no-such-mailbox'
    ? 'The mail server says this mailbox does not exist.'
    : 'Zeus checked this email and found that it does not work.';
}

function confidenceOf(
  verdict: Contact['verification'],
  { address, verification }: ContactEvidence,
): Evidence['confidence'] {
  const isPrinted = address !== undefined && 'page' in address;
  if (verdict === 'valid') {
    if (isPrinted) return { level: 'high', why: 'The site lists it, and the mailbox was confirmed.' };
    const why = isOwn(verification)
      ? 'The mail server confirmed this mailbox and rejects made-up ones.'
      : 'An email partner confirmed this mailbox.';
    return { level: 'high', why };
  }
  if (verdict === 'invalid') return { level: 'low', why: whyInvalid(verification) };
  if (isPrinted) return { level: 'medium', why: 'The site lists it, but the mailbox could not be confirmed.' };
  if (address && 'learntFrom' in address && address.learntFrom > 0) {
    return { level: 'medium', why: 'It follows the site’s pattern, but the mailbox could not be confirmed.' };
  }
  return { level: 'low', why: 'The mailbox could not be confirmed.' };
}
