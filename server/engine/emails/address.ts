// Addresses found on a page. Rules (one file each) find them, is-real.ts keeps out what only looks like one,
// classify.ts says what kind it is, owner.ts whose it is.

export type AddressKind = 'personal' | 'generic' | 'webmail';

export interface FoundAddress {
  /** Lower case. */
  address: string;
  kind: AddressKind;
  evidence: AddressEvidence;
  /** Name of the person it belongs to, when the page tells. */
  owner?: string;
}

export interface AddressEvidence {
  /** Which rule found it: 'mailto', 'text', 'spelled', 'cfemail' … */
  rule: string;
  /** The text around it. */
  snippet: string;
  /** Index of the block of text it stands in or behind; -1 when it stands in no text. */
  block: number;
}

/** What a rule hands over: not yet checked. */
export interface RawAddress {
  address: string;
  rule: string;
  snippet: string;
  block: number;
}
