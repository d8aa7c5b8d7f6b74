import { expect, test } from 'vitest';
import { createHostGate } from './host-gate.ts';

const never = new AbortController().signal;

test('hands slots on in order and forgets idle hosts', async () => {
  const gate = createHostGate(1);
  const entered: number[] = [];
  const leave = await gate.enter('a.com', never);
  const waiting = [1, 2, 3].map((i) =>
    gate.enter('a.com', never).then((done) => {
      entered.push(i);
      done();
    }),
  );
  expect(entered).toEqual([]);
  leave();
  leave();
  await Promise.all(waiting);
  expect(entered).toEqual([1, 2, 3]);
  expect(gate.size).toBe(0);
});

test('skips a caller that gives up waiting', async () => {
  const gate = createHostGate(1);
  const leave = await gate.enter('a.com', never);
  const abort = new AbortController();
  const impatient = gate.enter('a.com', abort.signal);
  const patient = gate.enter('a.com', never);
  abort.abort(new Error('too long'));
  await expect(impatient).rejects.toThrow('too long');
  leave();
  (await patient)();
  expect(gate.size).toBe(0);
});

test('many hosts leave nothing behind', async () => {
  const gate = createHostGate(2);
  const leaves = await Promise.all(Array.from({ length: 1_000 }, (_, i) => gate.enter(`host${i}.com`, never)));
  expect(gate.size).toBe(1_000);
  for (const leave of leaves) leave();
  expect(gate.size).toBe(0);
});
