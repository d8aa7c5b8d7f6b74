// Which rows of a campaign's lists a filter matches. This is the only definition: the browser shows the rows that match, and the
// server selects them.
import type { ListFilter } from './api/selection.ts';
import type { Backlink } from './backlink.ts';
import type { Contact } from './contact.ts';
import { contactName } from './contact-name.ts';
import { type RemovalReason, reasonOf } from './lead-values.ts';
import type { LinkFilter } from './link-check-values.ts';
import { readableUrl } from './readable-url.ts';
import type { SearchResult } from './search-result.ts';
import type { GroupFilter, SignalName } from './triage-values.ts';

export type { ListFilter } from './api/selection.ts';

export type ListName = 'search-results' | 'backlinks' | 'contacts';

/** What a filter compares. */
interface FilterFields {
  readonly texts: readonly (string | null | false)[];
  /** -1: unknown. */
  readonly domainRating?: number;
  readonly traffic?: number;
  readonly source: string | null;
  readonly isKnown?: boolean;
  /** Every value of the filter that matches. */
  readonly links?: readonly LinkFilter[];
  readonly tags?: readonly string[];
  readonly reason?: RemovalReason | null;
  readonly isNoted?: boolean;
  readonly group?: GroupFilter;
  readonly signals?: readonly SignalName[];
  readonly isValid?: boolean;
  readonly keep: boolean;
  /** Whether it is listed when the filter asks for neither valid nor selected rows. */
  readonly isListed?: boolean;
}

type SearchResultFields = Pick<
  SearchResult,
  'title' | 'url' | 'description' | 'domain_rating' | 'search_traffic' | 'source' | 'keep'
>;
type BacklinkFields = Pick<
  Backlink,
  | 'title'
  | 'url_from'
  | 'anchor'
  | 'domain_rating'
  | 'search_traffic'
  | 'source'
  | 'history'
  | 'link_state'
  | 'link_follow'
  | 'triage'
  | 'keep'
  | 'removal_reason'
  | 'note'
  | 'tags'
>;
type ContactFields = Pick<
  Contact,
  'first_name' | 'last_name' | 'type' | 'position' | 'email' | 'verification' | 'source' | 'keep'
> & { readonly backlink_id: Pick<Contact['backlink_id'], 'url_from' | 'title'> };

export interface ListRows {
  readonly 'search-results': SearchResultFields;
  readonly backlinks: BacklinkFields;
  readonly contacts: ContactFields;
}

const fieldsOf: { readonly [List in ListName]: (row: ListRows[List]) => FilterFields } = {
  'search-results': ({ title, url, description, domain_rating, search_traffic, source, keep }) => ({
    texts: [title, url, description],
    domainRating: domain_rating,
    traffic: search_traffic,
    source,
    keep,
  }),
  backlinks: (backlink) => ({
    texts: [backlink.title, backlink.url_from, backlink.anchor, backlink.note, ...backlink.tags],
    domainRating: backlink.domain_rating,
    traffic: backlink.search_traffic,
    source: backlink.source,
    isKnown: backlink.history !== null,
    links: linkFiltersOf(backlink),
    tags: backlink.tags,
    reason: reasonOf(backlink),
    isNoted: backlink.note !== '',
    group: groupFilterOf(backlink),
    signals: backlink.triage?.signals.map(({ name }) => name) ?? [],
    keep: backlink.keep,
  }),
  contacts: (contact) => ({
    texts: [
      contactName(contact),
      contact.position,
      contact.email,
      contact.backlink_id.title,
      contact.backlink_id.url_from,
    ],
    source: contact.source,
    isValid: contact.verification === 'valid',
    keep: contact.keep,
    isListed: typeof contact.email === 'string',
  }),
};

function linkFiltersOf({ link_state, link_follow }: Pick<Backlink, 'link_state' | 'link_follow'>): LinkFilter[] {
  if (link_state === null) return ['unchecked'];
  return link_state === 'found' && link_follow === 'dofollow' ? ['found', 'dofollow'] : [link_state];
}

/** The group of a lead, or that it was not checked. */
export const groupFilterOf = ({ triage }: Pick<Backlink, 'triage'>): GroupFilter => triage?.group ?? 'unchecked';

/** Returns a function that tells whether a row of this list matches. */
export function listMatcher<List extends ListName>(list: List, filter: ListFilter): (row: ListRows[List]) => boolean {
  const words = wordsOf(filter.words ?? '');
  return (row) => {
    const fields = fieldsOf[list](row);
    return hasWords(fields.texts, words) && hasFigures(fields, filter) && hasMarks(fields, filter);
  };
}

export const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether each of the words, in lower case, occurs in one of the texts. */
export function hasWords(texts: FilterFields['texts'], words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = texts.filter(Boolean).join('\n');
  // Lists show URLs in their readable form.
  const searched = `${text}\n${readableUrl(text)}`.toLowerCase();
  return words.every((word) => searched.includes(word));
}

function hasFigures({ domainRating, traffic }: FilterFields, filter: ListFilter): boolean {
  return isWithin(domainRating, filter.minDr, filter.maxDr) && isWithin(traffic, filter.minTraffic, filter.maxTraffic);
}

/** Rows with an unknown figure match no range. */
function isWithin(value = -1, from: number | undefined, to: number | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  return value >= Math.max(from ?? 0, 0) && value <= (to ?? Number.POSITIVE_INFINITY);
}

function hasMarks(fields: FilterFields, filter: ListFilter): boolean {
  const { isKnown, isValid, isListed = true, keep, source, links, group, signals } = fields;
  return (
    (filter.source === undefined || source === filter.source) &&
    (filter.known === undefined || isKnown === filter.known) &&
    (filter.link === undefined || links?.includes(filter.link) === true) &&
    (filter.group === undefined || group === filter.group) &&
    (filter.signal === undefined || signals?.includes(filter.signal) === true) &&
    hasOpinion(fields, filter) &&
    (filter.valid || filter.selected ? (!filter.valid || isValid === true) && (!filter.selected || keep) : isListed)
  );
}

/** What the user said about it. */
function hasOpinion({ tags, reason, isNoted }: FilterFields, filter: ListFilter): boolean {
  return (
    (filter.tag === undefined || tags?.includes(filter.tag) === true) &&
    (filter.reason === undefined || reason === filter.reason) &&
    (filter.noted === undefined || isNoted === filter.noted)
  );
}
