// Everything Zeus knows about the contacts of a campaign, as a CSV file: the specification's columns first, then the evidence and
// what is known about the page. New kinds of knowledge are further columns at the end. Sites without an email have a row, too, if
// they can be reached otherwise.
import type { Verification } from '../../shared/contact.ts';
import type { Evidence } from '../../shared/contact-evidence.ts';
import { type ContactCells, type CsvColumn, type CsvFile, contactColumns, csvFile } from '../../shared/csv.ts';
import { contactSourceName } from '../../shared/source-names.ts';
import { leadColumns, type OfLead } from '../backlinks/full-backlinks-file.ts';
import type { ContactFormRow } from './contact-forms.store.ts';
import type { ContactWithEvidence } from './contacts-data.store.ts';
import { type DescribedEvidence, describeEvidence } from './describe-evidence.ts';

export type FullRow = ContactWithEvidence | ContactFormRow;

interface FullContact extends ContactCells, AboutPerson, OfLead {
  outcome: 'Email' | 'Social profile' | 'Contact form';
  contact_form_url: string | null;
  /** Null without an email. */
  known: DescribedEvidence | null;
}

type AboutPerson = Pick<
  ContactWithEvidence,
  'keep' | 'highlighted' | 'location' | 'page' | 'twitter' | 'profiles' | 'role' | 'verified_at' | 'next_check_at'
> & { source: string | null };

/** `isPractice`: partners are stand-ins, and the file says so. */
export function fullContactsFile({ isPractice }: { isPractice: boolean }): CsvFile<FullRow & OfLead> {
  const nameOf = (source: string | null) => (source === null ? '' : contactSourceName(source, isPractice));
  const file = csvFile<FullContact>([
    ...contactColumns,
    ...aboutPerson,
    ...evidenceColumns(nameOf),
    ...outcomeColumns,
    ...leadColumns,
  ]);
  return { head: file.head, line: (row) => file.line('email' in row ? fullContact(row) : formOnly(row)) };
}

function fullContact({ email, ...row }: ContactWithEvidence & OfLead): FullContact {
  if (typeof email === 'string') return { ...row, email, outcome: 'Email', known: describeEvidence({ ...row, email }) };
  return { ...row, email, source: null, outcome: 'Social profile', known: null };
}

const nobody: Omit<FullContact, 'backlink_id' | 'contact_form_url' | 'lead'> = {
  ...{ email: false, type: null, verification: null, first_name: '', last_name: '', position: null },
  ...{ keep: false, highlighted: false, location: null, page: null, twitter: null, profiles: [], role: null },
  ...{ verified_at: null, next_check_at: null, source: null, known: null },
  outcome: 'Contact form',
};

function formOnly({ backlink_id, contact_form_url, lead }: ContactFormRow & OfLead): FullContact {
  return { ...nobody, backlink_id, contact_form_url, lead };
}

const aboutPerson: readonly CsvColumn<FullContact>[] = [
  ['Selected', ({ keep }) => (keep ? 'yes' : 'no')],
  ['Article Author', ({ highlighted }) => (highlighted ? 'yes' : 'no')],
  ['Location', ({ location }) => location ?? ''],
  ['Profile', ({ page }) => page ?? ''],
  ['Twitter', ({ twitter }) => twitter ?? ''],
];

type NameOf = (source: string | null) => string;

/** A column about the email; empty without one. */
const about = (title: string, cell: (known: DescribedEvidence) => string | number): CsvColumn<FullContact> => [
  title,
  ({ known }) => (known ? cell(known) : ''),
];

const evidenceColumns = (nameOf: NameOf): readonly CsvColumn<FullContact>[] => [
  ['Source', ({ source }) => nameOf(source)],
  about('Confidence', ({ confidence }) => confidence.level),
  about('Confidence Reason', ({ confidence }) => confidence.why),
  about('Found On', ({ origin }) => ('page' in origin ? (origin.page ?? '') : '')),
  about('Quote', ({ origin }) => (origin.kind === 'page' ? origin.quote : '')),
  about('Pattern', ({ origin }) => (origin.kind === 'pattern' ? origin.pattern : '')),
  about('Pattern Learned From', ({ origin }) => (origin.kind === 'pattern' ? origin.people.join(', ') : '')),
  about('Partner Said', ({ origin }) => (origin.kind === 'partner' ? origin.words : '')),
  about('Sources Checked', ({ asked }) => asked.map((one) => sourceText(one, nameOf)).join(' | ')),
  about('Mail Server', ({ mail_server }) => mail_server?.host ?? ''),
  about('SMTP Code', ({ mail_server }) => mail_server?.code ?? ''),
  about('SMTP Text', ({ mail_server }) => mail_server?.text ?? ''),
  about('Checked By', ({ verified_by }) => nameOf(verified_by)),
  ['Last Checked', ({ verified_at }) => verified_at ?? ''],
  ['Next Check', ({ next_check_at }) => next_check_at ?? ''],
];

const outcomeColumns: readonly CsvColumn<FullContact>[] = [
  ['Outcome', ({ outcome }) => outcome],
  ['Contact Form', ({ contact_form_url }) => contact_form_url ?? ''],
  ['Social Profiles', ({ profiles }) => profiles.join(' ')],
  ['Role', ({ role }) => role ?? ''],
];

const outcomes: Record<Evidence['asked'][number]['outcome'], string> = {
  found: 'found',
  nothing: 'nothing found',
  failed: 'couldn’t check',
  skipped: 'skipped',
};

const verdictText = (verdict: Verification | null) => (verdict ? ` (${verdict.replaceAll('_', '-')})` : '');

/** "Hunter: found (valid): status: valid, score: 92". */
function sourceText({ source, outcome, verdict, words }: Evidence['asked'][number], nameOf: NameOf): string {
  return `${nameOf(source)}: ${outcomes[outcome]}${verdictText(verdict)}: ${words}`;
}
