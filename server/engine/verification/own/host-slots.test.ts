import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { databaseForTests } from '../../../test/database.ts';
import { startOwnDatabase } from '../../../test/own-database.ts';
import { createHostSlots, type SlotLimits } from './host-slots.ts';

const db = databaseForTests({ poolSize: 20 });

const limits: SlotLimits = { atOnce: 3, pauseMs: 0, waitMs: 60_000, leaseMs: 60_000 };
const worker = (given: Partial<SlotLimits> = {}) =>
  createHostSlots({ db: db.kysely, limits: { ...limits, ...given }, now: () => new Date() });

test('no slot in time: returns null without running the work', async () => {
  const [one, two] = [worker({ atOnce: 1 }), worker({ atOnce: 1, waitMs: 200 })];
  const { promise: held, resolve: finish } = Promise.withResolvers<void>();
  let began = false;
  const first = one.withSlot('mx.full.com', undefined, async () => {
    began = true;
    await held;
    return 'done';
  });
  await expect.poll(() => began, { timeout: 20_000 }).toBe(true);
  const inVain = await two.withSlot('mx.full.com', undefined, () => Promise.reject(new Error('was done')));
  expect(inVain).toBeNull();
  expect(await two.withSlot('mx.other.com', undefined, async () => 'elsewhere')).toBe('elsewhere');
  finish();
  expect(await first).toBe('done');
});

test('the caller’s signal ends the wait', async () => {
  const one = worker({ atOnce: 1 });
  const stop = new AbortController();
  const first = one.withSlot('mx.stop.com', undefined, async () => {
    const second = one.withSlot('mx.stop.com', { signal: stop.signal }, async () => 'never');
    stop.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
  });
  await first;
  expect(await one.withSlot('mx.stop.com', undefined, async () => 'free')).toBe('free');
});

test('the slot of a dead worker becomes free when its lease ends', async () => {
  const dead = worker({ atOnce: 1, leaseMs: 300 });
  void dead.withSlot('mx.dead.com', undefined, () => new Promise(() => undefined));
  await expect
    .poll(() => db.kysely.selectFrom('mail_host_slots').select('slot').where('operator', '=', 'dead.com').execute(), {
      timeout: 20_000,
    })
    .toHaveLength(1);
  expect(await worker({ atOnce: 1 }).withSlot('mx.dead.com', undefined, async () => 'mine')).toBe('mine');
});

test('a failure releases the slot', async () => {
  const one = worker({ atOnce: 1 });
  await expect(one.withSlot('mx.fail.com', undefined, () => Promise.reject(new Error('broke')))).rejects.toThrow(
    'broke',
  );
  expect(await one.withSlot('mx.fail.com', undefined, async () => 'free')).toBe('free');
});

test('releases the slot even if the database restarts in between', { timeout: 180_000 }, async () => {
  const own = await startOwnDatabase();
  onTestFinished(async () => {
    await own.db.close();
    await own.server.stop();
  });
  // Both the wait and the lease are longer than this test may run.
  const patient = { ...limits, atOnce: 1, waitMs: 600_000, leaseMs: 600_000 };
  const slots = createHostSlots({ db: own.db.kysely, limits: patient, now: () => new Date() });
  const { promise: isAway, resolve: goAway } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const cut = slots.withSlot('mx.away.com', undefined, () => {
    begin();
    return isAway;
  });
  await hasBegun;
  await own.server.restart(async () => {
    goAway();
    await expect(cut).rejects.toSatisfy(isDatabaseUnavailable);
  });
  expect(await slots.withSlot('mx.away.com', undefined, async () => 'mine')).toBe('mine');
});

test('four workers, sixty conversations: never more than three at once', async () => {
  const workers = [worker(), worker(), worker(), worker()];
  let running = 0;
  let most = 0;
  let done = 0;
  const { promise: together, resolve: meet } = Promise.withResolvers<void>();
  const converse = async () => {
    running += 1;
    most = Math.max(most, running);
    if (running > 1) meet();
    // The first waits for a second one; then each takes a moment in which a fourth could come.
    await together;
    await wait(5);
    running -= 1;
    done += 1;
  };
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => workers[i % 4]?.withSlot(`mx${i % 7}.shared.com`, undefined, converse)),
  );
  expect(done).toBe(60);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(3);
});

test('keeps the pause between two conversations, whichever worker has them', async () => {
  const workers = [worker({ atOnce: 1, pauseMs: 150 }), worker({ atOnce: 1, pauseMs: 150 })];
  const times: { from: number; to: number }[] = [];
  const converse = async () => {
    const from = Date.now();
    await wait(5);
    times.push({ from, to: Date.now() });
  };
  await Promise.all(Array.from({ length: 6 }, (_, i) => workers[i % 2]?.withSlot('mx.pause.com', undefined, converse)));
  const gaps = times.slice(1).map(({ from }, i) => from - (times[i]?.to ?? 0));
  expect(gaps).toHaveLength(5);
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(150);
});
