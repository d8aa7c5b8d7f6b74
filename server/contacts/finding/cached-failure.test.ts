// The second search at a site or mail server that could not be looked at meets what the first one left in the cache. It
// must end as soon as the first, and not wait for what is left of a pause that the first did not wait for.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { explainUnverified } from '../../engine/finding/explain-unverified.ts';
import { studySite } from '../../engine/finding/study-site.ts';
import { createPageFetcher } from '../../engine/pages/fetch-page.ts';
import { unknown } from '../../engine/verification/own/judge-outcome.ts';
import { call } from '../../engine/verification/test/verifying.ts';
import type { RetryReason } from '../../engine/verification/verification.ts';
import { createAddressVerifier } from '../../engine/verification/verify-address.ts';
import type { Practice } from '../../platform/context.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

import { nextTry } from './retry-limits.ts';

const practice = { practice: {} as Practice };
const live = {};
let clock = 0;

test('a site whose name could not be looked up', async () => {
  let lookups = 0;
  const resolve = async () => {
    lookups += 1;
    throw new Error('no name server answers');
  };
  const outbound = createOutbound({ resolve });
  onTestFinished(() => outbound.close());
  const fetcher = createPageFetcher({ outbound, userAgent: 'test', pauseMs: 0, now: () => clock });
  const search = async (url: string) => {
    const { page } = await studySite(fetcher, url);
    if (page.kind !== 'unreached') throw new Error(`the page ended as ${page.kind}`);
    return page;
  };
  clock = 0;
  const first = await search('https://golf-news.com/one');
  // A minute before the failure is forgotten.
  clock = 540_000;
  const second = await search('https://golf-news.com/two');
  expect(lookups).toBe(1);
  expect([first.retryAfterSeconds, second.retryAfterSeconds]).toEqual([600, 60]);
  expect(nextTry(practice, first, undefined)).toBeUndefined();
  expect(nextTry(practice, second, undefined)).toBeUndefined();
  // If the first waits, the second does too, but only for the rest.
  expect(nextTry(live, first, undefined)?.afterSeconds).toBe(600);
  expect(nextTry(live, second, undefined)?.afterSeconds).toBe(60);
});

describe('a mail server', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());

  test.each<RetryReason>(['dns-failed', 'unreachable', 'no-answer', 'blocked'])('that is %s', async (reason) => {
    const now = () => new Date(Date.UTC(2030, 0, 1) + clock);
    const finding = unknown(reason, { at: now().toISOString() });
    const verifier = { source: 'own', verify: async () => finding };
    const { verifyAddress } = createAddressVerifier({ db: db.kysely, verifiers: [verifier], now });
    const search = async () => {
      const why = explainUnverified(await verifyAddress(`${reason}@site.example`, call), 'site.example');
      if (!why) throw new Error('the mail server was asked');
      return why;
    };
    clock = 0;
    const first = await search();
    clock = ((first.retryAfterSeconds ?? 0) - 60) * 1000;
    const second = await search();
    expect(second.retryAfterSeconds).toBe(60);
    expect(nextTry(practice, first, undefined)).toBeUndefined();
    expect(nextTry(practice, second, undefined)).toBeUndefined();
  });
});
