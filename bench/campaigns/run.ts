// One Zeus per measurement: web server and worker in this process, with empty caches.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Practice } from '../../server/platform/context.ts';
import { openDatabase } from '../../server/platform/db.ts';
import type { Outbound } from '../../server/platform/outbound/outbound.ts';
import { createTestApp, type TestApp } from '../../server/test/app.ts';
import { startCampaignWorker } from '../../server/test/campaign-worker.ts';
import type { TestDatabase } from '../../server/test/database.ts';

export interface Measured {
  seconds: number;
  /** CPU of this process, without the measurement's own requests. */
  cpuSeconds: number;
  /** Statements sent to the database, without those of the measurement's own requests. */
  statements: number;
  /** The URLs fetched meanwhile. */
  fetched: string[];
  /** The 95th percentile of requests to the data service in the same process. */
  webP95: number;
}

export interface Bench {
  token: string;
  post(path: string, json: unknown): Promise<{ id: string }>;
  /** Does something, waits until the campaign is done, and measures both. */
  measure(campaignId: () => Promise<string>): Promise<Measured>;
  status(campaignId: string): Promise<{ status: string; status_message: string | null }>;
  close(): Promise<void>;
}

/**
 * How often the data service is called while Zeus works: often enough to notice a slow response, not so often that it dominates.
 */
const askEveryMs = 100;
/** Begin, user, query, commit. */
const statementsAQuestion = 4;

let statements = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  statements += 1;
  return Reflect.apply(query, this, given);
} as typeof query;

/** `outbound` replaces the practice web's own outbound client. */
export async function openBench(db: TestDatabase, practice: Practice, outbound?: Outbound): Promise<Bench> {
  await db.sql`truncate email_verifications, mail_domains, mail_hosts, mail_host_slots, mail_operators, mail_replies`;
  const zeus = await createTestApp({ db, practice });
  const fetched: string[] = [];
  // As in start.ts.
  const workerDb = openDatabase(db.address, { poolSize: 10 });
  await startCampaignWorker({ ...zeus.ctx, db: workerDb, outbound: recording(outbound ?? zeus.ctx.outbound, fetched) });
  const { token } = await zeus.newUser({ backlink: 100_000, email: 100_000 });

  return {
    token,
    async post(path, json) {
      const answer = await zeus.ask(path, { method: 'POST', token, json });
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    async measure(begin) {
      fetched.length = 0;
      const started = performance.now();
      const before = statements;
      const cpu = process.cpuUsage();
      const id = await begin();
      const took = await askUntilSettled(zeus, token, id);
      const cpuSeconds = cpuSince(cpu);
      const sent = statements - before - took.length * statementsAQuestion;
      const seconds = (performance.now() - started) / 1000;
      const webP95 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0;
      const asking = took.length * (await cpuOfAsking(zeus, token, id));
      return { seconds, cpuSeconds: cpuSeconds - asking, statements: sent, fetched: [...fetched], webP95 };
    },
    async status(id) {
      return (await zeus.ask(`/data/requests/${id}`, { token })).json();
    },
    async close() {
      await zeus.close();
      await outbound?.close();
      await workerDb.close();
    },
  };
}

export function recording(outbound: Outbound, fetched: string[]): Outbound {
  return {
    ...outbound,
    request(url, options) {
      fetched.push(String(url));
      return outbound.request(url, options);
    },
  };
}

export function cpuSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

/** How long each request took, in milliseconds. */
async function askUntilSettled(zeus: TestApp, token: string, id: string): Promise<number[]> {
  const took: number[] = [];
  for (;;) {
    const asked = performance.now();
    const row = await (await zeus.ask(`/data/requests/${id}`, { token })).json();
    took.push(performance.now() - asked);
    if (row.step_started_at === null) return took;
    await wait(askEveryMs);
  }
}

/** CPU seconds per request, while Zeus is otherwise idle. */
async function cpuOfAsking(zeus: TestApp, token: string, id: string): Promise<number> {
  const times = 50;
  const cpu = process.cpuUsage();
  for (let n = 0; n < times; n++) await (await zeus.ask(`/data/requests/${id}`, { token })).json();
  return cpuSince(cpu) / times;
}
