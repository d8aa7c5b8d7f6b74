// A campaign whose worker is killed ten times (thirty in a long run), in every step, next to an undisturbed one: the same rows,
// the same ledger.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryAbandonedJobs } from '../../test/abandoned-jobs.ts';
import { outcomeOf } from '../../test/campaign-outcome.ts';
import { isLongRun, randomNumbers, seed } from '../../test/long-run.ts';
import { createPracticeApp, type PracticeApp } from '../../test/practice-app.ts';

/** Kills in each of the three steps; the first two are short. */
const killsInStep = isLongRun ? [4, 6, 20] : [1, 3, 6];
const longestLifeMs = [120, 250, 600];
const kept = 40;
const script = fileURLToPath(new URL('../../test/campaign-worker.ts', import.meta.url));
/** Halves a worker's load time, as in main.ts. */
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
let zeus: PracticeApp;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  zeus = await createPracticeApp({ work: false });
}, 180_000);
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await zeus?.close();
});

/** A worker process that has loaded everything and starts working on command. */
function loadWorker(): ChildProcess {
  const { address } = zeus.ctx.db;
  const worker = spawn(process.execPath, ['--no-warnings', script], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      TEST_WORKER: JSON.stringify({ address, practice: zeus.ctx.practice }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  workers.add(worker);
  return worker;
}

async function startWork(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`the worker ended with ${code}`)));
  if (worker.stdout) await Promise.race([once(worker.stdout, 'data'), ended]);
  ended.catch(() => {});
  worker.stdin?.write('go\n');
}

async function kill(worker: ChildProcess): Promise<void> {
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  workers.delete(worker);
  await retryAbandonedJobs(zeus.ctx.db);
}

const isSettled = async (campaignId: string) => {
  const [row] = await zeus.ctx.db.sql`select 1 from requests where id = ${campaignId} and step_started_at is null`;
  return row !== undefined;
};

/** The steps of a campaign, each started the way a user does and then left to `work`. */
async function playCampaign(work: (campaignId: string, step: number) => Promise<void>) {
  const user = await zeus.newUser({ backlink: 500, email: 500 });
  const post = (path: string, json: unknown) => zeus.post(`/api/campaign/${path}`, user.token, json);
  const { json } = await post('new', { keyword: 'Best Golf Courses In America' });
  const campaignId: string = json.id;
  await work(campaignId, 0);
  await zeus.ctx.db.sql`update search_results set keep = true where requests_id = ${campaignId} and position <= 60`;
  expect((await post('get-backlinks', { campaignId, limit: 50 })).status).toBe(200);
  await work(campaignId, 1);
  await zeus.ctx.db.sql`update backlinks set keep = true where id in (
    select id from backlinks where requests_id = ${campaignId} order by domain_rating desc, url_from limit ${kept})`;
  expect((await post('get-emails', { campaignId, mode: 'author' })).status).toBe(200);
  await work(campaignId, 2);
  return outcomeOf(zeus.ctx.db, { userId: user.id, campaignId });
}

test('killed again and again: the same rows and the same ledger', async () => {
  const random = randomNumbers();
  let next = loadWorker();
  const moments: string[] = [`seed ${seed}`];

  const disturbed = await playCampaign(async (campaignId, step) => {
    for (let count = 0; count < (killsInStep[step] ?? 0); count++) {
      const worker = next;
      await startWork(worker);
      next = loadWorker();
      const life = random() * (longestLifeMs[step] ?? 0);
      await wait(life);
      moments.push(`step ${step} after ${Math.round(life)} ms${(await isSettled(campaignId)) ? ' (done)' : ''}`);
      await kill(worker);
    }
    const survivor = next;
    await startWork(survivor);
    next = loadWorker();
    await zeus.settled(campaignId, 120_000);
    await kill(survivor);
  });

  // Makes the second campaign ask the mail servers itself.
  await zeus.ctx.db
    .sql`truncate email_verifications, mail_domains, mail_hosts, mail_host_slots, mail_operators, mail_replies`;
  await startWork(next);
  const calm = await playCampaign(async (campaignId) => {
    await zeus.settled(campaignId, 120_000);
  });
  await kill(next);

  expect(calm.backlinks.filter(({ keep }) => keep).length).toBe(kept);
  expect(calm.contacts.length).toBeGreaterThan(kept);
  expect(disturbed, moments.join('\n')).toEqual(calm);
}, 1_800_000);
