// What Zeus knows of a site after looking at a page and a few others: who wrote the page, who else works there, and
// which addresses they have or are likely to have. Small enough to be kept; the pages themselves are not in it.

import type { AddressKind } from '../emails/address.ts';
import type { Wait } from '../pages/fetch-outcome.ts';

export interface SiteStudy {
  domain: string;
  /** Where the site's people receive their mail; usually the domain itself. */
  mailDomain: string;
  page: PageEnd;
  /** The authors of the page first. */
  people: SitePerson[];
  /** Every address that belongs to the site, each once. */
  addresses: SeenAddress[];
  /** Set when a page of the site could not be looked at: what is missing above may be there. */
  unreached?: CouldNotLook;
}

/**
 * How looking at the page itself ended. 'nothing': it is gone or no page. 'closed': we may not look. 'unreachable': its host
 * does not exist or its address is forbidden, so neither the page nor its site can ever be read.
 */
export type PageEnd = { kind: 'read' } | { kind: 'nothing' | 'closed' | 'unreachable'; message: string } | Unreached;

interface Unreached extends CouldNotLook {
  kind: 'unreached';
}

export interface CouldNotLook extends Wait {
  /** A plain sentence for the user. */
  message: string;
  /** A mail server that lets newcomers wait: it will answer, perhaps in hours. */
  passesLater?: true;
}

export interface SitePerson {
  name: string;
  firstName: string;
  lastName: string;
  isAuthor: boolean;
  position?: string;
  /** LinkedIn or another page about the person elsewhere, else the person's page on the site. */
  profile?: string;
  twitter?: string;
  photo?: string;
  /** Where the name was seen. */
  evidence: Sighting[];
  /** Addresses on the site that belong to this person, best first. */
  seen: SeenAddress[];
  /** Addresses this person may have, likeliest first. */
  guesses: GuessedAddress[];
}

export interface Sighting {
  page: string;
  rule: string;
  snippet: string;
}

export interface SeenAddress extends Sighting {
  address: string;
  kind: AddressKind;
  /** Name of the person it belongs to, when the site tells. */
  owner?: string;
}

export interface GuessedAddress {
  address: string;
  pattern: string;
  likelihood: number;
  /** How many known addresses of the site follow the pattern; 0: only the common habit speaks for it. */
  learntFrom: number;
  /** It follows the habit of the site and the name has one spelling: right even where no mail server can confirm it. */
  isSure: boolean;
  owner?: string;
}
