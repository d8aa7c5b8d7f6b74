// The command as an operator runs it, interrupted on the way, on a site that answers one page at a time.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSite } from '../../server/platform/outbound/test/site.ts';
import { bareEnv } from '../../server/test/bare-env.ts';
import { createTestDatabase } from '../../server/test/database.ts';

test('Ctrl-C frees the site at once, and the next run continues with the limit it is given', async () => {
  const db = await createTestDatabase();
  const home = mkdtempSync(join(tmpdir(), 'zeus-crawl-once-'));
  const asked: string[] = [];
  let waiting: ServerResponse | undefined;
  const site = await startSite((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/robots.txt' || path === '/sitemap.xml') response.writeHead(404).end();
    else if (path === '/c' && waiting === undefined) waiting = response;
    else response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${path}</title>${links}`);
  });
  const links = 'abcdefgh'.replace(/./g, '<a href="/$&">$&</a> ');
  onTestFinished(async () => {
    await site.close();
    await db.drop();
    rmSync(home, { recursive: true, force: true });
  });
  const { host, user, password, database } = db.address;
  const DATABASE_URL = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const env = { ...bareEnv, NODE_ENV: 'development', ZEUS_SECRET: '', ZEUS_HOME: home, DATABASE_URL };
  const run = (...args: string[]) =>
    spawn(process.execPath, [join(import.meta.dirname, 'crawl-once.ts'), site.url('/'), ...args], { env });

  const first = run('5');
  const said = ended(first);
  await expect.poll(() => waiting !== undefined, { timeout: 60_000 }).toBe(true);
  first.kill('SIGINT');
  expect(await said).toMatchObject({ code: 1, output: expect.stringContaining('Run this again to continue.') });
  expect(await db.sql`select name from index_leases`).toEqual([]);

  const before = asked.length;
  expect(await ended(run('6'))).toMatchObject({ code: 0, output: expect.stringContaining('pages: 3') });
  expect(asked.slice(before)).toEqual(['/robots.txt', '/c', '/d', '/e']);
}, 120_000);

async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
