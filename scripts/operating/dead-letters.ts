// `npm run dead-letters`: the jobs that failed in the last 30 days, newest first, one per line.
import { pino } from 'pino';
import { openQueue } from '../../server/platform/queue.ts';
import { readConfig, runForOperator, withUsedDatabase } from './configured-database.ts';

const shownAtMost = 1_000;

runForOperator(() =>
  withUsedDatabase(readConfig(), 'dead-letters', async (db) => {
    const queue = await openQueue(db, { log: pino({ level: 'silent' }) });
    try {
      const letters = await queue.deadLetters(shownAtMost + 1);
      for (const { at, job, attempts, reason, payload } of letters.slice(0, shownAtMost)) {
        console.log(`${at.toISOString()} ${job} after ${attempts} attempts: ${reason} ${JSON.stringify(payload)}`);
      }
      if (letters.length > shownAtMost) console.log(`These are the newest ${shownAtMost}. Older ones are not shown.`);
      if (letters.length === 0) console.log('No jobs have failed in the last 30 days.');
    } finally {
      await queue.stop();
    }
  }),
);
