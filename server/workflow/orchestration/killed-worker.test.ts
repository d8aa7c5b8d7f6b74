// A campaign whose worker is killed ten times (thirty in a long run), in every step, next to an undisturbed one: the same rows,
// the same ledger.
import { afterAll, expect, test } from 'vitest';
import { freeAbandonedSlots, retryAbandonedJobs } from '../../test/abandoned-jobs.ts';
import { outcomeOf } from '../../test/campaign-outcome.ts';
import { startCampaignWorker } from '../../test/campaign-worker.ts';
import { isLongRun, randomNumbers, seed } from '../../test/long-run.ts';
import { practiceAppForTests } from '../../test/practice-app.ts';
import { startWorkerProcess, type WorkerProcess } from '../../test/worker-process.ts';

/** Kills in each of the three steps; the first two are short. */
const killsInStep = isLongRun ? [4, 6, 20] : [1, 3, 6];
/** The latest statement at which a worker dies: few enough for each step to outlast its kills. */
const latestStatement = [20, 40, 90];
const kept = 12;
const zeus = practiceAppForTests({ work: false });
const workers = new Set<WorkerProcess>();

afterAll(async () => {
  for (const worker of workers) await worker.kill();
});

/** A worker that loads everything and waits for its command to work. */
function loadWorker(): WorkerProcess {
  const { db, practice } = zeus.ctx;
  if (!practice) throw new Error('there is no practice web');
  const worker = startWorkerProcess({ address: db.address, practice });
  workers.add(worker);
  return worker;
}

/** Does what the user does in each step and leaves the rest to `work`. */
async function playCampaign(work: (step: number, begin: () => Promise<string>) => Promise<void>) {
  const user = await zeus.newUser({ backlink: 500, email: 500 });
  const post = (path: string, json: unknown) => zeus.post(`/api/campaign/${path}`, user.token, json);
  let campaignId = '';
  await work(0, async () => {
    campaignId = (await post('new', { keyword: 'Best Golf Courses In America' })).json.id;
    return campaignId;
  });
  await zeus.ctx.db.sql`update search_results set keep = true where requests_id = ${campaignId} and position <= 40`;
  await work(1, async () => {
    expect((await post('get-backlinks', { campaignId, limit: 50 })).status).toBe(200);
    return campaignId;
  });
  await zeus.ctx.db.sql`update backlinks set keep = true where id in (
    select id from backlinks where requests_id = ${campaignId} order by domain_rating desc, url_from limit ${kept})`;
  await work(2, async () => {
    expect((await post('get-emails', { campaignId, mode: 'author' })).status).toBe(200);
    return campaignId;
  });
  return outcomeOf(zeus.ctx.db, { userId: user.id, campaignId });
}

test('killed again and again: the same rows and the same ledger', async () => {
  const random = randomNumbers();
  const moments: string[] = [`seed ${seed}`];
  let worker = loadWorker();
  let next = loadWorker();
  worker.work();

  const dieSoon = async (step: number) => {
    const death = { statement: 1 + Math.floor(random() * (latestStatement[step] ?? 0)), isAnswered: random() < 0.5 };
    moments.push(`step ${step}: ${death.isAnswered ? 'after' : 'before'} statement ${death.statement}`);
    await worker.dieAt(death);
  };
  const disturbed = await playCampaign(async (step, begin) => {
    await dieSoon(step);
    const campaignId = await begin();
    for (let count = 1; count <= (killsInStep[step] ?? 0); count++) {
      await worker.closed;
      expect(worker.process.signalCode).toBe('SIGKILL');
      workers.delete(worker);
      await retryAbandonedJobs(zeus.ctx.db);
      await freeAbandonedSlots(zeus.ctx.db);
      worker = next;
      if (count < (killsInStep[step] ?? 0)) await dieSoon(step);
      worker.work();
      if (step < 2 || count < (killsInStep[step] ?? 0)) next = loadWorker();
    }
    await zeus.settled(campaignId, 120_000);
  });
  await Promise.all([worker.kill(), next.kill()]);

  // Makes the second campaign ask the mail servers itself.
  await zeus.ctx.db
    .sql`truncate email_verifications, mail_domains, mail_hosts, mail_host_slots, mail_operators, mail_replies`;
  await startCampaignWorker(zeus.ctx);
  const calm = await playCampaign(async (_, begin) => void (await zeus.settled(await begin(), 120_000)));

  expect(calm.backlinks.filter(({ keep }) => keep).length).toBe(kept);
  expect(calm.contacts.length).toBeGreaterThan(kept);
  expect(disturbed, moments.join('\n')).toEqual(calm);
}, 1_800_000);
