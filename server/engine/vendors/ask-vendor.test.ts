// Paying once, limits across workers, and resting a failing vendor. Each context in a test simulates a worker: desks share
// only the database.
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import type { VendorLimits } from '../../platform/settings/live-sources.ts';
import { databaseForTests, emptyTables } from '../../test/database.ts';
import { ProviderError } from '../provider.ts';
import { askInBatches, type BatchQuestion } from './ask-in-batches.ts';
import { askLater, JobIsGone, type LaterQuestion } from './ask-later.ts';
import { askVendor } from './ask-vendor.ts';
import { askWithDeadline } from './ask-with-deadline.ts';
import { cleanUpVendors } from './clean-up.ts';
import { statusError } from './replies.ts';
import { endOperatorRests, retryAfterCheck } from './rests.store.ts';
import { type Question, type VendorContext, vendorError } from './vendor.ts';

const db = databaseForTests();
const site = siteForTests((_request, response) => {
  asked += 1;
  answer(response);
});
const outbound = outboundForTests(() => ({ origins: [`http://127.0.0.1:${site.port}`], limits: { perHost: 100 } }));
let asked = 0;
/** How the vendor answers. */
let answer: (response: ServerResponse) => void;
const errors: object[] = [];
const good = (response: ServerResponse) => void response.end('"found"');

beforeEach(async () => {
  asked = 0;
  answer = good;
  errors.length = 0;
  await emptyTables(db, ['provider_calls', 'provider_answers', 'provider_usage', 'provider_rests']);
});

const roomy = {
  perSecond: 1000,
  perMinute: 1000,
  concurrent: 100,
  dollarsPerDay: 1,
  dollarsPerMonth: 2,
  dollarsPerUnit: 0.1,
};

function worker(limits: Partial<VendorLimits> = {}): VendorContext {
  const vendor = { source: 'serper' as const, baseUrl: 'https://unused.example', limits: roomy };
  const account = {
    source: 'serper' as const,
    key: 'KEY',
    login: '',
    baseUrl: `http://127.0.0.1:${site.port}`,
    limits,
  };
  return { vendor, account, db: db.kysely, outbound, log: { error: (entry) => void errors.push(entry) } };
}

function question(identity: unknown, more: Partial<Question<string>> = {}): Question<string> {
  return {
    ...{
      capability: 'search',
      identity,
      request: { path: '/' },
      schema: z.string(),
      lifetimeSeconds: 3600,
      maxUnits: 1,
    },
    read(reply) {
      if (reply.status !== 200) throw statusError('serper', reply, 'it said KEY');
      return { answer: z.string().nullable().parse(reply.json), units: 1 };
    },
    ...more,
  };
}

const ask = (identity: unknown, more: Partial<Question<string>> = {}, limits: Partial<VendorLimits> = {}) =>
  askVendor(worker(limits), question(identity, more), {});

const batch: BatchQuestion<string> = {
  ...{ capability: 'metrics', about: 'rating', size: 2, schema: z.string(), lifetimeSeconds: 3600 },
  request: (items) => ({ path: `/?${items.join()}` }),
  read(reply, items) {
    if (reply.status !== 200) throw statusError('serper', reply);
    return { answers: new Map(items.map((item) => [item, z.string().parse(reply.json)])), units: items.length };
  },
  most: (items) => ({ maxUnits: items }),
};

/** What arrives before it fails, if it does. */
async function askBatch(items: string[], limits: Partial<VendorLimits> = {}): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  try {
    for await (const some of askInBatches(worker(limits), batch, items, {}))
      Object.assign(found, Object.fromEntries(some));
  } catch (error) {
    found.error = error;
  }
  return found;
}

const outcomes = () =>
  db.sql<{ outcome: string; dollars: number }[]>`select outcome, dollars from provider_calls order by id`;

describe('paid once', () => {
  test('two workers asking the same question at the same moment share one call', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => void waiting.push(response);
    const asking = Promise.all([ask('a'), ask('a'), ask('b')]);
    while (waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const response of waiting) good(response);
    expect(await asking).toEqual(['found', 'found', 'found']);
    expect(asked).toBe(2);
    expect(await db.sql`select outcome, calls, dollars from provider_usage order by outcome`).toEqual([
      { outcome: 'hit', calls: 1, dollars: 0 },
      { outcome: 'ok', calls: 2, dollars: 0.2 },
    ]);
  });

  test('"nothing found" is stored like any answer; a lifetime of 0 stores nothing', async () => {
    answer = (response) => void response.end('null');
    expect(await ask('a')).toBeNull();
    expect(await ask('a')).toBeNull();
    expect(asked).toBe(1);
    await ask('c', { lifetimeSeconds: 0 });
    await ask('c', { lifetimeSeconds: 0 });
    expect(asked).toBe(3);
  });

  test('an answer with half a character is stored, not paid for again', async () => {
    answer = (response) => void response.end(String.raw`"found \ud83d"`);
    await ask('a');
    expect(await ask('a')).toBe('found \ufffd');
    expect(asked).toBe(1);
  });

  test('an answer that another version of Zeus stored in another form is asked for again', async () => {
    await ask('a');
    await db.sql`update provider_answers set answer = '{"old":"form"}'`;
    expect(await ask('a')).toBe('found');
    expect(await ask('a')).toBe('found');
    expect(asked).toBe(2);
  });

  test('so is one of a batch, and only that one', async () => {
    await askBatch(['a', 'b']);
    await db.sql`update provider_answers set answer = '{"old":"form"}'
      where request_hash = (select min(request_hash) from provider_answers)`;
    expect(await askBatch(['a', 'b'])).toEqual({ a: 'found', b: 'found' });
    expect(await db.sql`select units from provider_calls order by id`).toEqual([{ units: 2 }, { units: 1 }]);
  });

  test('the caller learns what an answer cost, and that a stored one cost nothing', async () => {
    const spent: number[] = [];
    const onSpent = (dollars: number) => void spent.push(dollars);
    await askVendor(worker(), question('a'), { onSpent });
    await askVendor(worker(), question('a'), { onSpent });
    expect(spent).toEqual([0.1]);
  });

  test("while a dead worker's call may still be answered, the job retries later without asking another vendor", async () => {
    await underWay('30 seconds');
    await expect(ask('a')).rejects.toMatchObject({ kind: 'pending', retryAfterSeconds: 5 });
    expect(asked).toBe(0);
  });

  test('a lost call is sent again, and what it may have cost stays in the budget', async () => {
    await underWay('-1 seconds');
    expect(await ask('a')).toBe('found');
    expect(await outcomes()).toEqual([
      { outcome: 'lost', dollars: 0.1 },
      { outcome: 'ok', dollars: 0.1 },
    ]);
  });

  test('a lost call is not sent again if the vendor can still return the answer', async () => {
    await underWay('-1 seconds');
    expect(await ask('a', { recover: async () => 'recovered' })).toBe('recovered');
    expect(await ask('a')).toBe('recovered');
    expect(asked).toBe(0);
    expect(await outcomes()).toMatchObject([{ outcome: 'lost' }, { outcome: 'ok', dollars: 0 }]);
  });

  /** What a worker leaves behind if it dies after its claim: the open call for question `a`. */
  async function underWay(answerIn: string): Promise<void> {
    await ask('a');
    await db.sql`update provider_calls set outcome = 'under_way', answer_by = clock_timestamp() + ${answerIn}::interval`;
    await db.sql`truncate provider_answers, provider_usage`;
    asked = 0;
  }
});

describe('a vendor that is still working on it', () => {
  const working: Partial<Question<string>> = {
    read() {
      throw vendorError('serper', 'pending', 'Not yet.', 5);
    },
  };
  const askAgain = (more: Partial<Question<string>>) => askWithDeadline(worker(), question('a', more), {});

  test('is asked again for ten minutes, then it counts as failed; a late answer is welcome', async () => {
    for (let time = 0; time < 2; time += 1) {
      await expect(askAgain(working)).rejects.toMatchObject({ kind: 'pending', retryAfterSeconds: 5 });
    }
    await db.sql`update provider_calls set at = at - interval '11 minutes'`;
    await expect(askAgain(working)).rejects.toMatchObject({ kind: 'unavailable', retryable: true });
    expect(await db.sql`select from provider_rests`).toEqual([]);
    expect(await askAgain({})).toBe('found');
  });

  test('is asked less often the longer it takes', async () => {
    await askAgain(working).catch(() => undefined);
    await db.sql`update provider_calls set at = at - interval '4 minutes'`;
    const failure = (await askAgain(working).catch((error: unknown) => error)) as ProviderError;
    expect(failure).toMatchObject({ kind: 'pending' });
    expect(failure.retryAfterSeconds).toBeGreaterThanOrEqual(60);
  });

  test('does not count as slow while our own limit keeps us from asking', async () => {
    await askAgain(working).catch(() => undefined);
    await db.sql`update provider_calls set at = at - interval '11 minutes'`;
    await ask('b');
    const limited = askWithDeadline(worker({ perMinute: 1 }), question('a', working), {});
    await expect(limited).rejects.toMatchObject({ kind: 'pending' });
  });

  test('what is true for a while only is not reused after that', async () => {
    const forAWhile = { read: () => ({ answer: 'not sure', units: 1, lifetimeSeconds: 60 }) };
    await ask('a', forAWhile);
    await ask('b', { ...forAWhile, lifetimeSeconds: 30 });
    const kept = await db.sql`select extract(epoch from expires_at - now()) between 31 and 60 as "isMinute"
      from provider_answers order by expires_at`;
    expect(kept).toEqual([{ isMinute: false }, { isMinute: true }]);
  });
});

describe('a job at the vendor', () => {
  /** How the vendor answers about the job; it counts the jobs that it has started. */
  let result: (job: string) => string;
  let started = 0;
  const later = (identity: string): LaterQuestion<{ found: string }> => ({
    ...{ capability: 'people', identity, request: { path: '/start' }, lifetimeSeconds: 3600, maxUnits: 1 },
    schema: z.object({ found: z.string() }),
    read() {
      started += 1;
      return { answer: { job: `${identity}${started}` }, units: 0 };
    },
    resultRequest: () => ({ path: '/result' }),
    readResult: () => ({ answer: { found: result(identity) }, units: 1 }),
  });
  const askFor = (identity: string) => askLater(worker(), later(identity), {});

  beforeEach(() => {
    started = 0;
  });

  test.each(['quota', 'unavailable'] as const)('that ended without a result (%s) is started again', async (kind) => {
    result = () => {
      throw new JobIsGone('serper', 'It ended.', { kind });
    };
    await expect(askFor('a')).rejects.toMatchObject({ kind });
    await db.sql`truncate provider_rests`;
    result = (job) => job;
    expect(await askFor('a')).toEqual({ found: 'a' });
    expect(started).toBe(2);
  });

  test('is paid for once as long as answers are kept, though jobs are forgotten after a day', async () => {
    result = (job) => job;
    const week = { ...later('a'), lifetimeSeconds: 7 * 86_400 };
    await askLater(worker(), week, {});
    await db.sql`update provider_answers set expires_at = expires_at - interval '25 hours'`;
    expect(await askLater(worker(), week, {})).toEqual({ found: 'a' });
    expect(started).toBe(1);
  });

  test('is kept while the vendor rests because another job has ended', async () => {
    result = () => {
      throw vendorError('serper', 'pending', 'Not yet.', 5);
    };
    await expect(askFor('a')).rejects.toMatchObject({ kind: 'pending' });
    result = () => {
      throw new JobIsGone('serper', 'It ended.', { kind: 'quota' });
    };
    await expect(askFor('b')).rejects.toMatchObject({ kind: 'quota' });
    await expect(askFor('a')).rejects.toMatchObject({ kind: 'quota' });
    await db.sql`truncate provider_rests`;
    result = (job) => job;
    expect(await askFor('a')).toEqual({ found: 'a' });
    expect(started).toBe(2);
  });
});

describe('limits', () => {
  test('a batch that cannot be sent leaves the stored answers', async () => {
    await askBatch(['a', 'b']);
    expect(await askBatch(['a', 'b', 'c'], { dollarsPerDay: 0 })).toMatchObject({
      ...{ a: 'found', b: 'found' },
      error: { kind: 'quota' },
    });
  });

  test('calls per minute and concurrent calls are counted across all workers', async () => {
    const perMinute = { perMinute: 2 };
    await ask('a', {}, perMinute);
    await ask('b', {}, perMinute);
    const failure = await ask('c', {}, perMinute).catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'pending', retryable: true });
    expect((failure as ProviderError).retryAfterSeconds).toBeGreaterThan(30);
    expect(asked).toBe(2);
  });

  test('waits for a slot that frees up soon', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => void waiting.push(response);
    const asking = Promise.allSettled(['a', 'b', 'c'].map((one) => ask(one, {}, { concurrent: 1 })));
    while (waiting.length < 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(1);
    answer = good;
    for (const response of waiting) good(response);
    // On a busy machine one of them may have been asked to come back later.
    for (const one of await asking) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'pending' });
      else expect(one.value).toBe('found');
    }
    expect(asked).toBeGreaterThan(0);
  });

  test('calls under way count against the budget, so it is never exceeded', async () => {
    const budget = { dollarsPerDay: 0.25 };
    const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map((one) => ask(one, {}, budget)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(asked).toBe(2);
    await expect(ask('e', {}, { dollarsPerMonth: 0.2 })).rejects.toMatchObject({ kind: 'quota', retryable: false });
  });
});

describe('a vendor that fails', () => {
  const fails = (status: number, headers: Record<string, string> = {}) => {
    answer = (response) => void response.writeHead(status, headers).end('{}');
  };

  test('rests after the third failure in a row, not after the first', async () => {
    fails(503);
    for (const one of ['a', 'b', 'c']) await expect(ask(one)).rejects.toMatchObject({ kind: 'unavailable' });
    const failure = await ask('d').catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'unavailable', retryable: true });
    expect((failure as ProviderError).retryAfterSeconds).toBeGreaterThan(10);
    expect(asked).toBe(3);
    await db.sql`update provider_rests set until = clock_timestamp()`;
    answer = good;
    expect(await ask('d')).toBe('found');
    expect(await db.sql`select from provider_rests`).toEqual([]);
  });

  test('calls that fail together count as one failure, and after a rest a single call probes the vendor', async () => {
    const waiting: ServerResponse[] = [];
    answer = (response) => void waiting.push(response);
    const together = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((one) => ask(one)));
    while (waiting.length < 5) await new Promise((resolve) => setImmediate(resolve));
    for (const response of waiting.splice(0)) response.writeHead(503).end('{}');
    await together;
    expect(await db.sql`select failures from provider_rests`).toEqual([{ failures: 3 }]);
    await db.sql`update provider_rests set until = clock_timestamp()`;
    const again = Promise.allSettled([ask('a'), ask('b')]);
    while (waiting.length < 1) await new Promise((resolve) => setImmediate(resolve));
    await waitForLock();
    expect(waiting).toHaveLength(1);
    answer = good;
    for (const response of waiting) good(response);
    await again;
    expect(await db.sql`select from provider_rests`).toEqual([]);
  });

  /** Claims are decided one at a time: once this one is refused, all earlier ones have been decided. */
  const waitForLock = () => ask('z', {}, { dollarsPerDay: 0 }).catch(() => undefined);

  test('Retry-After is honored', async () => {
    fails(429, { 'retry-after': '120' });
    await expect(ask('a')).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 120 });
    const failure = (await ask('b').catch((error: unknown) => error)) as ProviderError;
    expect(failure.retryAfterSeconds).toBeGreaterThan(100);
    expect(asked).toBe(1);
  });

  test('logs once, without the key, when the operator must act, and is tried again after a restart', async () => {
    fails(402);
    for (const one of ['a', 'b']) await expect(ask(one)).rejects.toMatchObject({ kind: 'quota', retryable: false });
    expect(asked).toBe(1);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(await db.sql`select message from provider_rests`)).toContain('it said [hidden]');
    await endOperatorRests(db.kysely);
    answer = good;
    expect(await ask('b')).toBe('found');
  });

  test('rests only for the capability that its plan lacks', async () => {
    const refusal = { kind: 'auth', isOfPlan: true } as const;
    const lacking = {
      capability: 'metrics',
      read() {
        throw new ProviderError('serper', 'Insufficient plan', refusal);
      },
    };
    for (const one of ['a', 'b']) await expect(ask(one, lacking)).rejects.toMatchObject({ kind: 'auth' });
    expect(asked).toBe(1);
    expect(errors).toHaveLength(1);
    expect(await ask('a')).toBe('found');
    await expect(ask('b', lacking), 'though other calls succeed').rejects.toMatchObject({ kind: 'auth' });
    expect(asked).toBe(2);
    await retryAfterCheck(db.kysely, 'serper');
    expect(await ask('b', { capability: 'metrics' })).toBe('found');
  });

  test('a capability that its plan lacked is tried again next to other calls', async () => {
    await db.sql`insert into provider_rests (source, reason, message, failures, until)
      values ('serper metrics', 'auth', 'Insufficient plan', 1, now())`;
    const waiting: ServerResponse[] = [];
    answer = (response) => void waiting.push(response);
    const other = ask('a');
    while (waiting.length < 1) await new Promise((resolve) => setImmediate(resolve));
    answer = good;
    expect(await ask('b', { capability: 'metrics' })).toBe('found');
    for (const response of waiting) good(response);
    expect(await other).toBe('found');
  });

  test('does not follow redirects: the target address was not set by the operator', async () => {
    fails(302, { location: 'http://169.254.169.254/' });
    await expect(ask('a')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(asked).toBe(1);
    await expect(outbound.request('http://169.254.169.254/')).rejects.toMatchObject({ code: 'refused' });
    await expect(outbound.request('https://serper.example/')).rejects.toMatchObject({ code: 'refused' });
  });
});

test('removes old answers and calls, and keeps the sums', async () => {
  await ask('a');
  await ask('b');
  await db.sql`update provider_answers set expires_at = now() - interval '1 second'`;
  await db.sql`update provider_calls set at = now() - interval '100 days' where id = (select min(id) from provider_calls)`;
  await cleanUpVendors(db.kysely);
  expect(await db.sql`select from provider_answers`).toEqual([]);
  expect(await outcomes()).toHaveLength(1);
  expect(await db.sql`select calls from provider_usage`).toEqual([{ calls: 2 }]);
});
