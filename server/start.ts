// Opens every service of the platform, passes them to the web server and the worker, and closes them in the right order.
import { createApp } from './app.ts';
import { authOf } from './auth/auth.ts';
import { startPracticeGoogle } from './auth/oauth/practice/practice-google.ts';
import { openVendorOutbound } from './engine/vendors/all-vendors.ts';
import { withPracticePartners } from './engine/vendors/practice-partners.ts';
import { watchVendors } from './engine/vendors/watch-vendors.ts';
import { watchMailOperators } from './engine/verification/watch-operators.ts';
import * as jobs from './jobs.ts';
import { openConfiguredDatabase } from './open-database.ts';
import type { Config } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/db.ts';
import { listenAt } from './platform/http/listen-at.ts';
import { openLive } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { openMail } from './platform/mail.ts';
import { createMetrics, watchQueue } from './platform/metrics.ts';
import type { CallReport } from './platform/outbound/call.ts';
import { createOutbound } from './platform/outbound/outbound.ts';
import { openQueue } from './platform/queue.ts';
import { openStorage } from './platform/storage.ts';
import { ensureWebBuild } from './platform/web-build/web-build.ts';
import { enqueuePracticeCrawl, keepPracticePorts, startPractice } from './start-practice.ts';
import { startWorker } from './worker.ts';

export interface Zeus {
  /** Where the web server listens; undefined if only the worker runs. */
  address?: string;
  /** Whether it works on the practice web. */
  isPractice: boolean;
  stop(): Promise<void>;
}

/** How long responses in progress may take when Zeus stops; jobs get the rest of ten seconds. */
const finishAnswersMs = 2_000;

const noPractice =
  'web server and worker run separately, so there is no practice web: start one with "npm run practice -- --vendors" and ' +
  'set PRACTICE to its address, or set the key of a search service (docs/going-live.md)';

export interface StartOptions {
  parts: ('web' | 'worker')[];
  /** False while Vite serves the screens: then only the services respond. */
  buildWeb: boolean;
}

/** Starts the given parts. Rejects with a message if one of them cannot start, leaving nothing running. */
export async function startZeus(settings: Config, log: Log, { parts, buildWeb }: StartOptions): Promise<Zeus> {
  const closers: (() => unknown)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        // The rest, above all the embedded database, is still closed.
        log.error({ err: error }, 'a part of Zeus did not stop');
      }
    }
  };
  try {
    const isWeb = parts.includes('web');
    const webFolder = isWeb && buildWeb ? ensureWebBuild(() => log.info('building the web app')) : undefined;
    // Awaited below; until then a failure must not count as unhandled.
    webFolder?.catch(() => {});
    // First: it refuses a second Zeus on the same home, which must not change anything there.
    const database = await openConfiguredDatabase(settings, log);
    closers.push(database.close);
    // With several processes on one database, the practice web must run separately so that all of them know it.
    const hasPractice = (isWeb && parts.includes('worker')) || settings.practiceUrl !== undefined;
    const practice = hasPractice ? await startPractice(settings, log) : undefined;
    if (settings.practice && !hasPractice) log.warn(noPractice);
    const config = withPracticePartners(settings, practice);
    const isPractice = practice !== undefined;
    if (practice) closers.push(practice.stop);
    const ran = await migrate(database.db);
    if (ran > 0) log.info({ ran }, 'database migrated');
    const ctx = await openContext({ config, log, db: database.db, practice }, closers);
    if (parts.includes('worker')) closers.push((await startWorker(isWeb ? withOwnPool(ctx, closers) : ctx)).stop);
    if (!isWeb) return { isPractice, stop: closeAll };
    const address = await startWeb(ctx, await webFolder, closers);
    // From here on nothing refuses to start: a practice web that moved may now be recorded and crawled.
    if (practice && !config.practiceUrl) keepPracticePorts(config, practice);
    await enqueuePracticeCrawl(ctx);
    return { address, isPractice, stop: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * Jobs of one user wait for each other at the user's balance, each holding a connection. With a separate pool they don't delay
 * web requests (bench/campaigns.ts: 95 % of responses within 54 ms instead of 260 while emails are found).
 */
function withOwnPool(ctx: Context, closers: (() => unknown)[]): Context {
  const db = openDatabase(ctx.db.address, {
    poolSize: ctx.config.database.poolSize,
    applicationName: 'zeus-worker',
  });
  closers.push(db.close);
  return { ...ctx, db };
}

type Opened = Pick<Context, 'config' | 'log' | 'db' | 'practice'>;

async function openContext(opened: Opened, closers: (() => unknown)[]): Promise<Context> {
  const { config, log, db, practice } = opened;
  const metrics = createMetrics();
  const queue = await openQueue(db, {
    jobs: Object.values(jobs),
    log,
    concurrency: config.worker.concurrency,
    onOutcome: ({ job, outcome, ranMs }) => metrics.jobSeconds.observe({ job, outcome }, ranMs / 1000),
  });
  closers.push(queue.stop);
  watchQueue(metrics, queue);
  watchMailOperators(metrics.registry, db.kysely);
  const live = await openLive(db, log);
  closers.push(live.close);
  const mail = openMail(config.mail, db, log);
  closers.push(mail.close);
  const onRequest = ({ code }: CallReport) => metrics.outboundRequests.inc({ outcome: code ?? 'answered' });
  const outbound = createOutbound({ practice, onRequest });
  closers.push(outbound.close);
  const vendorOutbound = openVendorOutbound(config, { onRequest, database: db.address });
  closers.push(vendorOutbound.close);
  const storage = await openStorage(config.storage);
  watchVendors({ metrics, db, config });
  return { ...opened, queue, live, mail, metrics, storage, outbound, vendorOutbound };
}

async function startWeb(ctx: Context, webFolder: string | undefined, closers: (() => unknown)[]): Promise<string> {
  const { host, port, siteUrl } = ctx.config.web;
  const practiceGoogle = await startPracticeGoogle(authOf(ctx));
  if (practiceGoogle) closers.push(practiceGoogle.stop);
  const closing = new AbortController();
  const app = createApp(ctx, { webFolder, closing: closing.signal });
  const server = await listenAt(app.fetch, { host, port });
  closers.push(() => {
    closing.abort();
    return server.stop(finishAnswersMs);
  });
  return port === 0 ? siteUrl.replace(/:0$/, `:${server.port}`) : siteUrl;
}
