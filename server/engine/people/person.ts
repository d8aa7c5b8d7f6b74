// A person who works at a site, according to its own pages. Rules (one file each) find people on a page; merge-people.ts merges
// what several pages say about one person.

export interface FoundPerson {
  name: string;
  firstName: string;
  /** '' if only one name is given. */
  lastName: string;
  position?: string;
  /** The person's page on the site. */
  url?: string;
  /** LinkedIn or another external page about the person. */
  profile?: string;
  twitter?: string;
  /** All profiles on social networks, one per network. */
  profiles?: FoundProfile[];
  photo?: string;
  evidence: PersonEvidence[];
}

/** A profile of a person, and where the site says so. */
export interface FoundProfile {
  url: string;
  page: string;
  rule: string;
}

export interface PersonEvidence {
  page: string;
  rule: string;
  snippet: string;
  /** Index of the text block with the name on that page; -1 if it is not in text. */
  block: number;
  /** Found on the page as a browser shows it, after its scripts have run. */
  rendered?: true;
}

/** The kind of page, by the link that led there. */
export type SitePageKind = 'given' | 'home' | 'team' | 'about' | 'contact' | 'imprint' | 'author';

/** How many of them are read from a page, and how many links each has: more than an honest page has. */
export const MAX_CLAIMS = 200;
export const MAX_LINKS = 50;

/** What one rule says about one person on one page. */
export interface PersonClaim {
  name: string;
  rule: string;
  snippet: string;
  block: number;
  position?: string | undefined;
  links: string[];
  photo?: string | undefined;
}
