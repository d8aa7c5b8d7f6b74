// The campaign jobs as a worker runs them, without crawls, emails, payments or screenshots. Run as a program, it is a worker
// process that tests may kill.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { pino } from 'pino';
import { findBacklinksJob } from '../backlink-search/find.job.ts';
import { analyzeBacklinksJob } from '../backlinks/analyze.job.ts';
import { confirmEmailsJob } from '../contacts/confirm-emails.job.ts';
import { fetchEmailJob } from '../contacts/fetch-email.job.ts';
import { findContactsJob } from '../contacts/find-contacts.job.ts';
import { searchDomainJob } from '../contacts/search-domain.job.ts';
import { openVendorOutbound } from '../engine/vendors/all-vendors.ts';
import * as all from '../jobs.ts';
import { loadConfig } from '../platform/config.ts';
import type { Context, Practice } from '../platform/context.ts';
import { type DatabaseAddress, openDatabase } from '../platform/db.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import type { VendorCaller, VendorOutbound } from '../platform/outbound/vendor-outbound.ts';
import type { JobHandler, JobSettings } from '../platform/queue/job.ts';
import { openQueue } from '../platform/queue.ts';
import { findSearchResultsJob } from '../search-results/find.job.ts';
import { advanceCampaignJob } from '../workflow/orchestration/advance.job.ts';
import { watchCampaignsJob } from '../workflow/orchestration/watch.job.ts';

type Parts = Pick<Context, 'config' | 'db' | 'log' | 'queue' | 'outbound' | 'practice'> & Partial<Context>;

/** Starts running them; `instead` replaces handlers by name. */
export async function startCampaignWorker(
  parts: Parts,
  instead: Record<string, JobHandler<never>> = {},
): Promise<void> {
  const ctx = parts as Context;
  const handlers: Record<string, JobHandler<never>> = {
    [all.findSearchResults.name]: findSearchResultsJob(ctx),
    [all.findBacklinks.name]: findBacklinksJob(ctx),
    [all.analyzeBacklinks.name]: analyzeBacklinksJob(ctx),
    [all.findContacts.name]: findContactsJob(ctx),
    [all.searchDomain.name]: searchDomainJob(ctx),
    [all.fetchEmail.name]: fetchEmailJob(ctx),
    [all.confirmEmails.name]: confirmEmailsJob(ctx),
    [all.advanceCampaign.name]: advanceCampaignJob(ctx),
    [all.watchCampaigns.name]: watchCampaignsJob(ctx),
    ...instead,
  };
  for (const job of Object.values(all))
    ctx.queue.handle(job as JobSettings & typeof all.crawlIndex, handlers[job.name] ?? idle);
  await ctx.queue.startWorking();
}

const idle = { run: async () => {} };

export interface WorkerOptions {
  address: DatabaseAddress;
  practice: Practice;
  /** Settings of vendors. */
  env?: Record<string, string>;
  /** Sends paid calls through a caller process, and prints its id. */
  hasCaller?: boolean;
}

/** The moment at which a worker kills itself. */
export interface Death {
  /** Counted from the command on, among all the statements that the worker sends to PostgreSQL. */
  statement: number;
  /** Dies when the statement was answered, instead of before it is sent. */
  isAnswered: boolean;
}

// Loads everything, then follows the commands of worker-process.ts, one a line: start working, or die at a statement.
if (import.meta.main) {
  const { address, practice, env = {}, hasCaller } = JSON.parse(process.env.TEST_WORKER ?? '') as WorkerOptions;
  const log = pino({ level: 'silent' });
  const db = openDatabase(address, { poolSize: 10 });
  const config = loadConfig({ NODE_ENV: 'test', ZEUS_SECRET: randomUUID(), ...env });
  const queue = await openQueue(db, { jobs: Object.values(all), log });
  const vendorOutbound = openVendorOutbound(config, hasCaller ? { database: address } : {});
  const clients = { outbound: createOutbound({ practice }), vendorOutbound: announceCaller(vendorOutbound) };
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'work') await startCampaignWorker({ config, log, db, queue, ...clients, practice });
    else dieAt(JSON.parse(line) as Death);
  }
}

/** Prints `counting` and kills this process at that statement of any connection. */
function dieAt({ statement, isAnswered }: Death): void {
  const { query } = pg.Client.prototype;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    count += 1;
    const isLast = count === statement;
    if (isLast && !isAnswered) process.kill(process.pid, 'SIGKILL');
    const answer = query.apply(this, args) as unknown;
    if (isLast) Promise.resolve(answer).finally(() => process.kill(process.pid, 'SIGKILL'));
    return answer;
  } as typeof query;
  process.stdout.write('counting\n');
}

/** Prints `caller 123` before a call can reach its vendor. */
function announceCaller(outbound: VendorOutbound): VendorOutbound {
  const { caller } = outbound;
  if (!caller) return outbound;
  const send: VendorCaller['send'] = (call, http) => {
    const reply = caller.send(call, http);
    process.stdout.write(`caller ${caller.pid}\n`);
    return reply;
  };
  return { ...outbound, caller: { ...caller, send } };
}
