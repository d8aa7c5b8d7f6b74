import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { crawlIndex } from './jobs.ts';
import { loadConfig } from './platform/config.ts';
import { OperatorError } from './platform/operator-error.ts';
import { enqueuePracticeCrawl, keepPracticePorts, startPractice } from './start-practice.ts';
import { createTestApp } from './test/app.ts';

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
