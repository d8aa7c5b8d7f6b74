// The labels of recorded pages, and how signals are counted against them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type PageSignalName, pageSignals } from '../../shared/triage-values.ts';
import type { Counts } from '../finder/figures.ts';

export interface Label {
  /** Why the page was chosen. */
  stratum?: string;
  signals: readonly PageSignalName[];
  /** Counts neither way. */
  unsure?: readonly PageSignalName[];
  /** Labeled for these signals only. */
  only?: readonly PageSignalName[];
  /** Labeled after a rule had found something on it, so it can't test that rule. */
  audit?: boolean;
  /** A bot check hides the page. */
  unseen?: boolean;
}

export type Half = 'development' | 'held out';

export function readLabels(): Map<string, Label> {
  const file = path.join(import.meta.dirname, 'labels.json');
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Label>));
}

/** All pages of a site are in the same half; audited pages are not held out. */
export function halfOf(site: string, label: Label): Half {
  if (label.audit) return 'development';
  const [first = 0] = createHash('sha256').update(`triage ${site}`).digest();
  return first % 2 === 0 ? 'development' : 'held out';
}

/** What one page adds to the figures of each signal it is labeled for. */
export function countSignals(
  site: string,
  label: Label,
  found: ReadonlySet<string>,
): Partial<Record<PageSignalName, Counts>> {
  const known = pageSignals.filter(
    (name) => !label.unsure?.includes(name) && (label.only === undefined || label.only.includes(name)),
  );
  return Object.fromEntries(known.map((name) => [name, countOne(site, label.signals.includes(name), found.has(name))]));
}

function countOne(site: string, isWanted: boolean, isFound: boolean): Counts {
  return {
    site,
    right: Number(isWanted && isFound),
    found: Number(isFound),
    wanted: Number(isWanted),
    empty: Number(!isWanted),
    invented: Number(!isWanted && isFound),
  };
}
