// Removes a release. The first statement keeps everyone from reading it, and if a drop is killed, the next one finishes it.
import type { Database } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { IndexEngine } from '../engine/index-engine.ts';
import { removeGraph } from './graph/files/graph-files.ts';
import { graphPath } from './graph/graph-load.ts';
import { graphLock, type LockKey, ranksLock, takeLock } from './load-lock.ts';
import { forgetCrawl } from './pages/downloads.ts';
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
  for (const { id, kind, state } of releases) {
    // No process loads ranks that are in use; the lock may be that of another release.
    if (kind === 'ranks' && state === 'ready') await dropRanksOf(db, { id, name, folder });
    else if (kind === 'ranks') await whileLocked(db, ranksLock, () => dropRanksOf(db, { id, name, folder }));
    else if (kind === 'graph') await whileLocked(db, graphLock, () => dropGraph(db, { id, name, folder }));
    else {
      await engine.drop(id);
      await forgetCrawl(folder, name);
      await deleteRelease(db.kysely, id);
    }
  }
}

/** A process that is loading the release sees that it is dropped when it next saves something, and stops. */
async function whileLocked(db: Database, lockKey: LockKey, drop: () => Promise<void>): Promise<void> {
  const lock = await takeLock(db.address, lockKey, { wait: true });
  try {
    await drop();
  } finally {
    await lock?.release();
  }
}

interface Dropped {
  id: number;
  name: string;
  folder: string;
}

async function dropRanksOf(db: Database, { id, name, folder }: Dropped): Promise<void> {
  await forgetFile(folder, ranksPath(name));
  await dropRanks(db.address, id);
}

async function dropGraph(db: Database, { id, name, folder }: Dropped): Promise<void> {
  await removeGraph(folder, name);
  await Promise.all((['vertices', 'edges'] as const).map((kind) => forgetFile(folder, graphPath(name, kind))));
  await deleteRelease(db.kysely, id);
}
