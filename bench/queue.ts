// How fast a job starts and how many run per second, next to a bare FOR UPDATE SKIP LOCKED loop on the same server in the same
// run. All run 20 empty jobs at once and take them in batches; "in turns" is how users' jobs are taken, here those of 50 users
// with two campaigns each.   node bench/queue.ts [jobs]
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { listenTo } from '../server/platform/database/listen.ts';
import type { Database } from '../server/platform/db.ts';
import { defineJob, defineUserJob } from '../server/platform/queue/job.ts';
import { openQueue } from '../server/platform/queue.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';

const jobs = Number(process.argv[2] ?? 5000);
const samples = 200;
const concurrency = 20;

interface Measured {
  enqueueOne(n: number): Promise<void>;
  enqueueAll(count: number): Promise<void>;
  /** Called for each job that starts. */
  onStart: (n: number) => void;
  stop(): Promise<void>;
}

async function zeusQueue(db: Database): Promise<Measured> {
  const job = defineJob({ name: 'bench.job', payload: z.object({ n: z.number() }), concurrency });
  const queue = await openQueue(db, { jobs: [job], log: pino({ level: 'silent' }) });
  const measured: Measured = {
    enqueueOne: (n) => queue.enqueue(db.kysely, job, { n }),
    enqueueAll: (count) =>
      queue.enqueueMany(
        db.kysely,
        job,
        Array.from({ length: count }, (_, n) => ({ n })),
      ),
    onStart: () => {},
    stop: queue.stop,
  };
  queue.handle(job, { run: async ({ n }) => measured.onStart(n) });
  await queue.startWorking();
  return measured;
}

async function fairQueue(db: Database): Promise<Measured> {
  const payload = z.object({ n: z.number() });
  const job = defineUserJob({ name: 'bench.user-job', payload, concurrency, perUser: concurrency });
  const queue = await openQueue(db, { jobs: [job], log: pino({ level: 'silent' }) });
  const owners = Array.from({ length: 100 }, (_, i) => ({ userId: `user-${i >> 1}`, campaignId: `campaign-${i}` }));
  const ownerOf = (n: number) => owners[n % owners.length] ?? { userId: '', campaignId: '' };
  const measured: Measured = {
    enqueueOne: (n) => queue.enqueue(db.kysely, job, { n }, { owner: ownerOf(n) }),
    async enqueueAll(count) {
      const all = Array.from({ length: count }, (_, n) => ({ n }));
      for (const [owner, mine] of Map.groupBy(all, ({ n }) => ownerOf(n))) {
        await queue.enqueueMany(db.kysely, job, mine, { owner });
      }
    },
    onStart: () => {},
    stop: queue.stop,
  };
  queue.handle(job, { run: async ({ n }) => measured.onStart(n) });
  await queue.startWorking();
  return measured;
}

async function bareLoop(db: Database): Promise<Measured> {
  const { sql } = db;
  await sql`create table bare_job (id bigint generated always as identity primary key, n int not null, state text not null default 'waiting')`;
  await sql`create index on bare_job (id) where state = 'waiting'`;
  let wake = () => {};
  let open = true;
  const measured: Measured = {
    enqueueOne: async (n) =>
      void (await sql`with added as (insert into bare_job (n) values (${n})) select pg_notify('bare', '')`),
    enqueueAll: async (count) =>
      void (await sql`
        with added as (insert into bare_job (n) select n from generate_series(0, ${count - 1}::int) n)
        select pg_notify('bare', '')`),
    onStart: () => {},
    async stop() {
      open = false;
      wake();
      await loop;
      await listener.close();
    },
  };
  const listener = await listenTo(db.address, { channel: 'bare', onNotice: () => wake(), onListening() {} });
  const loop = (async () => {
    while (open) {
      const called = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if ((await takeBatch(sql, measured)) === 0) await Promise.race([called, wait(1000)]);
    }
  })();
  return measured;
}

async function takeBatch(sql: Database['sql'], measured: Measured): Promise<number> {
  const rows = await sql<{ id: number; n: number }[]>`
    update bare_job set state = 'active' where id in (
      select id from bare_job where state = 'waiting' order by id limit ${concurrency} for update skip locked)
    returning id, n`;
  for (const { n } of rows) measured.onStart(n);
  if (rows.length > 0) await sql`delete from bare_job where id = any (${rows.map((row) => row.id)})`;
  return rows.length;
}

async function latency(measured: Measured): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < samples; n += 1) {
    const started = new Promise<void>((resolve) => {
      measured.onStart = () => resolve();
    });
    const before = performance.now();
    await measured.enqueueOne(n);
    await started;
    all.push(performance.now() - before);
    await wait(20);
  }
  return all.toSorted((a, b) => a - b);
}

async function backlog(measured: Measured) {
  let started = 0;
  const all = new Promise<void>((resolve) => {
    measured.onStart = () => {
      started += 1;
      if (started === jobs) resolve();
    };
  });
  const cpu = process.cpuUsage();
  const before = performance.now();
  await measured.enqueueAll(jobs);
  const enqueued = performance.now();
  await all;
  const { user, system } = process.cpuUsage(cpu);
  return {
    enqueueMs: enqueued - before,
    perSecond: jobs / ((performance.now() - before) / 1000),
    cpuPerThousand: (user + system) / 1e6 / (jobs / 1000),
  };
}

await withTemporaryDatabase(async (db) => {
  console.log(`${jobs} jobs, ${concurrency} at once, one process, this machine, this moment\n`);
  console.log('                      start p50 ms   p99 ms   enqueue all ms   jobs/s   Node CPU s/1000');
  for (const [name, open] of [
    ['bare SKIP LOCKED', bareLoop],
    ['Zeus', zeusQueue],
    ['Zeus, in turns', fairQueue],
  ] as const) {
    const measured = await open(db);
    const times = await latency(measured);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    const { enqueueMs, perSecond, cpuPerThousand } = await backlog(measured);
    await measured.stop();
    console.log(
      name.padEnd(22) +
        at(0.5).padStart(12) +
        at(0.99).padStart(9) +
        enqueueMs.toFixed(0).padStart(17) +
        perSecond.toFixed(0).padStart(9) +
        cpuPerThousand.toFixed(3).padStart(18),
    );
  }
});
