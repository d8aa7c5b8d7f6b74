// How long a small campaign takes alone, and next to heavy users: own lists of sites that never respond, contacts of sites
// whose about page never responds, and contacts of hundreds of ordinary sites. The goal: at most twice its time alone, plus 5
// s.
// node bench/fairness.ts [heavy users]
import { setTimeout as wait } from 'node:timers/promises';
import { crawlSites } from '../server/engine/index/crawl/crawl-sites.ts';
import { pageFetcherOf } from '../server/engine/pages/fetcher-of.ts';
import { createTestApp, type TestApp } from '../server/test/app.ts';
import { startCampaignWorker } from '../server/test/campaign-worker.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';
import { startPracticeProcess } from './campaigns/practice-process.ts';

const heavyUsers = Number(process.argv[2] ?? 3);
const giveUpSeconds = 300;

interface User {
  token: string;
}

async function post(zeus: TestApp, { token }: User, path: string, json: object): Promise<{ id: string }> {
  const answer = await zeus.ask(path, { method: 'POST', token, json });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function ownList(zeus: TestApp, user: User, backlinks: string[]): Promise<string> {
  return (await post(zeus, user, '/api/campaign/new', { campaignType: 'BYOB', keyword: 'own', backlinks })).id;
}

async function settled(zeus: TestApp, { token }: User, id: string): Promise<void> {
  const end = performance.now() + giveUpSeconds * 1000;
  while (performance.now() < end) {
    const { step_started_at } = await (await zeus.ask(`/data/requests/${id}`, { token })).json();
    if (step_started_at === null) return;
    await wait(20);
  }
  throw new Error(`A campaign was not done after ${giveUpSeconds} s`);
}

/** Seconds for a list of two pages, and then for their contacts. */
async function smallCampaign(zeus: TestApp, user: User, urls: string[]): Promise<[number, number]> {
  const started = performance.now();
  const id = await ownList(zeus, user, urls);
  await settled(zeus, user, id);
  const read = performance.now();
  await post(zeus, user, '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
  await settled(zeus, user, id);
  return [(read - started) / 1000, (performance.now() - read) / 1000];
}

await withTemporaryDatabase(async (db) => {
  const { practice, pages, stop } = await startPracticeProcess();
  const zeus = await createTestApp({ db, practice });
  const parts = { db: zeus.ctx.db, fetcher: pageFetcherOf(zeus.ctx), outbound: zeus.ctx.outbound, log: zeus.ctx.log };
  await crawlSites(parts, { urls: practice.sites.slice(0, 10) });
  await startCampaignWorker(zeus.ctx);
  const rich = { backlink: 10_000, email: 10_000 };
  const users = await Promise.all(Array.from({ length: heavyUsers }, () => zeus.newUser(rich)));
  const light = await zeus.newUser(rich);
  const silent = (kind: string, count: number, path = '/') =>
    Array.from({ length: count }, () => `http://${crypto.randomUUID()}.${kind}.localhost:${practice.port}${path}`);
  let next = 0;
  // Fresh pages each time, so that nothing is cached.
  const small = () => {
    next += 2;
    return smallCampaign(zeus, light, pages.slice(next - 2, next));
  };
  const show = (name: string, times: [number, number], quiet: [number, number]) =>
    console.log(
      name.padEnd(52) +
        times.map((s, i) => `${s.toFixed(2)} s (limit ${(2 * (quiet[i] ?? 0) + 5).toFixed(1)})`.padStart(24)).join(''),
    );

  console.log(`${heavyUsers} heavy users\n${''.padEnd(52)}${'two pages'.padStart(24)}${'their contacts'.padStart(24)}`);
  await small();
  const quiet = await small();
  show('alone', quiet, quiet);
  for (const user of users) for (let i = 0; i < 3; i++) await ownList(zeus, user, silent('silent', 300));
  show('beside 900 sites a user that never answer', await small(), quiet);
  for (const user of users) {
    const id = await ownList(zeus, user, silent('half-silent', 200, '/article'));
    void settled(zeus, user, id).then(() =>
      post(zeus, user, '/api/campaign/get-emails', { campaignId: id, mode: 'author' }),
    );
  }
  await wait(10_000);
  show('and beside 200 sites a user with a silent /about', await small(), quiet);
  const worker = await zeus.newUser(rich);
  const many = await ownList(zeus, worker, pages.slice(-400));
  await settled(zeus, worker, many);
  await post(zeus, worker, '/api/campaign/get-emails', { campaignId: many, mode: 'author' });
  show('and beside contacts of 400 ordinary pages', await small(), quiet);
  await zeus.close();
  stop();
});
process.exit();
