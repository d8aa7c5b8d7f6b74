// The web server, the practice web, which is in the link index already, and a campaign worker, all in this process.
import { type PracticeWeb, startPracticeWeb } from '../../practice/start.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { waitFor } from './auth.ts';
import { startCampaignWorker } from './campaign-worker.ts';
import { createCrawledDatabase } from './crawled-database.ts';
import { openForTests } from './for-tests.ts';

export interface PracticeApp extends TestApp {
  practice: PracticeWeb;
  /** Sends a POST with a user's token; returns the status and the JSON. */
  post(path: string, token: string, json: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, token: string): Promise<Answer>;
  /** Waits until Zeus has stopped working on the campaign and returns its row. */
  settled(campaignId: string, limitMs?: number): Promise<CampaignRow>;
}

export interface Answer {
  status: number;
  json: Awaited<ReturnType<Response['json']>>;
}

export type CampaignRow = Awaited<ReturnType<typeof rowOf>>;

export interface PracticeAppOptions extends Pick<TestAppOptions, 'db'> {
  /** 0: the link index stays empty. By default it has all sites of the practice web. */
  sites?: 0;
  /** False: jobs only wait. */
  work?: boolean;
  /** Settings that depend on where the practice web is. */
  env?(practice: PracticeWeb): Record<string, string>;
  /** Handlers that replace the real ones, by job name. */
  instead?(ctx: Context): Record<string, JobHandler<never>>;
}

/** Everything, for all tests of a file. */
export function practiceAppForTests(options?: PracticeAppOptions): PracticeApp {
  return openForTests(
    () => createPracticeApp(options),
    (zeus) => zeus.close(),
  );
}

/** Opens everything. Close it at the end. */
export async function createPracticeApp(options: PracticeAppOptions = {}): Promise<PracticeApp> {
  const practice = await startPracticeWeb();
  const { port, smtpPort, dnsServer, dnsZone, rootCertificate, metricsUrl, sites } = practice;
  const isCrawled = options.sites === undefined && options.db === undefined;
  const crawled = isCrawled ? await createCrawledDatabase(practice) : undefined;
  const db = crawled ?? options.db;
  const zeus = await createTestApp({
    practice: { port, smtpPort, dnsServer, dnsZone, rootCertificate, metricsUrl, sites },
    ...(db ? { db } : {}),
    ...(options.env ? { env: options.env(practice) } : {}),
  });
  const { ctx } = zeus;
  if (options.work !== false) await startCampaignWorker(ctx, options.instead?.(ctx));

  const answerOf = async (response: Response): Promise<Answer> => ({
    status: response.status,
    json: response.status === 204 ? undefined : await response.json(),
  });
  return {
    ...zeus,
    practice,
    post: async (path, token, json, headers = {}) =>
      answerOf(await zeus.ask(path, { method: 'POST', token, json, headers })),
    get: async (path, token) => answerOf(await zeus.ask(path, { token })),
    async settled(campaignId, limitMs = 60_000) {
      await waitFor(async () => (await rowOf(zeus, campaignId)).step_started_at === null, limitMs);
      return rowOf(zeus, campaignId);
    },
    async close() {
      await zeus.close();
      await crawled?.drop();
      await practice.stop();
    },
  };
}

function rowOf({ ctx }: TestApp, campaignId: string) {
  return ctx.db.kysely.selectFrom('requests').selectAll().where('id', '=', campaignId).executeTakeFirstOrThrow();
}
