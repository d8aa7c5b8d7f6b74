// Workers killed while a paid call is under way: after the vendor has charged but not yet answered, and right after its answer was
// sent. The vendors' bills must be the same as for an undisturbed campaign.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { outcomeOf } from '../../test/campaign-outcome.ts';
import { campaignSteps } from '../../test/campaign-steps.ts';
import { createPracticeApp, type PracticeApp } from '../../test/practice-app.ts';

const script = fileURLToPath(new URL('../../test/campaign-worker.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));
const vendors = ['dataforseo', 'ahrefs'] as const;
const kills = 4;
const kept = 8;

const settings = (vendorUrl: string) => ({
  ...{ DATAFORSEO_LOGIN: 'practice', DATAFORSEO_PASSWORD: 'practice', AHREFS_API_KEY: 'practice', PRACTICE: vendorUrl },
  VENDOR_URLS: vendors.map((name) => `${name}=${vendorUrl}/${name}`).join(','),
  ...{ SEARCH_SOURCES: 'dataforseo', BACKLINK_SOURCES: 'ahrefs', VENDOR_LIMITS: 'ahrefs.dollarsPerDay=1000' },
  // DataForSEO's live calls for figures charge again if the worker dies before it has the answer (docs/going-live.md).
  METRICS_SOURCES: 'ahrefs,own',
});

type Moment = 'charged' | 'answered';

/** Deterministic by seed: at which of the vendors' answers a worker dies, and how. */
function* momentsOf(seed: number): Generator<Moment | undefined> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const drawn = state / 2 ** 32;
    yield drawn < 0.4 ? 'charged' : drawn < 0.6 ? 'answered' : undefined;
  }
}

/** Runs a campaign up to its backlinks in worker processes that die at the given moments. */
async function play(moments: Iterator<Moment | undefined>) {
  const zeus = await createPracticeApp({ sites: 0, work: false, env: ({ vendorUrl }) => settings(vendorUrl) });
  const killed: Moment[] = [];
  let worker: ChildProcess | undefined;
  const dying = new Set<ChildProcess>();
  const canDie = () => killed.length < kills && worker !== undefined && isAlive(worker) && !dying.has(worker);
  async function kill(moment: Moment): Promise<void> {
    if (!worker || !canDie()) return;
    killed.push(moment);
    dying.add(worker);
    const gone = once(worker, 'exit');
    worker.kill('SIGKILL');
    await gone;
  }
  zeus.practice.vendors.beforeAnswer(async (_vendor, response) => {
    const moment = canDie() ? moments.next().value : undefined;
    if (moment === 'charged') await kill('charged');
    if (moment === 'answered') response.once('finish', () => void kill('answered'));
  });
  try {
    const { token, id: userId } = await zeus.newUser({ backlink: 500 });
    const steps = campaignSteps(zeus);
    const work = async (campaignId: string) => {
      const state = { isSettled: false };
      const settled = zeus.settled(campaignId, 240_000).finally(() => {
        state.isSettled = true;
      });
      const hurrying = hurry(zeus, state);
      while (!state.isSettled) {
        if (!worker || !isAlive(worker)) {
          await release(zeus);
          worker = startWorker(zeus);
        }
        await Promise.race([settled, once(worker, 'exit')]);
      }
      await hurrying;
      await settled;
    };
    const campaignId = await steps.create(token, {});
    await work(campaignId);
    await steps.keep('search-results', token, campaignId, kept);
    await steps.getBacklinks(token, campaignId);
    await work(campaignId);
    const outcome = await outcomeOf(zeus.ctx.db, { userId, campaignId });
    const { port, vendors: standIns } = zeus.practice;
    const [ledger] = await zeus.ctx.db.sql<{ dollars: number }[]>`select sum(dollars) as dollars from provider_calls`;
    const bills = vendors.map((name) => standIns.bill(name));
    return {
      killed,
      bills,
      dollars: ledger?.dollars,
      outcome: JSON.stringify(outcome).replaceAll(String(port), 'PORT'),
    };
  } finally {
    worker?.kill('SIGKILL');
    await zeus.close();
  }
}

function startWorker(zeus: PracticeApp): ChildProcess {
  const { ctx, practice } = zeus;
  const options = { address: ctx.db.address, practice: ctx.practice, env: settings(practice.vendorUrl) };
  const worker = spawn(process.execPath, ['--no-warnings', script], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, TEST_WORKER: JSON.stringify(options) },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  worker.stdin?.on('error', () => {});
  worker.stdin?.write('go\n');
  return worker;
}

/** Makes jobs scheduled for later run now. */
async function hurry({ ctx }: PracticeApp, state: { isSettled: boolean }): Promise<void> {
  while (!state.isSettled) {
    await ctx.db.sql`update jobs set due_at = now() where state <> 'running' and due_at > now()`;
    await wait(200);
  }
}

const isAlive = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** What other workers see after a while: a dead worker's jobs wait again, and its calls no longer block others. */
async function release({ ctx }: PracticeApp): Promise<void> {
  await ctx.db.sql`update jobs set state = 'retrying', held_until = null, due_at = now() where state = 'running'`;
  await ctx.db
    .sql`update provider_calls set answer_by = clock_timestamp() - interval '1 second' where outcome = 'under_way'`;
}

test('killed at seeded moments of paid calls: the same bills and the same rows', async () => {
  const calm = await play([][Symbol.iterator]());
  const disturbed = await play(momentsOf(5));
  expect(disturbed.killed).toHaveLength(kills);
  expect(disturbed.killed).toContain('charged');
  expect(disturbed.bills.map(({ calls }) => calls)).toEqual(calm.bills.map(({ calls }) => calls));
  for (const [index, { dollars }] of disturbed.bills.entries())
    expect(dollars).toBeCloseTo(calm.bills[index]?.dollars ?? 0, 9);
  expect(disturbed.outcome).toBe(calm.outcome);
  expect(calm.bills.every(({ calls }) => calls > 0)).toBe(true);
  // The ledger counts a lost call at its maximum price, so that budgets hold.
  const paid = calm.bills.reduce((sum, { dollars }) => sum + dollars, 0);
  expect(calm.dollars).toBeCloseTo(paid, 9);
  expect(disturbed.dollars).toBeGreaterThanOrEqual(paid);
}, 900_000);
