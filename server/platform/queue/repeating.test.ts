import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openQueue, type Queue } from '../queue.ts';
import { defineJob } from './job.ts';
import { repeating } from './repeating.ts';

const tidyUp = defineJob({ name: 'test.tidy-up', payload: z.object({}), key: () => 'one' });
const log = pino({ level: 'silent' });
const call = { log, signal: new AbortController().signal, attempt: 1 };
let db: TestDatabase;
let queue: Queue;

beforeAll(async () => {
  db = await createTestDatabase();
  queue = await openQueue(db, { log });
});
afterAll(async () => {
  await queue.stop();
  await db.drop();
});

test('a run that fails and is retried leaves exactly one next run', async () => {
  const { run } = repeating({ db, queue }, tidyUp, 3600, () => Promise.reject(new Error('the store is away')));
  for (const _try of [1, 2, 3]) await expect(run({}, call)).rejects.toThrow('away');
  const rows = await db.sql`select count(*)::int as waiting from jobs where name = ${tidyUp.name}`;
  expect(rows[0]).toEqual({ waiting: 1 });
});
