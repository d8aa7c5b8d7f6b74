// Zeus as a process: it starts, restarts, works on the practice web, and stops.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createEmptyDatabase } from './test/database.ts';
import type { ZeusProcess } from './test/zeus-process.ts';
import { databaseOf, newHome, readiness, start } from './test/zeus-starter.ts';

const lastLineOf = (zeus: ZeusProcess) => zeus.output().trimEnd().split('\n').at(-1);
const metricsOf = async ({ address }: ZeusProcess) => (await fetch(`${address}/metrics`)).text();

async function indexOf(zeus: ZeusProcess) {
  const db = databaseOf(zeus);
  const [row] = await db.sql<{ pages: number; last: Date }[]>`
    select (select count(*) from index_captures) as pages, max(crawled_at) as last from index_domains`;
  await db.close();
  return row;
}

/** A folder that doesn't exist yet, in one that no one else can enter. */
function lockedHome(): string {
  const locked = join(newHome(), 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o700);
  return join(locked, 'zeus');
}

test('on a bare machine, next to another copy: runs the whole product, crawls the practice web once, stops cleanly', {
  timeout: 500_000,
}, async () => {
  const env = { PRACTICE: 'on' };
  const [first, [other, lastLine]] = await Promise.all([
    start({ home: lockedHome(), env }),
    start().then((zeus) => [zeus, lastLineOf(zeus)] as const),
  ]);
  expect(lastLine).toBe(`Zeus is ready at ${other.address}`);
  expect([await readiness(first), await readiness(other)]).toEqual([200, 200]);
  // npm passes Ctrl-C on, so it arrives twice.
  other.process.kill('SIGINT');
  expect(await other.end('SIGINT')).toBe(0);
  const page = await fetch(`${first.address}/login`);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(first.output()).toContain('The email partners are stand-ins');
  expect(await metricsOf(first)).toContain('zeus_provider_working{source="hunter"} 1');

  const crawling = /job="index.(?:crawl|rate)",state="(waiting|running)"} [1-9]/;
  // Each query opens a connection, so there are few of them.
  const patience = { timeout: 180_000, interval: 500 };
  await vi.waitFor(async () => expect((await indexOf(first))?.pages).toBeGreaterThan(800), patience);
  await vi.waitFor(async () => expect(await metricsOf(first)).not.toMatch(crawling), patience);
  const made = await indexOf(first);
  expect(await first.end('SIGTERM')).toBe(0);
  const again = await start({ home: first.home, env });
  expect(await readiness(again)).toBe(200);
  expect(await metricsOf(again)).not.toMatch(crawling);
  expect(await indexOf(again)).toEqual(made);
  expect(await again.end('SIGINT')).toBe(0);
});

test('web and worker share the database at DATABASE_URL, in any number', { timeout: 300_000 }, async () => {
  const db = await createEmptyDatabase();
  const { host, user, password, database } = db.address;
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const env = { DATABASE_URL: url };
  const parts = await Promise.all((['web', 'web', 'worker', 'worker'] as const).map((part) => start({ part, env })));
  expect(await Promise.all(parts.slice(0, 2).map(readiness))).toEqual([200, 200]);
  expect(parts[2]?.output()).toContain('Zeus is ready to work');
  for (const part of parts) expect(await part.end()).toBe(0);
  await db.drop();
});
