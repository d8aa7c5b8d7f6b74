// Zeus as a process: it starts, restarts, works on the practice web, and stops.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createEmptyDatabase } from './test/database.ts';
import type { ZeusProcess } from './test/zeus-process.ts';
import { databaseOf, newHome, readiness, start } from './test/zeus-starter.ts';

describe('starting', { timeout: 300_000 }, () => {
  test('runs the whole product in a new folder that no one else can enter, says so last, and again on it', async () => {
    const locked = join(newHome(), 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o700);
    const zeus = await start({ home: join(locked, 'zeus') });
    expect(zeus.output().trimEnd().split('\n').at(-1)).toBe(`Zeus is ready at ${zeus.address}`);
    expect(await readiness(zeus)).toBe(200);
    const page = await fetch(`${zeus.address}/login`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await zeus.end('SIGINT')).toBe(0);
    const again = await start({ home: zeus.home });
    expect(await readiness(again)).toBe(200);
  });

  test('two copies run side by side, and stop cleanly: on SIGTERM, on a Ctrl-C that npm passes on again', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect([await readiness(one), await readiness(two)]).toEqual([200, 200]);
    expect(await one.end('SIGTERM')).toBe(0);
    two.process.kill('SIGINT');
    expect(await two.end('SIGINT')).toBe(0);
  });

  test('web and worker share the database at DATABASE_URL, in any number', async () => {
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
});

test('on a bare machine the practice web is there, and is crawled into the index once', {
  timeout: 400_000,
}, async () => {
  const env = { PRACTICE: 'on' };
  const crawling = /job="index.(?:crawl|rate)",state="(waiting|running)"} [1-9]/;
  const metrics = async ({ address }: ZeusProcess) => (await fetch(`${address}/metrics`)).text();
  const indexOf = async (zeus: ZeusProcess) => {
    const db = databaseOf(zeus);
    const [row] = await db.sql<{ pages: number; last: Date }[]>`
      select (select count(*) from index_captures) as pages, max(crawled_at) as last from index_domains`;
    await db.close();
    return row;
  };
  const first = await start({ env });
  expect(first.output()).toContain('The email partners are stand-ins');
  expect(await metrics(first)).toContain('zeus_provider_working{source="hunter"} 1');
  // Each question is a new connection, so it is not asked all the time.
  const patience = { timeout: 180_000, interval: 500 };
  await vi.waitFor(async () => expect((await indexOf(first))?.pages).toBeGreaterThan(800), patience);
  await vi.waitFor(async () => expect(await metrics(first)).not.toMatch(crawling), patience);
  const made = await indexOf(first);
  await first.end();
  const again = await start({ home: first.home, env });
  expect(await metrics(again)).not.toMatch(crawling);
  expect(await indexOf(again)).toEqual(made);
});
