// Everything Zeus knows about the contacts of a campaign, as a CSV file: the specification's columns first, then the evidence
// and what is known about the page. New kinds of knowledge are further columns at the end.
import type { Verification } from '../../shared/contact.ts';
import type { Evidence } from '../../shared/contact-evidence.ts';
import { type CsvColumn, type CsvFile, contactColumns, csvFile } from '../../shared/csv.ts';
import { contactSourceName } from '../../shared/source-names.ts';
import { leadColumns, type OfLead } from '../backlinks/full-backlinks-file.ts';
import type { ContactWithEvidence } from './contacts-data.store.ts';
import { describeEvidence } from './describe-evidence.ts';

type ContactOfLead = ContactWithEvidence & OfLead;

interface FullContact extends ContactOfLead {
  known: Evidence;
}

/** `isPractice`: partners are stand-ins, and the file says so. */
export function fullContactsFile({ isPractice }: { isPractice: boolean }): CsvFile<ContactOfLead> {
  const nameOf = (source: string | null) => (source === null ? '' : contactSourceName(source, isPractice));
  const file = csvFile<FullContact>([...contactColumns, ...aboutPerson, ...evidenceColumns(nameOf), ...leadColumns]);
  return { head: file.head, line: (row) => file.line({ ...row, known: describeEvidence(row) }) };
}

const aboutPerson: readonly CsvColumn<FullContact>[] = [
  ['Selected', ({ keep }) => (keep ? 'yes' : 'no')],
  ['Article Author', ({ highlighted }) => (highlighted ? 'yes' : 'no')],
  ['Location', ({ location }) => location ?? ''],
  ['Profile', ({ page }) => page ?? ''],
  ['Twitter', ({ twitter }) => twitter ?? ''],
];

type NameOf = (source: string | null) => string;

const evidenceColumns = (nameOf: NameOf): readonly CsvColumn<FullContact>[] => [
  ['Source', ({ source }) => nameOf(source)],
  ['Confidence', ({ known }) => known.confidence.level],
  ['Confidence Reason', ({ known }) => known.confidence.why],
  ['Found On', ({ known: { origin } }) => ('page' in origin ? (origin.page ?? '') : '')],
  ['Quote', ({ known: { origin } }) => (origin.kind === 'page' ? origin.quote : '')],
  ['Pattern', ({ known: { origin } }) => (origin.kind === 'pattern' ? origin.pattern : '')],
  ['Pattern Learned From', ({ known: { origin } }) => (origin.kind === 'pattern' ? origin.people.join(', ') : '')],
  ['Partner Said', ({ known: { origin } }) => (origin.kind === 'partner' ? origin.words : '')],
  ['Who Was Asked', ({ known }) => known.asked.map((one) => askedText(one, nameOf)).join(' | ')],
  ['Mail Server', ({ known }) => known.mail_server?.host ?? ''],
  ['SMTP Code', ({ known }) => known.mail_server?.code ?? ''],
  ['SMTP Text', ({ known }) => known.mail_server?.text ?? ''],
  ['Checked By', ({ known }) => nameOf(known.verified_by)],
  ['Last Checked', ({ verified_at }) => verified_at ?? ''],
  ['Next Check', ({ next_check_at }) => next_check_at ?? ''],
];

const outcomes: Record<Evidence['asked'][number]['outcome'], string> = {
  found: 'found',
  nothing: 'nothing found',
  failed: 'could not look',
  skipped: 'not asked',
};

const verdictText = (verdict: Verification | null) => (verdict ? ` (${verdict.replaceAll('_', '-')})` : '');

/** "Hunter: found (valid): status: valid, score: 92". */
function askedText({ source, outcome, verdict, words }: Evidence['asked'][number], nameOf: NameOf): string {
  return `${nameOf(source)}: ${outcomes[outcome]}${verdictText(verdict)}: ${words}`;
}
