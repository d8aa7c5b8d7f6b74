// Throughput of a data route next to a bare handler, the plain query, and a transaction awaited step by step.
// node bench/data-route.ts [seconds per round]
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import autocannon from 'autocannon';
import { Hono } from 'hono';
import { sql } from 'kysely';
import { listCampaigns } from '../server/campaigns/campaigns-data.store.ts';
import type { Database } from '../server/platform/db.ts';
import { createUser } from '../server/test/build.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';

const seconds = Number(process.argv[2] ?? 4);
const rounds = 3;

async function measure(handle: () => Promise<Response>): Promise<number> {
  const underWay = new Set<Promise<Response>>();
  const app = new Hono().get('/requests', () => {
    const answer = handle();
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  });
  const server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/requests`;
  const result = await autocannon({ url, connections: 20, duration: seconds });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await Promise.all(underWay);
  if (result.non2xx + result.errors > 0) throw new Error('some requests failed');
  return result.requests.average;
}

async function seed(db: Database): Promise<string> {
  const user_id = await createUser(db);
  const row = { keyword: 'Best Golf Courses In America', type: 'Guest Posts', status: 'Waiting to Pick Backlinks' };
  const rows = Array.from({ length: 20 }, () => ({ ...row, user_id }));
  await db.kysely.insertInto('requests').values(rows).execute();
  return user_id;
}

/** The same work with a round trip per statement, as in an ordinary transaction. */
function stepByStep(db: Database, user: string) {
  return db.kysely.transaction().execute(async (tx) => {
    await sql`set local role zeus_web`.execute(tx);
    await sql`select set_config('zeus.user_id', ${user}, true)`.execute(tx);
    return (await sql`select * from requests where user_id = ${user} order by id desc`.execute(tx)).rows;
  });
}

const page = { limit: 1_000 };
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await withTemporaryDatabase(async (db) => {
  const user = await seed(db);
  const answer = JSON.stringify(await listCampaigns(db, user, page));
  const variants: [string, () => Promise<Response>][] = [
    ['bare handler, same bytes', async () => new Response(answer, { headers: { 'content-type': 'application/json' } })],
    [
      'plain query',
      async () => Response.json(await db.sql`select * from requests where user_id = ${user} order by id desc`),
    ],
    ['as user, one round trip (the data route)', async () => Response.json(await listCampaigns(db, user, page))],
    ['as user, step by step', async () => Response.json(await stepByStep(db, user))],
  ];
  const figures = variants.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [, handle]] of variants.entries()) figures[index]?.push(await measure(handle));
  }
  const bare = median(figures[0] ?? []);
  console.log(`requests a second, medians of ${rounds} rounds of ${seconds} s, ${answer.length} bytes an answer`);
  for (const [index, [name]] of variants.entries()) {
    const rate = median(figures[index] ?? []);
    console.log(`${name.padEnd(42)} ${String(Math.round(rate)).padStart(6)}  ${(rate / bare).toFixed(2)} of bare`);
  }
});
