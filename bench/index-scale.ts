// How the index holds up at scale: by default 10 million links, 2 million pages, 200,000 domains and 300,000 texts, made by
// SQL on an embedded PostgreSQL with the settings of a real one. Prints search times by number of languages, the yield
// beside one very large site, backlinks of the most linked domain, and what rating it costs in time and WAL.
//   node bench/index-scale.ts [--links=10000000] [--folder=…]      A folder is kept, and used again by the next run.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../server/platform/database/migrate.ts';
import { type Database, openDatabase } from '../server/platform/db.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { generate, scaleOf } from './index-scale/generate.ts';
import { measureBacklinks, measureRatings, measureSearch, measureYield } from './index-scale/measure.ts';

const { values } = parseArgs({
  options: { links: { type: 'string', default: '10000000' }, folder: { type: 'string' }, only: { type: 'string' } },
});
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'zeus-index-scale-')));
const scale = scaleOf(Number(values.links));

const startServer = () =>
  startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), password: 'index-scale', log: () => {} });

async function prepare(db: Database): Promise<void> {
  await migrate(db);
  const [row] = await db.sql<{ links: number }[]>`select count(*) as links from index_domain_links`;
  if (row && row.links > 0) return;
  const client = await db.pool.connect();
  try {
    await generate(client, scale);
  } finally {
    client.release(true);
  }
}

/** The server is new, so its own cache is cold; that of the system is not. */
async function afresh<T>(use: (db: Database) => Promise<T>, statementMs?: number): Promise<T> {
  const server: EmbeddedPostgres = await startServer();
  const db = openDatabase(server.address, { poolSize: 4, ...(statementMs ? { statementMs } : {}) });
  try {
    return await use(db);
  } finally {
    await db.close();
    await server.stop();
  }
}

const PARTS = {
  ratings: measureRatings,
  search: measureSearch,
  backlinks: measureBacklinks,
  yield: measureYield,
};

try {
  await afresh(prepare, 3_600_000);
  for (const [name, measure] of Object.entries(PARTS)) {
    if (values.only && !values.only.split(',').includes(name)) continue;
    console.log(`\n${name}`);
    await afresh(measure);
  }
} finally {
  if (!values.folder) await rm(folder, { recursive: true, force: true });
}
