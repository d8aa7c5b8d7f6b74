// PostgreSQL as the engine under measurement: the server that Zeus brings, with the settings that Zeus runs it with.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresEngine } from '../../server/engine/index/engine/postgres-engine.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type Database, openDatabase } from '../../server/platform/db.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import type { StoredBytes, StoredSubject } from './stored-subject.ts';

/** A server of its own, in a temporary folder (TMPDIR says where), which is removed afterwards. */
export async function withPostgres(use: (subject: StoredSubject) => Promise<void>): Promise<void> {
  await withOwnDatabase(async (db) => {
    await use({ name: 'PostgreSQL', db, engine: postgresEngine(db), bytesOf: (release) => bytesIn(db, release) });
  });
}

export async function withOwnDatabase(use: (db: Database) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-bench-index-'));
  try {
    const server = await startEmbeddedPostgres({
      ...{ dataDir: join(folder, 'postgres'), password: randomUUID(), log: () => {} },
    });
    const db = openDatabase(server.address, { poolSize: 4 });
    try {
      await migrate(db);
      await use(db);
    } finally {
      await db.close();
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bytesIn(db: Database, release: number): Promise<StoredBytes> {
  const [pages, links, lists] = ['pages', 'links', 'lists'].map((name) => `index_sample_${name}_${release}`);
  const [row] = await db.sql<StoredBytes[]>`
    select pg_table_size(${pages}::regclass)::bigint as pages, pg_indexes_size(${pages}::regclass)::bigint as "pageIndexes",
      pg_table_size(${links}::regclass)::bigint as links,
      pg_indexes_size(${links}::regclass)::bigint + pg_total_relation_size(${lists}::regclass)::bigint as "linkIndexes"`;
  if (!row) throw new Error(`Release ${release} is not stored.`);
  return row;
}
