// A worker process that grants what a customer has paid for and is killed before it can complete the job.
import { pino } from 'pino';
import { syncPaymentCustomer } from '../../jobs.ts';
import { loadConfig } from '../../platform/config.ts';
import { type DatabaseAddress, openDatabase } from '../../platform/db.ts';
import { openQueue } from '../../platform/queue.ts';
import { paymentsOf } from '../payments-of.ts';
import { syncCustomerJob } from '../sync/sync-customer.job.ts';

if (import.meta.main) {
  const log = pino({ level: 'silent' });
  const config = loadConfig({ ...process.env, NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32) });
  const db = openDatabase(JSON.parse(process.env.TEST_DATABASE ?? '') as DatabaseAddress, { poolSize: 2 });
  await paymentsOf({ config, db }, { host: '127.0.0.1', port: Number(process.env.TEST_STRIPE_PORT), protocol: 'http' });
  const queue = await openQueue(db, { jobs: [syncPaymentCustomer], log });
  const { run } = syncCustomerJob({ config, db, log, queue });
  queue.handle(syncPaymentCustomer, {
    async run(payload, call) {
      await run(payload, call);
      process.kill(process.pid, 'SIGKILL');
    },
  });
  await queue.enqueue(db.kysely, syncPaymentCustomer, { subject: process.env.TEST_CUSTOMER ?? '' });
  await queue.startWorking();
}
