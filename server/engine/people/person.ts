// Somebody who works at a site, as its own pages tell. Rules (one file each) find people on a page, merge-people.ts puts
// together what several pages say of one person.

export interface FoundPerson {
  name: string;
  firstName: string;
  /** '' when only one name is given. */
  lastName: string;
  position?: string;
  /** The person's page on the site. */
  url?: string;
  /** LinkedIn or another page about the person elsewhere. */
  profile?: string;
  twitter?: string;
  photo?: string;
  evidence: PersonEvidence[];
}

export interface PersonEvidence {
  page: string;
  rule: string;
  snippet: string;
  /** Index of the block of text with the name on that page, -1 when it stands in no text. */
  block: number;
}

/** What kind of page it is, by the link that led there. */
export type SitePageKind = 'given' | 'home' | 'team' | 'about' | 'contact' | 'imprint' | 'author';

/** What one rule says of one person on one page. */
export interface PersonClaim {
  name: string;
  rule: string;
  snippet: string;
  block: number;
  position?: string | undefined;
  links: string[];
  photo?: string | undefined;
}
