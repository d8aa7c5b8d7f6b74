// Killing the Zeus process, or its database.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findSearchResults } from './jobs.ts';
import { startSite } from './platform/outbound/test/site.ts';
import { enqueueJobs } from './platform/queue/enqueue.ts';
import { retryAbandonedJobs } from './test/abandoned-jobs.ts';
import { createCampaign, createUser } from './test/build.ts';
import { startOwnDatabase } from './test/own-database.ts';
import type { ZeusProcess } from './test/zeus-process.ts';
import { databaseOf, readiness, start } from './test/zeus-starter.ts';

const patient = { timeout: 120_000, interval: 100 };

/** Answers its first request when told to, and finds nothing. */
async function startSlowVendor() {
  const { promise: asked, resolve } = Promise.withResolvers<() => void>();
  const requests: string[] = [];
  const site = await startSite((request, response) => {
    requests.push(request.url ?? '');
    resolve(() => void response.end('{"organic":[],"credits":1}'));
  });
  onTestFinished(site.close);
  const env = { SERPER_API_KEY: 'key', SEARCH_SOURCES: 'serper', VENDOR_URLS: `serper=http://127.0.0.1:${site.port}` };
  return { asked, requests, env };
}

async function searchFor(keyword: string, zeus: ZeusProcess): Promise<void> {
  const db = databaseOf(zeus);
  try {
    const userId = await createUser(db);
    const status = 'Waiting for Search Results';
    const campaignId = await createCampaign(db, userId, {
      keyword,
      status,
      search: 'waiting',
      step_started_at: new Date(),
    });
    await enqueueJobs(db.kysely, findSearchResults, [{ campaignId }], { owner: { userId, campaignId } });
  } finally {
    await db.close();
  }
}

async function finishSearch(zeus: ZeusProcess): Promise<void> {
  const db = databaseOf(zeus);
  try {
    await retryAbandonedJobs(db);
    await vi.waitFor(async () => {
      expect(await db.sql`select search from requests`).toEqual([{ search: 'done' }]);
    }, patient);
    expect(await db.sql`select outcome from provider_calls`).toEqual([{ outcome: 'empty' }]);
  } finally {
    await db.close();
  }
}

describe('being killed', { timeout: 300_000 }, () => {
  test('kill -9 of Zeus blocks nothing and pays nothing twice; kill -9 of its database: it starts it again', async () => {
    const vendor = await startSlowVendor();
    const { env } = vendor;
    const killed = await start({ env });
    await searchFor('golf', killed);
    const answer = await vendor.asked;
    await killed.end('SIGKILL');
    // Its database ends with it.
    answer();
    const zeus = await start({ home: killed.home, env });
    expect(await readiness(zeus)).toBe(200);
    await finishSearch(zeus);
    expect(vendor.requests).toHaveLength(1);
    const postmaster = async () => {
      const db = databaseOf(zeus);
      const [row] = await db.sql<
        { pid: string }[]
      >`select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`.finally(db.close);
      return Number(row?.pid);
    };
    const first = await postmaster();
    process.kill(first, 'SIGKILL');
    await vi.waitFor(async () => expect(await postmaster()).not.toBe(first), { timeout: 60_000, interval: 200 });
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(200), { timeout: 40_000, interval: 200 });
    expect(zeus.process.exitCode).toBeNull();
  });

  test('while the database is down: 503 with a code; afterwards Zeus continues', async () => {
    const { server, db } = await startOwnDatabase();
    onTestFinished(server.stop);
    await db.close();
    const { host, user, password, database } = server.address;
    const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const zeus = await start({ env: { DATABASE_URL: url } });
    await server.restart(async () => {
      await vi.waitFor(async () => expect(await readiness(zeus)).toBe(503), { timeout: 20_000 });
      expect(await (await fetch(`${zeus.address}/readyz`)).json()).toMatchObject({ error: 'database-unavailable' });
      expect((await fetch(`${zeus.address}/healthz`)).status).toBe(200);
    });
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(200), { timeout: 40_000 });
    expect(await zeus.end()).toBe(0);
  });
});
