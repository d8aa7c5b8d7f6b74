// Removes a release: nobody reads it from the first statement on, and a killed drop is finished by the next one.
import type { Database } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { IndexEngine } from '../engine/index-engine.ts';
import { removeGraph } from './graph/files/graph-files.ts';
import { graphPath } from './graph/graph-load.ts';
import { graphLock, takeLock } from './load-lock.ts';
import { forgetCrawl } from './pages/load-file.job.ts';
import { ranksPath } from './ranks/load-ranks.ts';
import { dropRanks } from './ranks/ranks.store.ts';
import { deleteRelease, markDropping } from './releases/releases.store.ts';
import { forgetFile } from './source/read-file.ts';

/** Throws OperatorError if there is no such release. */
export async function dropRelease(
  { db, engine }: { db: Database; engine: IndexEngine },
  { name, folder }: { name: string; folder: string },
): Promise<void> {
  const releases = await markDropping(db.kysely, name);
  if (releases.length === 0) throw new OperatorError(`There is no release ${name}. See: npm run index -- status`);
  for (const { id, kind } of releases) {
    if (kind === 'ranks') {
      await dropRanks(db.kysely, id);
      await forgetFile(folder, ranksPath(name));
    } else if (kind === 'pages') {
      await engine.drop(id);
      await forgetCrawl(folder, name);
    } else await dropGraph(db, { name, folder });
    await deleteRelease(db.kysely, id);
  }
}

/** A process that is loading it sees that it is dropped at its next checkpoint, and stops. */
async function dropGraph(db: Database, { name, folder }: { name: string; folder: string }): Promise<void> {
  const lock = await takeLock(db.address, graphLock, { wait: true });
  try {
    await removeGraph(folder, name);
    await Promise.all((['vertices', 'edges'] as const).map((kind) => forgetFile(folder, graphPath(name, kind))));
  } finally {
    await lock?.release();
  }
}
