// Fits how much each family of author rules counts in the vote (server/engine/authors/vote-weights.ts) on recorded pages.
// node bench/finder/fit-votes.ts [folder of recorded pages]
// Searches one factor at a time for the best F1, with a penalty for invented authors. Cross-validation by site tells whether that
// holds on other pages: those of one site are never in both the training and the held-out part, because a site repeats itself.
import path from 'node:path';
import type { Candidate } from '../../server/engine/authors/author.ts';
import { candidatesOf } from '../../server/engine/authors/find-authors.ts';
import { viewPage } from '../../server/engine/authors/page-view.ts';
import { elect } from '../../server/engine/authors/vote.ts';
import { FITTED, type VoteWeights } from '../../server/engine/authors/vote-weights.ts';
import { readPage } from '../../server/engine/pages/read-page.ts';
import { type AuthorRow, openRecordedPages, type RecordedPages } from './data.ts';
import { foldsBySite } from './random.ts';

interface Sample {
  row: AuthorRow;
  candidates: Candidate[];
}

const FOLDS = 5;
const SEED = 22;
/** Without author boxes: on too few of these pages they decide alone. */
const FAMILIES = ['meta', 'json-ld', 'declared', 'byline', 'link', 'script', 'bare', 'site'] as const;
const FACTORS = [0.8, 0.9, 1, 1.1, 1.2, 1.3];
const THRESHOLDS = [0.5, 0.525, 0.55, 0.575];
/** An invented author costs as much as half a missed one. */
const INVENTED_PENALTY = 0.5;
/** A factor other than 1 must be worth this much F1 per tenth, or it only fits these pages. */
const CHANGE_PENALTY = 0.0004;
const PLAIN: VoteWeights = { factors: {}, threshold: 0.55 };

function predict(samples: readonly Sample[], weights: VoteWeights): Map<string, string[]> {
  return new Map(samples.map(({ row, candidates }) => [row.id, elect(candidates, weights).map(({ name }) => name)]));
}

function worth(pages: RecordedPages, samples: readonly Sample[], weights: VoteWeights): number {
  const rows = samples.map(({ row }) => row);
  const { f1, false_rate } = pages.scoreAuthors(rows, predict(samples, weights));
  const changes = Object.values(weights.factors).reduce((sum, factor) => sum + Math.abs(factor - 1) * 10, 0);
  return f1 - INVENTED_PENALTY * false_rate - CHANGE_PENALTY * changes;
}

/** One pass over threshold and factors, each set to its best value with the others as they are. */
function fit(pages: RecordedPages, samples: readonly Sample[]): VoteWeights {
  let best = PLAIN;
  let bestWorth = worth(pages, samples, best);
  const attempt = (weights: VoteWeights) => {
    const value = worth(pages, samples, weights);
    if (value > bestWorth) [best, bestWorth] = [weights, value];
  };
  for (const threshold of THRESHOLDS) attempt({ ...best, threshold });
  for (const family of FAMILIES) {
    const { factors, threshold } = best;
    for (const factor of FACTORS) attempt({ threshold, factors: { ...factors, [family]: factor } });
  }
  return best;
}

const percent = (share: number) => (share * 100).toFixed(1).padStart(5);

function report(pages: RecordedPages, name: string, found: Map<string, string[]>): void {
  const { precision, recall, f1, false_rate } = pages.scoreAuthors(pages.authorRows, found);
  console.log(
    `${name.padEnd(24)} precision ${percent(precision)}  recall ${percent(recall)}  F1 ${percent(f1)}  invented ${percent(false_rate)}`,
  );
}

const folder = path.resolve(
  process.argv[2] ?? process.env.RECORDED_PAGES ?? path.join(import.meta.dirname, '../../../shared/data/pages'),
);
const pages = await openRecordedPages(folder);
if (!pages) throw new Error(`No recorded pages in ${folder}`);
const samples = pages.authorRows.map((row): Sample => {
  const candidates = candidatesOf(viewPage(readPage(pages.read(row), row.url)));
  return { row, candidates };
});
const folds = foldsBySite(samples, ({ row }) => row.site, FOLDS, SEED);
const fitted = folds.map((_, held) => fit(pages, folds.filter((__, fold) => fold !== held).flat()));
const heldOut = folds.flatMap((fold, held) => [...predict(fold, fitted[held] ?? PLAIN)]);
report(pages, 'all factors 1', predict(samples, PLAIN));
report(pages, 'fitted, held-out sites', new Map(heldOut));
report(pages, 'as in vote-weights.ts', predict(samples, FITTED));
for (const weights of fitted) console.log(`one part held out: ${JSON.stringify(weights)}`);
console.log(`fitted on all pages: ${JSON.stringify(fit(pages, samples))}`);
