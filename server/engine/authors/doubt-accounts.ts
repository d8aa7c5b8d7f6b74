// Systems state the account that published a page as its author. If a byline at the headline names someone else, and no reader sees
// the account's name there, the byline is right.
import type { Candidate } from './author.ts';
import { flatten } from './names/person-name.ts';
import { isAtHeadline, type PageView } from './page-view.ts';

const STATED: ReadonlySet<Candidate['family']> = new Set(['json-ld', 'meta', 'script']);
const SEEN: ReadonlySet<Candidate['family']> = new Set(['byline', 'declared', 'link', 'bare']);
/** Below this, a byline is not explicit enough to contradict what the system states. */
const EXPLICIT = 0.6;
const ACCOUNT = 0.55;

export function doubtAccounts(view: PageView, candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  const stated = new Set<string>();
  for (const { family, name } of candidates) {
    if (SEEN.has(family)) seen.add(flatten(name));
    else if (STATED.has(family)) stated.add(flatten(name));
  }
  const isContradicted = candidates.some(
    ({ family, weight, block, name }) =>
      family === 'byline' && weight >= EXPLICIT && isAtHeadline(view, block) && !stated.has(flatten(name)),
  );
  if (!isContradicted) return [...candidates];
  return candidates.map((one) =>
    STATED.has(one.family) && !seen.has(flatten(one.name)) ? { ...one, weight: one.weight * ACCOUNT } : one,
  );
}
