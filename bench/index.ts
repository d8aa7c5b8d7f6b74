// The link index from Common Crawl's files.
//   node bench/index.ts [--pages=20000 --rounds=3] from WAT files to rows, by stage, next to plain gunzip and npm's `warcio`
//   node bench/index.ts --stored=100000,1000000    loading and searching so many pages in PostgreSQL
//     [--engine=clickhouse: on two shards] [--minutes=60 for each size]
//   node bench/index.ts --samples=FOLDER           links of real WAT files, next to what follows from warcio's JSON; 1 if any differ
//   node bench/index.ts --arithmetic               what 100 million and 2 billion pages take [--figures=bytesPerPage=900,…]
//   node bench/index.ts --ratings                  ratings from ranks, next to public ones, all of them 76 or more
// The first form prints the ratings, too.
import { parseArgs } from 'node:util';
import { printArithmetic } from './index/arithmetic.ts';
import { withClickHouse } from './index/clickhouse.ts';
import { compareRatings } from './index/compare-ratings.ts';
import { compareSamples } from './index/compare-samples.ts';
import { measureReading } from './index/measure-reading.ts';
import { measureStored } from './index/measure-stored.ts';
import { withPostgres } from './index/postgres.ts';

const { values } = parseArgs({
  options: {
    ...{ pages: { type: 'string', default: '20000' }, rounds: { type: 'string', default: '3' } },
    ...{ samples: { type: 'string' }, ratings: { type: 'boolean' } },
    ...{ stored: { type: 'string' }, engine: { type: 'string', default: 'postgres' } },
    ...{ minutes: { type: 'string', default: '60' } },
    ...{ arithmetic: { type: 'boolean' }, figures: { type: 'string', default: '' } },
  },
});

if (values.arithmetic) printArithmetic(values.figures);
else if (values.ratings) compareRatings();
else if (values.samples) process.exitCode = (await compareSamples(values.samples)) > 0 ? 1 : 0;
else if (values.stored) {
  const sizes = values.stored.split(',').map(Number);
  const withEngine = { postgres: withPostgres, clickhouse: withClickHouse }[values.engine];
  if (!withEngine) throw new Error('--engine is postgres or clickhouse.');
  await withEngine((subject) => measureStored(subject, sizes, Number(values.minutes)));
} else {
  await measureReading(Number(values.pages), Number(values.rounds));
  compareRatings();
}
