// Who wrote a page. One file per rule family; each rule returns candidates with a weight, and vote.ts combines them.

import type { FoundPerson } from '../people/person.ts';

export interface Author extends Omit<FoundPerson, 'position' | 'evidence'> {
  /** 0 to 1: how likely this person wrote the page. */
  confidence: number;
  evidence: AuthorEvidence[];
}

export interface AuthorEvidence {
  rule: string;
  snippet: string;
}

/** One rule's claim that this person wrote the page. */
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
  /** The block it is in; candidates far from the headline get less weight. */
  block?: number;
}
