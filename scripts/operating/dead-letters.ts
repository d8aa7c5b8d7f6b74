// `npm run dead-letters`: the jobs that failed in the last 30 days, newest first, one per line.
import { pino } from 'pino';
import { jobs } from '../../server/jobs.ts';
import { openQueue } from '../../server/platform/queue.ts';
import { readConfig, runForOperator, withDatabase } from './configured-database.ts';

runForOperator(() =>
  withDatabase(readConfig(), 'shared', async (address) => {
    const queue = await openQueue({ address }, { jobs, log: pino({ level: 'silent' }) });
    try {
      const letters = await queue.deadLetters();
      for (const { at, job, attempts, reason, payload } of letters) {
        console.log(`${at.toISOString()} ${job} after ${attempts} attempts: ${reason} ${JSON.stringify(payload)}`);
      }
      if (letters.length === 0) console.log('No jobs have failed in the last 30 days.');
    } finally {
      await queue.stop();
    }
  }),
);
