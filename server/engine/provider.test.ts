import { expect, test } from 'vitest';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { type Call, firstThatFinds, ProviderError } from './provider.ts';

const warned: unknown[] = [];
const call: Call = { outbound: createOutbound(), log: { warn: (entry: unknown) => warned.push(entry) } };
const finds = (source: string, value: string | null) => ({ source, ask: async () => value });
const fails = (source: string, options?: { retryable?: boolean; retryAfterSeconds?: number }) => ({
  source,
  ask: async (): Promise<string | null> => {
    throw new ProviderError(source, 'is down', options);
  },
});
const ask = (...providers: ReturnType<typeof finds>[]) => firstThatFinds(providers, call, (one) => one.ask());

test('all failed: the caller is told, with the shortest wait and whether to come back', async () => {
  await expect(ask(fails('a', { retryAfterSeconds: 60 }), fails('b', { retryAfterSeconds: 9 }))).rejects.toMatchObject({
    name: 'ProviderError',
    message: 'a: is down b: is down',
    retryable: true,
    retryAfterSeconds: 9,
  });
  await expect(ask(fails('a', { retryable: false }))).rejects.toMatchObject({ source: 'a', retryable: false });
});

test('one failed and another found nothing: nothing is there', async () => {
  expect(await ask(fails('a'), finds('b', null))).toBeNull();
  expect(warned.length).toBeGreaterThan(0);
});

test('the first that finds wins, and the others are not asked', async () => {
  const never = { source: 'c', ask: () => Promise.reject(new Error('asked in vain')) };
  expect(await ask(finds('a', null), finds('b', 'here'), never)).toBe('here');
  expect(await ask(fails('a'), finds('b', 'here'))).toBe('here');
});

test('no provider at all finds nothing; a defect is not a failure to look', async () => {
  expect(await ask()).toBeNull();
  const broken = { source: 'a', ask: () => Promise.reject(new TypeError('defect')) };
  await expect(ask(broken, finds('b', 'here'))).rejects.toThrow('defect');
});
