import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCrawlSource } from '../../server/engine/index/common-crawl/source/crawl-source.ts';
import { loadTestGraph } from '../../server/engine/index/common-crawl/test/load-test-graph.ts';
import type { Config } from '../../server/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../../server/test/database.ts';
import { addGraph } from './link-index-graph.ts';

let db: TestDatabase;
let folder: string;
beforeEach(async () => {
  [db, folder] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'zeus-add-graph-'))]);
});
afterEach(() => Promise.all([db.drop(), rm(folder, { recursive: true })]));

test('a complete graph needs no disk, also if a killed load has not published it', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue();
  const [from, to] = ['a.example', 'b.example'];
  await loadTestGraph(db, folder, { hosts: [from, to], links: [[from, to]] });
  const source = openCrawlSource(join(folder, 'mirror'), 'test');
  const add = (index: string) => addGraph({ linkIndex: { folder: index, diskBytes: 1 } } as Config, { db, source }, {});
  await add(folder);
  expect(printed).toHaveBeenLastCalledWith(expect.stringContaining('already loaded and in use'));
  await db.sql`update index_releases set state = 'loading'`;
  await add(folder);
  expect(printed).toHaveBeenLastCalledWith(expect.stringContaining('the graph is loaded and in use'));
  await expect(add(join(folder, 'elsewhere'))).rejects.toThrow('INDEX_DISK');
});
