// The whole web server in this process, on a test database: requests go straight into the app, without a network.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type App, type AppOptions, createApp } from '../app.ts';
import { authOf } from '../auth/auth.ts';
import { openSession, sessionBody } from '../auth/sessions/open-session.ts';
import { openVendorOutbound } from '../engine/vendors/all-vendors.ts';
import { loadConfig } from '../platform/config.ts';
import type { Context, Practice } from '../platform/context.ts';
import { openLive } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import { openMail } from '../platform/mail.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { openQueue } from '../platform/queue.ts';
import { openStorage } from '../platform/storage.ts';
import { createUser } from './build.ts';
import { cheapHash } from './cheap-hash.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openForTests } from './for-tests.ts';

export interface TestApp {
  ctx: Context & { db: TestDatabase };
  app: App;
  /** Calls the app with `token` as bearer and `json` as the body. */
  ask(path: string, options?: RequestInit & { token?: string; json?: unknown }): Promise<Response>;
  /** A user with a profile, signed in. */
  newUser(credits?: { backlink?: number; email?: number }): Promise<{ id: string; token: string }>;
  /** Moves the clock of the auth service on. */
  pass(seconds: number): void;
  close(): Promise<void>;
}

export interface TestAppOptions extends AppOptions {
  env?: Record<string, string>;
  practice?: Practice;
  /** Silent unless given. */
  log?: Log;
  /** A database that stays when the app is closed; by default, its own. */
  db?: TestDatabase;
}

/** Everything a request can touch, for all tests of a file. */
export function appForTests(options?: TestAppOptions): TestApp {
  return openForTests(
    () => createTestApp(options),
    (zeus) => zeus.close(),
  );
}

/** Opens everything a request can touch. Close it at the end. */
export async function createTestApp({
  env = {},
  practice,
  db: given,
  log = pino({ level: 'silent' }),
  ...options
}: TestAppOptions = {}): Promise<TestApp> {
  const home = mkdtempSync(join(tmpdir(), 'zeus-app-'));
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ZEUS_HOME: home,
    ZEUS_SECRET: randomUUID(),
    ...env,
  });
  const db = given ?? (await createTestDatabase());
  const queue = await openQueue(db, { log });
  const live = await openLive(db, log);
  const outbound = createOutbound(practice ? { practice } : {});
  const mail = openMail(config.mail, db, log);
  const storage = await openStorage(config.storage);
  const vendorOutbound = openVendorOutbound(config);
  const parts = { config, log, db, queue, live, mail, metrics: createMetrics(), storage, outbound, vendorOutbound };
  const ctx = { ...parts, ...(practice ? { practice } : {}) };
  let ahead = 0;
  authOf(ctx, { hashCost: cheapHash, now: () => new Date(Date.now() + ahead) });
  const app = createApp(ctx, options);
  return {
    ctx,
    app,
    async ask(path, { token, json, headers, ...rest } = {}) {
      const all = new Headers(headers);
      if (token) all.set('authorization', `Bearer ${token}`);
      if (json !== undefined) all.set('content-type', 'application/json');
      return app.request(path, { ...rest, headers: all, body: json === undefined ? rest.body : JSON.stringify(json) });
    },
    async newUser(credits) {
      const id = await createUser(db, credits);
      const auth = authOf(ctx);
      const from = { ip: '127.0.0.1', userAgent: 'test' };
      const opened = await db.kysely
        .transaction()
        .execute((tx) => openSession(auth, tx, { userId: id, method: 'password', from }));
      return { id, token: (await sessionBody(auth, opened)).access_token };
    },
    pass(seconds) {
      ahead += seconds * 1000;
    },
    async close() {
      await queue.stop();
      await live.close();
      await outbound.close();
      await vendorOutbound.close();
      if (!given) await db.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
