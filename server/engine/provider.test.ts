import { describe, expect, test } from 'vitest';
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

test('all failed: reports the shortest wait and whether to retry', async () => {
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

test('one that knows little does not prove that nothing is there when the others could not look', async () => {
  const little = { ...finds('own', null), knowsLittle: true };
  await expect(ask(fails('a'), little)).rejects.toMatchObject({ source: 'a' });
  expect(await ask(fails('a'), little, finds('b', null))).toBeNull();
  expect(await ask(little)).toBeNull();
});

describe('one that knows little found something after another failed', () => {
  const little = { ...finds('own', 'little'), knowsLittle: true };
  const askAndWait = (...providers: ReturnType<typeof finds>[]) =>
    firstThatFinds(providers, { ...call, canWait: true }, (one) => one.ask());

  test('it is enough only if the caller cannot wait, or waiting is useless', async () => {
    expect(await ask(fails('a'), little)).toBe('little');
    expect(await askAndWait(fails('a', { retryable: false }), little)).toBe('little');
    expect(await askAndWait(little, fails('a'))).toBe('little');
    await expect(askAndWait(fails('a', { retryAfterSeconds: 60 }), little)).rejects.toMatchObject({
      ...{ source: 'a', retryable: true, retryAfterSeconds: 60 },
    });
  });

  test('a failure without a time to ask again gets one, so that waiting costs no attempt', async () => {
    await expect(askAndWait(fails('a'), little)).rejects.toMatchObject({ retryAfterSeconds: 10 });
    await expect(askAndWait(fails('a'), { ...little, ask: async () => null })).rejects.toMatchObject({
      retryAfterSeconds: undefined,
    });
  });

  test('it is enough if one that knows the web could look, and the next that finds more wins', async () => {
    expect(await askAndWait(fails('a'), finds('b', null), little)).toBe('little');
    expect(await askAndWait(fails('a'), little, finds('b', null))).toBe('little');
    expect(await askAndWait(fails('a'), little, finds('b', 'much'))).toBe('much');
  });
});

test('while one is still working on the question, no other is asked and paid', async () => {
  const pending = {
    source: 'a',
    ask: () => Promise.reject(new ProviderError('a', 'in its queue', { kind: 'pending', retryAfterSeconds: 5 })),
  };
  const never = { source: 'b', ask: () => Promise.reject(new Error('asked in vain')) };
  await expect(ask(pending, never)).rejects.toMatchObject({ kind: 'pending', retryAfterSeconds: 5 });
});

test('all need the operator: so does the whole, and nothing is logged again', async () => {
  warned.length = 0;
  const broke = (source: string, kind: 'auth' | 'quota' | 'bad_request') => ({
    source,
    ask: () => Promise.reject(new ProviderError(source, 'no', { kind })),
  });
  await expect(ask(broke('a', 'auth'), broke('b', 'quota'))).rejects.toMatchObject({ kind: 'auth', retryable: false });
  expect(warned).toEqual([]);
  await expect(ask(broke('a', 'bad_request'), broke('b', 'quota'))).rejects.toMatchObject({ kind: 'quota' });
});
