import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/db.ts';
import { databaseForTests } from '../../test/database.ts';
import { clearUses, deleteFreeLimits, takeUse } from './rate-limits.store.ts';
import '../../test/seeded.ts';

const db = databaseForTests();

const start = new Date('2030-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const limit = { burst: 3, seconds: 10 };
let keys = 0;
const freshKey = () => {
  keys += 1;
  return `test:${keys}`;
};

test('allows a burst, then one per interval, and returns how long to wait', async () => {
  const key = freshKey();
  const take = (seconds: number) => takeUse(db.kysely, { key, limit, now: later(seconds) });
  expect([await take(0), await take(0), await take(0)]).toEqual([0, 0, 0]);
  expect(await take(0)).toBe(10);
  expect(await take(4)).toBe(6);
  expect(await take(10)).toBe(0);
  expect(await take(10)).toBe(10);
  expect(await take(1000)).toBe(0);
});

test('several at once: all or none, and returns when all will be available', async () => {
  const key = freshKey();
  const take = (uses: number, seconds: number) => takeUse(db.kysely, { key, limit, now: later(seconds), uses });
  expect(await take(2, 0)).toBe(0);
  expect(await take(2, 0)).toBe(10);
  expect(await take(1, 0)).toBe(0);
  expect(await take(3, 5)).toBe(25);
  expect(await take(3, 30)).toBe(0);
});

test('processes share a limit: of fifty concurrent uses through two pools, three succeed', async () => {
  const other = openDatabase(db.address, { poolSize: 5 });
  const key = freshKey();
  const waits = await Promise.all(
    Array.from({ length: 50 }, (_, n) => takeUse(n % 2 ? db.kysely : other.kysely, { key, limit, now: start })),
  );
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  await other.close();
});

test('forgets cleared and expired keys', async () => {
  const key = freshKey();
  for (let n = 0; n < 3; n += 1) await takeUse(db.kysely, { key, limit, now: start });
  await clearUses(db.kysely, key);
  expect(await takeUse(db.kysely, { key, limit, now: start })).toBe(0);
  await deleteFreeLimits(db.kysely, later(3600));
  expect(await db.kysely.selectFrom('auth.rate_limits').selectAll().execute()).toEqual([]);
});

describe('property', () => {
  test('never more than burst + elapsed / seconds, and succeeds after the returned wait', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 25 }), async (gaps) => {
        const key = freshKey();
        let clock = 0;
        let taken = 0;
        for (const gap of gaps) {
          clock += gap;
          const wait = await takeUse(db.kysely, { key, limit, now: later(clock) });
          if (wait === 0) taken += 1;
          expect(taken).toBeLessThanOrEqual(limit.burst + clock / limit.seconds);
          if (wait === 0) continue;
          clock += wait;
          expect(await takeUse(db.kysely, { key, limit, now: later(clock) })).toBe(0);
          taken += 1;
        }
      }),
      { numRuns: 20 },
    );
  });
});
