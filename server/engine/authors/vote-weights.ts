// How the votes are weighed. Fitted on recorded pages by bench/finder/fit-votes.ts, with cross-validation by site; run it again after
// changing a rule.
import type { Candidate } from './author.ts';

export interface VoteWeights {
  /** How much a family of rules counts beyond the weight it claims; 1 if not listed. */
  factors: Readonly<Partial<Record<Candidate['family'], number>>>;
  /** Below this confidence a name is not returned. */
  threshold: number;
}

export const FITTED: VoteWeights = { factors: { meta: 1.2, script: 0.9, site: 1.1 }, threshold: 0.525 };
