// Addresses found on a page. Rules (one file each) find them, is-real.ts rejects what only looks like one, classify.ts says
// what kind it is, and owners.ts whose it is.

export type AddressKind = 'personal' | 'generic' | 'webmail';

export const addressPlaces = ['frame', 'page', 'article', 'comments'] as const;
/**
 * Frame: the menu, sidebar or footer. Article: also a teaser or an ad. Page: outside of the others, or not in text. An address in
 * several places has the first.
 */
export type AddressPlace = (typeof addressPlaces)[number];

export interface FoundAddress {
  /** Lower case. */
  address: string;
  kind: AddressKind;
  place: AddressPlace;
  evidence: AddressEvidence;
  /** The owner's name, if the page states it. */
  owner?: string;
}

export interface AddressEvidence {
  /** The rule that found it: 'mailto', 'text', 'spelled', 'cfemail' … */
  rule: string;
  /** The text around it. */
  snippet: string;
  /** Index of the text block it is in or after; -1 if it is not in text. */
  block: number;
}

/** What a rule returns, not yet checked. */
export interface RawAddress {
  address: string;
  rule: string;
  snippet: string;
  block: number;
  /** AREA bits of the part of the page it is in. */
  area: number;
}
