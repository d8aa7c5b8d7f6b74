// The figures of the last accepted change. A change that loses more than a point against them fails the benchmark; after an
// intended change, record them again with --record.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Figures } from './figures.ts';

export interface Baseline {
  /** Compared only on the same number of pages. */
  pages: number;
  authors: Figures;
  emails: Figures;
}

const FILE = path.join(import.meta.dirname, 'baseline.json');
const POINT = 0.01;

/** What got worse by more than a point; empty if nothing did, or if other pages were measured. */
export function lossesAgainst(now: Baseline, before: Baseline): string[] {
  if (now.pages !== before.pages) return [];
  return (['authors', 'emails'] as const).flatMap((kind) =>
    (['precision', 'recall', 'f1', 'invented'] as const).flatMap((name) => {
      const [was, is] = [before[kind][name], now[kind][name]];
      const loss = name === 'invented' ? is - was : was - is;
      return loss > POINT ? [`${kind}: ${name} was ${(was * 100).toFixed(1)} %, is ${(is * 100).toFixed(1)} %`] : [];
    }),
  );
}

/** Compares with the recorded figures, or records them; sets the exit code on a loss. */
export function checkBaseline(now: Baseline, isRecording: boolean): void {
  if (isRecording) {
    const rounded = JSON.stringify(
      now,
      (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value),
      2,
    );
    writeFileSync(FILE, `${rounded}\n`);
    console.log('\nRecorded as the new baseline.');
    return;
  }
  const before = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Baseline) : null;
  if (before?.pages !== now.pages) {
    console.log('\nNo baseline for these pages.');
    return;
  }
  const losses = lossesAgainst(now, before);
  for (const loss of losses) console.error(`Worse than the baseline by more than a point: ${loss}`);
  if (losses.length > 0) process.exitCode = 1;
  else console.log('\nNo figure is more than a point below the baseline.');
}
