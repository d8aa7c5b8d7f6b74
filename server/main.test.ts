// Zeus as a process: it starts, restarts, works on the practice web, and stops.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from './test/database.ts';
import type { ZeusProcess } from './test/zeus-process.ts';
import { newHome, readiness, start } from './test/zeus-starter.ts';

/** The last line that is not of the log: a job may end at the very moment when Zeus is ready. */
function lastLineOf(zeus: ZeusProcess): string | undefined {
  const lines = zeus.output().trimEnd().split('\n');
  return lines.findLast((line) => !/^\[\d\d:\d\d:\d\d\] /.test(line));
}

const metricsOf = async ({ address }: ZeusProcess) => (await fetch(`${address}/metrics`)).text();

/** A folder that doesn't exist yet, in one that no one else can enter. */
function lockedHome(): string {
  const locked = join(newHome(), 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o700);
  return join(locked, 'zeus');
}

test('on a bare machine, next to another copy: runs the whole product, stops cleanly while it crawls, starts again', {
  timeout: 500_000,
}, async () => {
  const [first, [other, lastLine]] = await Promise.all([
    start({ home: lockedHome(), env: { PRACTICE: 'on' } }),
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

  // It has begun to crawl the practice web: the stories in e2e/ use what is found, and start-practice.test.ts starts again.
  expect(await first.end('SIGTERM')).toBe(0);
  // Without a worker, which would go on crawling.
  const again = await start({ part: 'web', home: first.home });
  expect(await readiness(again)).toBe(200);
  expect(await again.end('SIGINT')).toBe(0);
});

test('web and worker share the database at DATABASE_URL, in any number', { timeout: 300_000 }, async () => {
  const db = await createEmptyDatabase();
  const { host, user, password, database } = db.address;
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const env = { DATABASE_URL: url, PRACTICE: 'on' };
  const parts = await Promise.all((['web', 'web', 'worker'] as const).map((part) => start({ part, env })));
  expect(await Promise.all(parts.slice(0, 2).map(readiness))).toEqual([200, 200]);
  expect(parts[2]?.output()).toContain('Zeus is ready to work');
  for (const part of parts) expect(part.output()).toContain('set PRACTICE to its address');
  for (const part of parts) expect(await part.end()).toBe(0);
  await db.drop();
});
