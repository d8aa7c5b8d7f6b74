// The figures of the last accepted change. A change that loses more than a point against them fails the benchmark; after an
// intended change, record them again with --record.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Figures } from './figures.ts';

export interface Baseline {
  /** Compared only on the same number of pages. */
  pages: number;
  /** By what was measured: 'authors', 'authors (pl)', 'addresses'. */
  figures: Record<string, Figures>;
}

const POINT = 0.01;

/** What got worse by more than a point; empty if nothing did, or if other pages were measured. */
export function lossesAgainst(now: Baseline, before: Baseline): string[] {
  if (now.pages !== before.pages) return [];
  return Object.entries(before.figures).flatMap(([what, was]) => {
    const is = now.figures[what];
    return is ? lossesOf(what, is, was) : [`${what}: no longer measured`];
  });
}

function lossesOf(what: string, now: Figures, before: Figures): string[] {
  return (['precision', 'recall', 'f1', 'invented'] as const).flatMap((name) => {
    const [was, is] = [before[name], now[name]];
    const loss = name === 'invented' ? is - was : was - is;
    return loss > POINT ? [`${what}: ${name} was ${(was * 100).toFixed(1)} %, is ${(is * 100).toFixed(1)} %`] : [];
  });
}

/** Compares with the figures in the file, or records them there; sets the exit code on a loss. */
export function checkBaseline(file: string, now: Baseline, isRecording: boolean): void {
  if (isRecording) {
    const rounded = JSON.stringify(
      now,
      (_, value: unknown) => (typeof value === 'number' ? Math.round(value * 1e5) / 1e5 : value),
      2,
    );
    writeFileSync(file, `${rounded}\n`);
    console.log('\nRecorded as the new baseline.');
    return;
  }
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Baseline) : null;
  if (before?.pages !== now.pages) {
    console.log('\nNo baseline for these pages.');
    return;
  }
  const losses = lossesAgainst(now, before);
  for (const loss of losses) console.error(`Worse than the baseline by more than a point: ${loss}`);
  if (losses.length > 0) process.exitCode = 1;
  else console.log('\nNo figure is more than a point below the baseline.');
}
