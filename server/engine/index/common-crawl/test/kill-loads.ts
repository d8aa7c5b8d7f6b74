// For tests of loading pages: kills processes that load, at points that a seed decides.
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { startFixture } from '../../../../test/fixture-process.ts';
import { randomNumbers } from '../../../../test/long-run.ts';
import { readReleases } from '../releases/releases.store.ts';
import type { MirrorLoads } from './load-from-mirror.ts';

interface Kills {
  kills: number;
  /** INDEX_URL, of the engine of the loads. */
  indexUrl?: string;
  /** Everything that was loaded. */
  readAll(): Promise<unknown>;
}

/** Expects the same index as that of an undisturbed load. */
export async function expectSameAfterKills(at: MirrorLoads, { kills, indexUrl = '', readAll }: Kills): Promise<void> {
  await at.load();
  const expected = await readAll();
  await at.dropAll();
  const random = randomNumbers();
  for (let killed = 0; killed < kills; ) {
    const loaded = (await readReleases(at.db.kysely))[0]?.loaded ?? 0;
    // About two lines per file; after the last one, it is being published.
    const lines = 1 + Math.floor(random() * 2 * Math.max(1, 4 - loaded));
    if ((await loadAndKill(at, lines, indexUrl)) === 'killed') killed += 1;
    else {
      expect(await readAll()).toEqual(expected);
      await at.dropAll();
    }
  }
  await at.load();
  expect(await readAll()).toEqual(expected);
}

/** Loads in a process that is killed after so many lines of output, if it has not ended by then. */
async function loadAndKill(at: MirrorLoads, lines: number, indexUrl: string): Promise<'killed' | 'ended'> {
  const { db, mirrorFolder, mirror, downloads } = at;
  const args = [JSON.stringify(db.address), mirrorFolder, mirror.crawl, downloads, indexUrl];
  const child = startFixture('load-pages.ts', args);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  let left = lines;
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', () => {
    left -= 1;
    if (left === 0) child.kill('SIGKILL');
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 && code !== null) throw new Error(errors);
  // PostgreSQL may take a moment to notice, and until then the file is locked.
  const connections = () => db.sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'zeus index'`;
  await expect.poll(connections).toEqual([]);
  return code === null ? 'killed' : 'ended';
}
