// A contact as it was found, before it is a row: who, at which address, and how Zeus knows. save-contacts.ts pays and writes.

import type { ContactRole } from '../../../shared/outreach-values.ts';
import { flatten } from '../../engine/authors/names/person-name.ts';
import { splitWholeName } from '../../engine/authors/names/split-name.ts';
import type { CheckedAddress } from '../../engine/finding/check-address.ts';
import type { SitePerson } from '../../engine/finding/site-study.ts';
import type { FoundProfile } from '../../engine/people/person.ts';
import { roleOf } from '../../engine/people/roles.ts';
import { cleanLink, cleanText } from './clean-text.ts';
import type { ContactEvidence } from './contact-evidence.ts';

export interface ContactDraft {
  firstName: string;
  lastName: string;
  position: string | null;
  role: ContactRole | null;
  page: string | null;
  twitter: string | null;
  profiles: string[];
  avatarUrl: string | null;
  highlighted: boolean;
  /** Author Mode looks for the address of this person: an author, or someone from the fallback order. */
  isWanted: boolean;
  /** fetching: its mail server is asked again after the search has ended. */
  email: { state: 'found'; checked: CheckedAddress } | { state: 'none' | 'unfetched' | 'fetching' };
  evidence: ContactEvidence;
}

const MAX_NAME = 100;
const MAX_POSITION = 150;

export type DraftEmail = ContactDraft['email'];

export function draftPerson(person: SitePerson, email: DraftEmail, isWanted = person.isAuthor): ContactDraft {
  const { seen, guesses } = person;
  const { firstName, lastName } = splitWholeName(person.name);
  const profiles = (person.profiles ?? []).flatMap(cleanProfile);
  const sightings = person.evidence.map((one) => ({ ...one, snippet: cleanText(one.snippet, 200) }));
  return {
    firstName: cleanText(firstName, MAX_NAME),
    lastName: cleanText(lastName, MAX_NAME),
    position: (person.position && cleanText(person.position, MAX_POSITION)) || null,
    role: roleOf(person.position),
    page: cleanLink(person.profile),
    twitter: cleanLink(person.twitter),
    profiles: profiles.map(({ url }) => url),
    avatarUrl: cleanLink(person.photo),
    highlighted: person.isAuthor,
    isWanted,
    email,
    evidence: { sightings, seen: seen.map(cleanSnippet), guesses, ...(profiles.length > 0 ? { profiles } : {}) },
  };
}

/** An address without a person, such as contact@. */
export function draftAddress(checked: CheckedAddress): ContactDraft {
  return {
    firstName: '',
    lastName: '',
    position: null,
    role: null,
    page: null,
    twitter: null,
    profiles: [],
    avatarUrl: null,
    highlighted: false,
    isWanted: false,
    email: { state: 'found', checked },
    evidence: {},
  };
}

function cleanProfile({ url, page, rule }: FoundProfile): FoundProfile[] {
  const link = cleanLink(url);
  return link === null ? [] : [{ url: link, page, rule: cleanText(rule, 50) }];
}

function cleanSnippet<Seen extends { snippet: string }>(seen: Seen): Seen {
  return { ...seen, snippet: cleanText(seen.snippet, 200) };
}

/** Identifies a person on a backlink across searches; '' for an address without a name. */
export function nameKey({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return flatten(`${firstName} ${lastName}`);
}
