// Everything Zeus knows about the backlinks of a campaign, as a CSV file: the specification's columns first, then the proof of the
// link, the page, and what the user noted. New kinds of knowledge are further columns at the end.
import { type BacklinkCells, backlinkColumns, type CsvColumn, type CsvFile, csvFile } from '../../shared/csv.ts';
import { reasonOf, removalTexts } from '../../shared/lead-values.ts';
import type { LinkState } from '../../shared/link-check-values.ts';
import { sourceName } from '../../shared/source-names.ts';
import type { TriageSignal } from '../../shared/triage.ts';
import { groupNames, signalLabels } from '../../shared/triage-names.ts';
import type { LeadDetails } from './lead-details.store.ts';

/** A row of any file about leads. Undefined if the backlink was deleted meanwhile. */
export interface OfLead {
  lead: LeadDetails | undefined;
}

const linkStates: Record<LinkState, string> = { found: 'found', gone: 'gone', unclear: 'couldn’t check' };

const ofLink = (cell: (link: NonNullable<LeadDetails['link']>) => string | null) => (row: OfLead) =>
  (row.lead?.link && cell(row.lead.link)) ?? '';

const ofPage = (cell: (page: NonNullable<LeadDetails['page']>) => string | number | null) => (row: OfLead) =>
  (row.lead?.page && cell(row.lead.page)) ?? '';

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

export const leadColumns: readonly CsvColumn<OfLead>[] = [
  ['Target URL', ({ lead }) => lead?.url_to ?? ''],
  ['Backlink Source', ({ lead }) => (lead ? sourceName(lead.source) : '')],
  ['Search Traffic', ({ lead }) => (lead && lead.search_traffic >= 0 ? lead.search_traffic : '')],
  ['Removal Reason', ({ lead }) => reasonText(lead)],
  ['Tags', ({ lead }) => lead?.tags.join(', ') ?? ''],
  ['Note', ({ lead }) => lead?.note ?? ''],
  ['Link', ofLink(({ state }) => linkStates[state])],
  ['Link Problem', ofLink(({ problem }) => problem)],
  ['Link Type', ofLink(({ follow }) => follow)],
  ['Link Place', ofLink(({ place }) => place)],
  ['Link Route', ofLink(({ route }) => route)],
  ['Linked URL', ofLink(({ href }) => href)],
  ['Sentence', ofLink(({ sentence }) => sentence)],
  ['Link Checked', ofLink(({ checked_at }) => checked_at)],
  ['HTTP Status', ofPage(({ status }) => status)],
  ['Noindex', ofPage(({ noindex }) => yesOrNo(noindex))],
  ['Canonical', ofPage(({ canonical }) => canonical)],
  ['Language', ofPage(({ language }) => language)],
  ['Published', ofPage(({ published }) => published)],
  ['Modified', ofPage(({ modified }) => modified)],
  ['Words', ofPage(({ words }) => words)],
  ['Outgoing Links', ofPage(({ outgoing }) => outgoing)],
  ['Sponsored Links', ofPage(({ sponsored }) => sponsored)],
  ['Group', ({ lead }) => (lead?.triage ? groupNames[lead.triage.group] : '')],
  ['Signals', ({ lead }) => lead?.triage?.signals.map(signalText).join(' | ') ?? ''],
];

/** "Little text (80)". */
const signalText = ({ name, fact }: TriageSignal) => (fact ? `${signalLabels[name]} (${fact})` : signalLabels[name]);

function reasonText(lead: LeadDetails | undefined): string {
  const reason = lead && reasonOf(lead);
  return reason ? removalTexts[reason] : '';
}

export const fullBacklinksFile: CsvFile<BacklinkCells & OfLead> = csvFile<BacklinkCells & OfLead>([
  ...backlinkColumns,
  ['Selected', ({ lead }) => yesOrNo(lead?.keep === true)],
  ['Screened', ({ lead }) => yesOrNo(lead?.screened === true)],
  ...leadColumns,
]);
