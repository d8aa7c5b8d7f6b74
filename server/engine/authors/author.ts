// Who wrote a page. One file a rule family; each rule states candidates with a weight, and vote.ts combines them.

export interface Author {
  name: string;
  firstName: string;
  /** '' when the page gives one name only. */
  lastName: string;
  /** The author's page on the site. */
  url?: string;
  /** LinkedIn or another page about the person elsewhere. */
  profile?: string;
  twitter?: string;
  photo?: string;
  /** 0 to 1: how likely this is the author of the page. */
  confidence: number;
  evidence: AuthorEvidence[];
}

export interface AuthorEvidence {
  rule: string;
  snippet: string;
}

/** One rule's word that this person wrote the page. */
export interface Candidate {
  name: string;
  /** The kind of source: votes of one family count once, the strongest. */
  family: 'json-ld' | 'declared' | 'meta' | 'byline' | 'box' | 'link' | 'script' | 'bare' | 'site';
  rule: string;
  /** How often this rule alone is right, 0 to 1. */
  weight: number;
  snippet: string;
  url?: string | undefined;
  photo?: string | undefined;
  sameAs?: string[] | undefined;
  /** Block where it stands; candidates far from the headline are doubted. */
  block?: number;
}
