// Every list and job query on a large database: how long it takes, how many rows it reads for those it returns, and whether it
// scans a large table completely. The statements are those of the stores; PostgreSQL reports the plan it used. Full scans
// remain where they are right: in operator commands (marked so), for the exact number of users that only an operator asks for,
// for /metrics, and where most rows of the table are needed. The stores say why.
// node bench/plans.ts [--own 100000] [--all 10000000] [--only NAME] [--verbose]
// Ten million contacts and the rest in proportion take about 20 GB of disk and a quarter of an hour to fill.
import { parseArgs } from 'node:util';
import { openCapture } from '../server/test/capture-plans.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';
import { engine } from './plans/engine.ts';
import { fill } from './plans/fill.ts';
import { lists } from './plans/lists.ts';
import { head, runQuery } from './plans/run.ts';
import { readSituation } from './plans/situation.ts';
import { sweeps } from './plans/sweeps.ts';
import { work } from './plans/work.ts';

const { values: flags } = parseArgs({
  options: {
    own: { type: 'string', default: '100000' },
    all: { type: 'string', default: '10000000' },
    only: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
});

await withTemporaryDatabase(async (db) => {
  const size = { own: Number(flags.own), all: Number(flags.all) };
  const filled = await fill(db, size, (line) => console.log(line));
  const capture = openCapture(db.address);
  try {
    const at = await readSituation(capture.db, filled);
    console.log(`\n${head}`);
    for (const query of [...lists, ...work, ...engine, ...sweeps]) {
      if (query.name.includes(flags.only)) await runQuery(capture, at, query, flags.verbose);
    }
  } finally {
    await capture.db.close();
  }
});
