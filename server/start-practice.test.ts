import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { crawlIndexJob } from './engine/index/crawl.job.ts';
import { crawlIndex } from './jobs.ts';
import { loadConfig } from './platform/config.ts';
import { OperatorError } from './platform/operator-error.ts';
import { enqueuePracticeCrawl, keepPracticePorts, startPractice } from './start-practice.ts';
import { createTestApp } from './test/app.ts';
import { countWaitingForLock } from './test/database.ts';

const log = pino({ level: 'silent' });

/** The settings of a Zeus with a home folder of its own. */
function practiceConfig() {
  const home = mkdtempSync(join(tmpdir(), 'zeus-practice-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  return loadConfig({ NODE_ENV: 'test', ZEUS_HOME: home, ZEUS_SECRET: randomUUID(), PRACTICE: 'on' });
}

test('the practice web keeps its ports over a restart', async () => {
  const config = practiceConfig();
  const first = await startPractice(config, log);
  if (first) keepPracticePorts(config, first);
  await first?.stop();
  const again = await startPractice(config, log);
  await again?.stop();
  expect(again).toMatchObject({ port: first?.port, smtpPort: first?.smtpPort, dnsPort: first?.dnsPort });
});

test('its sites are crawled once, those that are missing later on, and all of them after a move to another port', async () => {
  const at = (port: number) => ['golf', 'garden'].map((name) => `http://${name}.localhost:${port}/`);
  const practice = { port: 4000, smtpPort: 4001, dnsServer: '127.0.0.1:4002', metricsUrl: 'http://127.0.0.1:4000/' };
  const zeus = await createTestApp({ env: { PRACTICE: 'on' } });
  onTestFinished(zeus.close);
  const { kysely, sql } = zeus.ctx.db;
  /** Starts Zeus with these sites; returns what is to be crawled. */
  const enqueued = async (sites: string[]) => {
    await enqueuePracticeCrawl({ ...zeus.ctx, practice: { ...practice, sites } });
    const jobs = await kysely.deleteFrom('jobs').where('name', '=', crawlIndex.name).returning('payload').execute();
    return jobs.map(({ payload }) => payload);
  };
  expect(await enqueued(at(4000))).toEqual([{ urls: at(4000) }]);
  await sql`insert into index_domains (name, crawled_at) values ('golf.localhost', now()), ('garden.localhost', now())`;
  await sql`insert into index_pages (url, domain_id)
    select 'http://golf.localhost:4000/', id from index_domains where name = 'golf.localhost'`;
  expect(await enqueued(at(4000))).toEqual([]);
  const added = 'http://hosting.localhost:4000/';
  expect(await enqueued([...at(4000), added])).toEqual([{ urls: [added] }]);
  expect(await enqueued(at(5000))).toEqual([{ urls: at(5000) }]);
  expect(await sql`select from index_domains`).toHaveLength(0);
});

test('once the practice web is off, a crawl of its sites that still waited in the queue does nothing', async () => {
  const zeus = await createTestApp({ env: { PRACTICE: 'off' } });
  onTestFinished(zeus.close);
  const crawl = crawlIndexJob(zeus.ctx, { job: crawlIndex, orderRating: async () => {} });
  const call = { log, signal: new AbortController().signal, attempt: 1 };
  await crawl.run({ urls: ['http://golf.localhost:4000/', 'http://garden.localhost:4000/'] }, call);
  expect(await zeus.ctx.db.sql`select from index_domains`).toHaveLength(0);
  expect(await zeus.ctx.db.sql`select from jobs where name = ${crawlIndex.name}`).toHaveLength(0);
});

test('its sites are deleted even while a crawl is adding a page to one of them', async () => {
  const zeus = await createTestApp({ env: { PRACTICE: 'off' } });
  onTestFinished(zeus.close);
  const { db } = zeus.ctx;
  await db.sql`insert into index_domains (name) values ('golf.localhost'), ('golf.example')`;
  const added = Promise.withResolvers<void>();
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const crawl = db.kysely.transaction().execute(async (tx) => {
    await sql`insert into index_pages (url, domain_id)
      select 'http://golf.localhost:4000/', id from index_domains where name = 'golf.localhost'`.execute(tx);
    added.resolve();
    await committed;
  });
  await added.promise;
  const forgotten = enqueuePracticeCrawl(zeus.ctx);
  await expect.poll(() => countWaitingForLock(db), { timeout: 30_000 }).toBe(1);
  commit();
  await Promise.all([crawl, forgotten]);
  expect(await db.sql`select name from index_domains`).toEqual([{ name: 'golf.example' }]);
  expect(await db.sql`select from index_pages`).toHaveLength(0);
});

test.each([['{"port":'], ['null'], ['{"port":"many","smtpPort":1,"dnsPort":1}'], ['{"port":70000}'], ['']])(
  'a damaged practice.json (%s) is left unchanged, and the message says what to do',
  async (text) => {
    const config = practiceConfig();
    const file = join(config.home, 'practice.json');
    writeFileSync(file, text);
    const error = await startPractice(config, log).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toContain(`Zeus cannot read ${file} (it is damaged)`);
    expect(String(error)).toContain('delete it');
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);
