// Combines the rules' candidates. Votes of different families for one person add up (each may be wrong on its own); of one
// family, only the strongest counts. Candidates that are weak, or weak compared to the best, are left out.
import { memoizeTexts } from '../memoize-texts.ts';
import type { Candidate } from './author.ts';
import { flatten } from './names/person-name.ts';
import { FITTED, type VoteWeights } from './vote-weights.ts';

export interface Elected {
  name: string;
  confidence: number;
  votes: Candidate[];
}

const MAX_AUTHORS = 10;
/** Honest pages have a few dozen; comparing thousands of names would take too long. */
const MAX_CANDIDATES = 400;
const KEPT_NAMES = 2_000;

/** The people the candidates stand for, best first within the order of the page; empty if none is certain enough. */
export function elect(claimed: readonly Candidate[], { factors, threshold }: VoteWeights = FITTED): Elected[] {
  const candidates = claimed.map((one) => weigh(one, factors[one.family] ?? 1));
  const strongest =
    candidates.length > MAX_CANDIDATES
      ? candidates.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_CANDIDATES)
      : candidates;
  const people = mergeSimilar(Map.groupBy(strongest, ({ name }) => keyOf(name)));
  const scored = people.map((votes) => ({ name: bestName(votes), confidence: combine(votes), votes }));
  scored.sort((a, b) => b.confidence - a.confidence);
  const [best] = scored;
  if (!best || best.confidence < threshold) return [];
  const others = scored.slice(1).filter((one) => one.confidence >= threshold && belongsTo(one, best));
  return [best, ...others].slice(0, MAX_AUTHORS).sort((a, b) => order(a) - order(b));
}

/** A factor of 2 counts a claim like two independent ones of the same weight. */
function weigh(one: Candidate, factor: number): Candidate {
  return factor === 1 ? one : { ...one, weight: 1 - (1 - Math.min(one.weight, 0.99)) ** factor };
}

/** A second author must come from the best one's strongest source, or be as certain. */
function belongsTo(one: Elected, best: Elected): boolean {
  if (one.confidence >= best.confidence - 0.02) return true;
  const strongest = strongestVote(best);
  return one.votes.some((vote) => vote.rule === strongest.rule && vote.weight >= strongest.weight - 0.1);
}

function strongestVote(one: Elected): Candidate {
  return one.votes.reduce((a, b) => (b.weight > a.weight ? b : a));
}

function order(one: Elected): number {
  return Math.min(...one.votes.map((vote) => vote.block ?? 1e9)) - one.confidence;
}

/** Word order, accents, dots and middle initials do not make a different person. */
const keyOf = memoizeTexts(KEPT_NAMES, (name) => {
  const words = name
    .split(/[\s.]+/)
    .map(flatten)
    .filter((word) => word.length > 1);
  return (words.length > 1 ? words : name.split(/\s+/).map(flatten)).sort().join(' ');
});

/** 'Jane Doe' and 'Jane Mary Doe' are one person. */
function mergeSimilar(groups: Map<string, Candidate[]>): Candidate[][] {
  const merged: { words: Set<string>; votes: Candidate[] }[] = [];
  for (const [key, votes] of [...groups].sort((a, b) => a[0].length - b[0].length)) {
    const words = new Set(key.split(' '));
    const same = merged.find((one) => one.words.size > 1 && [...one.words].every((word) => words.has(word)));
    if (same) same.votes.push(...votes);
    else merged.push({ words, votes: [...votes] });
  }
  return merged.map((one) => one.votes);
}

/** The spelling with the strongest votes. */
function bestName(votes: Candidate[]): string {
  const forms = new Map<string, number>();
  for (const { name, weight } of votes) forms.set(name, (forms.get(name) ?? 0) + weight);
  return [...forms].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function combine(votes: readonly Candidate[]): number {
  const byFamily = new Map<string, number>();
  for (const { family, weight } of votes) byFamily.set(family, Math.max(byFamily.get(family) ?? 0, weight));
  let doubt = 1;
  for (const weight of byFamily.values()) doubt *= 1 - weight;
  return 1 - doubt;
}
