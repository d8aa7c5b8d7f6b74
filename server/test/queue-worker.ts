// A worker process for tests that kill it: it takes the jobs of queue-faults.test.ts, records that each one started, and
// finishes none.
import { sql } from 'kysely';
import { pino } from 'pino';
import { z } from 'zod';
import { type DatabaseAddress, openDatabase } from '../platform/db.ts';
import { defineJob } from '../platform/queue/job.ts';
import { openQueue } from '../platform/queue.ts';

export const mortalJob = defineJob({ name: 'test.mortal', payload: z.object({ n: z.number() }), attempts: 2 });

if (import.meta.main) {
  const address = JSON.parse(process.env.TEST_DATABASE ?? '') as DatabaseAddress;
  const db = openDatabase(address, { poolSize: 1 });
  const queue = await openQueue(db, { jobs: [mortalJob], log: pino({ level: 'silent' }) });
  queue.handle(mortalJob, {
    async run({ n }) {
      await sql`insert into begun values (${n})`.execute(db.kysely);
      await new Promise(() => {});
    },
  });
  await queue.startWorking();
}
