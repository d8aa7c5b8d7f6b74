import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

test('rejects every password without a hash, and wrong passwords', async () => {
  const hasher = createPasswordHasher(cheap);
  const kept = await hasher.hash('right');
  expect(await hasher.matches(null, 'right')).toBe(false);
  expect(await hasher.matches(undefined, '')).toBe(false);
  expect(await hasher.matches(kept, 'wrong')).toBe(false);
  expect(await hasher.matches(kept, 'right')).toBe(true);
});

test('hashes with argon2id at the recommended cost, salted', async () => {
  const hasher = createPasswordHasher();
  const [one, two] = await Promise.all([hasher.hash('same'), hasher.hash('same')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(hasher.isOutdated(one)).toBe(false);
  expect(createPasswordHasher(cheap).isOutdated(one)).toBe(true);
});

test('a flood waits in a queue, and beyond it is refused with 429', async () => {
  const hasher = createPasswordHasher(cheap);
  const results = await Promise.allSettled(Array.from({ length: 150 }, () => hasher.hash('x')));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(results.length - refused.length).toBeGreaterThanOrEqual(102);
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
  expect(await hasher.hash('the line is free again')).toMatch(/^\$argon2id/);
});

test('a failing hash frees its place', async () => {
  const hasher = createPasswordHasher(cheap);
  for (let n = 0; n < 5; n += 1) await expect(hasher.matches('not a hash', 'x')).rejects.toThrow();
  expect(await hasher.hash('still works')).toMatch(/^\$argon2id/);
});
