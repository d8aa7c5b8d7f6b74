// Workers killed while a paid call is under way: after the vendor has charged but not yet answered, and right after its answer was
// sent. The vendors' bills must be the same as for an undisturbed campaign.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { StandInName } from '../../../practice/vendors/stand-in.ts';
import { outcomeOf } from '../../test/campaign-outcome.ts';
import { campaignSteps } from '../../test/campaign-steps.ts';
import { isLongRun, randomNumbers, seed } from '../../test/long-run.ts';
import { createPracticeApp, type PracticeApp } from '../../test/practice-app.ts';

const script = fileURLToPath(new URL('../../test/campaign-worker.ts', import.meta.url));
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

/** A campaign and the vendors it pays. */
interface Scenario {
  vendors: readonly StandInName[];
  kills: number;
  settings(vendorUrl: string): Record<string, string>;
  /** Does what the user does and lets `work` do the rest; returns the campaign. */
  run(zeus: PracticeApp, token: string, work: (campaignId: string) => Promise<void>): Promise<string>;
}

const urlsOf = (vendorUrl: string, vendors: readonly StandInName[]) => ({
  PRACTICE: vendorUrl,
  VENDOR_URLS: vendors.map((name) => `${name}=${vendorUrl}/${name}`).join(','),
});

const kept = 8;
const backlinks: Scenario = {
  vendors: ['dataforseo', 'ahrefs'],
  kills: 4,
  settings: (vendorUrl) => ({
    ...urlsOf(vendorUrl, backlinks.vendors),
    ...{ DATAFORSEO_LOGIN: 'practice', DATAFORSEO_PASSWORD: 'practice', AHREFS_API_KEY: 'practice' },
    ...{ SEARCH_SOURCES: 'dataforseo', BACKLINK_SOURCES: 'ahrefs', VENDOR_LIMITS: 'ahrefs.dollarsPerDay=1000' },
    // DataForSEO's live calls for figures charge again if the worker dies before it has the answer (docs/going-live.md).
    METRICS_SOURCES: 'ahrefs,own',
  }),
  async run(zeus, token, work) {
    const steps = campaignSteps(zeus);
    const campaignId = await steps.create(token, {});
    await work(campaignId);
    await steps.keep('search-results', token, campaignId, kept);
    await steps.getBacklinks(token, campaignId);
    await work(campaignId);
    return campaignId;
  },
};

/**
 * Partners that answer later: by a queue (Clearout), by a job that is started and asked for (Snov.io, Dropcontact, Voila Norbert), by
 * a call that is repeated (Hunter's 202). Clearout queues people whose names have an even number of letters; those whom it
 * answers at once it would charge for again.
 */
const partners: Scenario = {
  vendors: ['clearout', 'snovio', 'voila-norbert', 'dropcontact', 'hunter'],
  kills: isLongRun ? 12 : 3,
  settings: (vendorUrl) => ({
    ...urlsOf(vendorUrl, partners.vendors),
    ...{ SNOVIO_CLIENT_ID: 'practice', SNOVIO_CLIENT_SECRET: 'practice', CLEAROUT_API_TOKEN: 'practice' },
    ...{ DROPCONTACT_API_KEY: 'practice', VOILA_NORBERT_API_KEY: 'practice', HUNTER_API_KEY: 'practice' },
    PEOPLE_SOURCES: 'clearout,snovio-v2,voila-norbert,dropcontact,hunter',
    VERIFICATION_SOURCES: 'own',
  }),
  async run(zeus, token, work) {
    const { pages } = zeus.practice.world;
    const urls = authors.map((id) => {
      const page = pages.find((one) => one.kind === 'article' && one.authors.length === 1 && one.authors[0]?.id === id);
      if (!page) throw new Error(`${id} has written nothing`);
      return `http://${page.site.host}:${zeus.practice.port}${page.path}`;
    });
    const steps = campaignSteps(zeus);
    const campaignId = await steps.create(token, { campaignType: 'BYOB', backlinks: urls });
    await work(campaignId);
    await zeus.post('/api/campaign/get-emails', token, { campaignId, mode: 'author' });
    await work(campaignId);
    return campaignId;
  },
};

/** Their addresses are printed nowhere. Each of the first five is found by another partner; about the last, Hunter answers 202. */
const authors = [
  ...['priyanka-deshmukhe', 'gaetan-delacourt', 'ilaria-darienzo', 'alistair-marlowe'],
  ...['theodore-ashdown', 'meenakshi-mehrotra'],
];

type Moment = 'charged' | 'answered';

/** By chance, the same for the same seed: at which of the vendors' answers a worker dies, and how. */
function* momentsOf(random: () => number): Generator<Moment | undefined> {
  for (;;) {
    const drawn = random();
    yield drawn < 0.4 ? 'charged' : drawn < 0.6 ? 'answered' : undefined;
  }
}

/** Runs a campaign in worker processes that die at the given moments. */
async function play(scenario: Scenario, moments: Iterator<Moment | undefined>) {
  const { vendors, kills, settings } = scenario;
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
    const { token, id: userId } = await zeus.newUser({ backlink: 500, email: 50 });
    const work = async (campaignId: string) => {
      const state = { isSettled: false };
      const settled = zeus.settled(campaignId, 240_000).finally(() => {
        state.isSettled = true;
      });
      const hurrying = hurry(zeus, state);
      while (!state.isSettled) {
        if (!worker || !isAlive(worker)) {
          await release(zeus);
          worker = startWorker(zeus, settings(zeus.practice.vendorUrl));
        }
        await Promise.race([settled, once(worker, 'exit')]);
      }
      await hurrying;
      await settled;
    };
    const campaignId = await scenario.run(zeus, token, work);
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

function startWorker({ ctx }: PracticeApp, env: Record<string, string>): ChildProcess {
  const options = { address: ctx.db.address, practice: ctx.practice, env };
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
  await ctx.db.sql`update mail_host_slots set busy_until = now() where busy_until > now()`;
  await ctx.db
    .sql`update provider_calls set answer_by = clock_timestamp() - interval '1 second' where outcome = 'under_way'`;
}

test.each([
  ['backlinks', backlinks, () => randomNumbers(6)],
  ['partners', partners, () => randomNumbers()],
] as const)(
  'killed at seeded moments of paid calls for %s: the same bills and the same rows',
  async (...given) => {
    const [, scenario, random] = given;
    const calm = await play(scenario, [][Symbol.iterator]());
    const disturbed = await play(scenario, momentsOf(random()));
    expect(disturbed.killed, `seed ${seed}`).toHaveLength(scenario.kills);
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
  },
  900_000,
);
