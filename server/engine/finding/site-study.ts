// What Zeus knows about a site after reading the page and a few others: who wrote the page, who else works there, and which
// addresses they have or probably have. Small enough to keep; it does not contain the pages.

import type { ContactForm } from '../contact-forms/find-contact-form.ts';
import type { AddressKind } from '../emails/address.ts';
import type { Wait } from '../pages/fetch-outcome.ts';
import type { FoundPerson, PersonEvidence } from '../people/person.ts';

export interface SiteStudy {
  domain: string;
  /** Where the site's people receive email; usually the domain itself. */
  mailDomain: string;
  page: PageEnd;
  /** The authors of the page first. */
  people: SitePerson[];
  /** Every address of the site, without duplicates. */
  addresses: SeenAddress[];
  /** Where the site can be written to without an address. */
  contactForm?: ContactForm;
  /** Set when a page of the site could not be read: what is missing above may exist. */
  unreached?: CouldNotLook;
  /** Names on the site of people who asked not to be processed. They are in neither list above. */
  suppressed?: string[];
  /** Usual mailboxes of the site whose owner asked for the same. */
  suppressedMailboxes?: string[];
}

/**
 * How reading the page itself ended. 'nothing': it is gone or not a page. 'closed': we may not read it. 'parked': its whole site is
 * parked or for sale, so nobody works there. 'unreachable': its host does not exist or its address is forbidden, so neither the page
 * nor its site can ever be read.
 */
export type PageEnd =
  | { kind: 'read' }
  | { kind: 'nothing' | 'closed' | 'parked' | 'unreachable'; message: string }
  | Unreached;

interface Unreached extends CouldNotLook {
  kind: 'unreached';
}

export interface CouldNotLook extends Wait {
  /** A sentence for the user. */
  message: string;
  /** It passes without anyone's help, perhaps in hours: the server is greylisting, or our own limit there is reached. */
  passesLater?: 'greylisting' | 'limit';
  /** A partner is working on it, or Zeus has yet to wait for its turn. Asking again costs nothing and continues the same job. */
  isUnderWay?: true;
  /** Only the operator of Zeus can solve it, so trying again soon is useless. */
  needsOperator?: true;
}

/** `profile`: LinkedIn or another page about the person, otherwise their page on the site. */
export interface SitePerson extends Omit<FoundPerson, 'url' | 'evidence'> {
  isAuthor: boolean;
  /** Where the name was found. */
  evidence: Sighting[];
  /** Printed addresses of this person, best first. */
  seen: SeenAddress[];
  /** Guessed addresses, likeliest first. */
  guesses: GuessedAddress[];
}

type Sighting = Omit<PersonEvidence, 'block'>;

export interface SeenAddress extends Sighting {
  address: string;
  kind: AddressKind;
  /** The owner's name, if the site states it. */
  owner?: string;
}

export interface GuessedAddress {
  address: string;
  pattern: string;
  likelihood: number;
  /** How many known addresses of the site follow the pattern. 0: it is only a common pattern. */
  learntFrom: number;
  /** Some of the people whose addresses those are. */
  learntOf?: string[];
  /** It follows the site's pattern and the name has one spelling, so it is right even if no mail server can confirm it. */
  isSure: boolean;
  owner?: string;
}

/** An address that a partner named. */
export interface PartnerSighting {
  address: string;
  partner: string;
  /** The partner's statement about it. */
  words: string;
  /** A page on which the partner saw it. */
  seenAt?: string;
  owner?: string;
}

/** Where an address comes from. */
export type AddressOrigin = SeenAddress | GuessedAddress | PartnerSighting;
