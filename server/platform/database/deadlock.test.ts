import { expect, test } from 'vitest';
import { againAfterDeadlock } from './deadlock.ts';

function failing(times: number, code: string) {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs <= times) throw Object.assign(new Error('ended'), { code });
    return runs;
  };
  return { run, runs: () => runs };
}

test('retries a deadlock a few times', async () => {
  expect(await againAfterDeadlock(failing(4, '40P01').run)).toBe(5);
  const forever = failing(99, '40P01');
  await expect(againAfterDeadlock(forever.run)).rejects.toThrow('ended');
  expect(forever.runs()).toBe(5);
});

test('does not retry other failures', async () => {
  const wrong = failing(1, '23505');
  await expect(againAfterDeadlock(wrong.run)).rejects.toThrow('ended');
  expect(wrong.runs()).toBe(1);
});
