// The order of providers and the shared cache, with test verifiers and a real database.

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { databaseForTests, emptyTables } from '../../test/database.ts';
import { ProviderError } from '../provider.ts';
import { unknown } from './own/judge-outcome.ts';
import { cleanUpVerification } from './stores/clean-up.ts';
import { releaseSlot } from './stores/mail-hosts.store.ts';
import { startMailServer } from './test/mail-server.ts';
import { call, mailTables, ownVerifier } from './test/verifying.ts';
import type { Finding, Verifier } from './verification.ts';
import { createAddressVerifier } from './verify-address.ts';

const db = databaseForTests({ poolSize: 20 });
let clock = 0;
let asked: string[] = [];
const now = () => new Date(Date.UTC(2030, 0, 1) + clock);
const DAY = 24 * 3600_000;

beforeEach(async () => {
  clock = 0;
  asked = [];
  await emptyTables(db, mailTables);
});

const evidence = { at: '2030-01-01T00:00:00.000Z', mxHost: 'mx.a.com', code: 250, text: 'Ok' };
const VALID: Finding = { verdict: 'valid', reason: 'accepted', evidence };
const INVALID: Finding = { verdict: 'invalid', reason: 'no-such-mailbox', evidence };
const CATCH_ALL: Finding = { verdict: 'catch_all', reason: 'accepts-everything', evidence };

const says = (source: string, finding: Finding | Error): Verifier => ({
  source,
  async verify({ address }) {
    asked.push(`${source} ${address}`);
    if (finding instanceof Error) throw finding;
    return finding;
  },
});
const verifierOf = (...verifiers: Verifier[]) => {
  const { verifyAddress } = createAddressVerifier({ db: db.kysely, verifiers, now });
  return (address: string, signal?: AbortSignal, isFresh = false) =>
    verifyAddress(address, { ...call, signal, order: isFresh ? 'again' : undefined });
};

describe('no provider is asked', () => {
  test.each([
    ['', 'invalid', 'bad-syntax'],
    ['mia', 'invalid', 'bad-syntax'],
    ['mia@a.com\r\nDATA', 'invalid', 'bad-syntax'],
    ['mia@[10.0.0.1]', 'invalid', 'bad-syntax'],
    ['mia@mailinator.com', 'invalid', 'disposable'],
    ['"mia lee"@a.com', 'unknown', 'quoted-local-part'],
  ])('%j: %s, %s', async (address, verdict, reason) => {
    const result = await verifierOf(says('own', VALID))(address);
    expect(result).toMatchObject({ verdict, reason, source: 'zeus-own', evidence: { at: '2030-01-01T00:00:00.000Z' } });
    expect(asked).toEqual([]);
  });
});

describe('the order of trust', () => {
  test('rejects and caches nothing when no provider could be asked', async () => {
    const down = (source: string) => says(source, new ProviderError(source, 'is down', { retryAfterSeconds: 9 }));
    await expect(verifierOf(down('one'), down('two'))('mia@a.com')).rejects.toMatchObject({
      name: 'ProviderError',
      retryAfterSeconds: 9,
    });
    expect(await db.sql`select 1 from email_verifications`).toEqual([]);
  });

  test('skips a failing provider, passes an unknown on, and takes the first answer', async () => {
    const failing = says('one', new ProviderError('one', 'is down'));
    const unverified = says('two', unknown('blocked', evidence));
    const result = await verifierOf(failing, unverified, says('three', INVALID), says('four', VALID))('mia@a.com');
    expect(result).toMatchObject({ verdict: 'invalid', source: 'three' });
    expect(asked).toEqual(['one mia@a.com', 'two mia@a.com', 'three mia@a.com']);
  });

  test('returns the first reason when no provider knows', async () => {
    const verify = verifierOf(says('one', unknown('blocked', evidence)), says('two', unknown('deferred', evidence)));
    expect(await verify('mia@a.com')).toMatchObject({ verdict: 'unknown', reason: 'blocked', source: 'one' });
  });

  test('while a partner is still checking, no other is asked and nothing is cached', async () => {
    const working = says('two', new ProviderError('two', 'queued', { kind: 'pending', retryAfterSeconds: 7 }));
    const verify = verifierOf(says('own', unknown('blocked', evidence)), working, says('three', VALID));
    const pending = { verdict: 'unknown', reason: 'pending', source: 'two', couldNotLook: true, retryAfterSeconds: 7 };
    expect(await verify('mia@a.com')).toMatchObject(pending);
    expect(asked).toEqual(['own mia@a.com', 'two mia@a.com']);
    expect(await verifierOf(says('own', VALID))('mia@a.com')).toMatchObject({ verdict: 'valid' });
  });

  test('asks the next one about a server that refuses checks, and remembers that it does', async () => {
    const refuses = says('one', { verdict: 'refuses_checks', reason: 'accepts-unseen', evidence });
    expect(await verifierOf(refuses, says('two', VALID))('mia@a.com')).toMatchObject({
      verdict: 'valid',
      source: 'two',
    });
    const verify = verifierOf(refuses, says('two', unknown('no-answer', evidence)));
    expect(await verify('tom@a.com')).toMatchObject({ verdict: 'refuses_checks', source: 'one' });
  });

  test.each([
    ['a server that refuses checks', { verdict: 'refuses_checks', reason: 'accepts-unseen', evidence } as Finding],
    ['a mailbox that stays unknown', unknown('catch-all-unverified', evidence)],
  ])('%s: says that a partner failed, and asks it again soon', async (_name, own) => {
    const down = says('two', new ProviderError('two', 'is down', { retryAfterSeconds: 60 }));
    const answer = await verifierOf(says('one', own), down)('mia@a.com');
    expect(answer).toMatchObject({ ...own, source: 'one', failure: { source: 'two' } });
    const later = verifierOf(says('one', own), says('two', VALID));
    expect(await later('mia@a.com')).toMatchObject({ verdict: own.verdict });
    clock = 61_000;
    expect(await later('mia@a.com')).toMatchObject({ verdict: 'valid', source: 'two' });
  });

  test('pays no one else while a server only asks us to come back', async () => {
    const verify = verifierOf(says('one', unknown('greylisted', evidence)), says('two', VALID));
    expect(await verify('mia@a.com')).toMatchObject({ reason: 'greylisted', source: 'one' });
    expect(asked).toEqual(['one mia@a.com']);
  });

  test('prefers any reason to "port 25 is closed here"', async () => {
    const verify = verifierOf(
      says('one', unknown('port-closed', evidence)),
      says('two', unknown('no-answer', evidence)),
    );
    expect(await verify('mia@a.com')).toMatchObject({ reason: 'no-answer', source: 'two' });
  });

  test('does not mistake a bug for an answer', async () => {
    await expect(verifierOf(says('one', new RangeError('defect')), says('two', VALID))('mia@a.com')).rejects.toThrow(
      'defect',
    );
  });
});

describe('the cache', () => {
  test.each([
    ['valid', VALID, 30],
    ['catch_all', CATCH_ALL, 14],
    ['invalid', INVALID, 7],
  ])('%s is believed for its time, by everyone, in any letter case', async (_name, finding, days) => {
    const first = await verifierOf(says('own', finding))('info@a.com');
    clock = days * DAY - 1_000;
    const other = verifierOf(says('own', unknown('busy', evidence)));
    expect(await other('INFO@A.com')).toEqual(first);
    expect(first).toMatchObject({ ...finding, source: 'own' });
    expect(asked).toHaveLength(1);
    clock = days * DAY + 1_000;
    await other('info@a.com');
    expect(asked).toHaveLength(2);
  });

  test('tells the provider about the domain while that knowledge is valid', async () => {
    const holder = { holder: randomUUID(), freeAt: now() };
    const habit = { catchAll: false, evidence, expiresAt: new Date(now().getTime() + DAY) };
    await releaseSlot(db.kysely, { ...holder, learned: { domains: new Map([['a.com', habit]]), replies: [] } });
    const noted: unknown[] = [];
    const noteDomain: Verifier['noteDomain'] = (...given) => noted.push(given);
    const verify = verifierOf({ ...says('own', INVALID), noteDomain });
    await Promise.all(['mia@a.com', 'mia@b.com'].map((address) => verify(address)));
    clock = DAY + 1_000;
    await verify('leo@a.com');
    expect(noted).toEqual([
      ['a.com', habit],
      ['b.com', undefined],
      ['a.com', undefined],
    ]);
  });

  test('caches "could not find out" only until the next retry', async () => {
    const greylisted = await verifierOf(says('own', unknown('greylisted', evidence)))('mia@a.com');
    expect(greylisted).toMatchObject({ verdict: 'unknown', reason: 'greylisted', retryAfterSeconds: 300 });
    const later = verifierOf(says('own', VALID));
    clock = 100_000;
    expect(await later('mia@a.com')).toEqual({ ...greylisted, retryAfterSeconds: 200 });
    clock = 300_000;
    expect(await later('mia@a.com')).toMatchObject({ verdict: 'valid' });
  });

  test('does not cache our own limit, which says nothing about the address', async () => {
    await verifierOf(says('own', unknown('busy', evidence)))('mia@a.com');
    expect(await verifierOf(says('own', VALID))('mia@a.com')).toMatchObject({ verdict: 'valid' });
  });

  test('a fresh check asks again and replaces the verdict, unless it could not look', async () => {
    await verifierOf(says('own', VALID))('mia@a.com');
    clock = DAY;
    const blocked = verifierOf(says('own', unknown('blocked', evidence)));
    expect(await blocked('mia@a.com', undefined, true)).toMatchObject({ verdict: 'unknown', reason: 'blocked' });
    const later = verifierOf(says('own', INVALID));
    expect(await later('mia@a.com')).toMatchObject({ verdict: 'valid' });
    expect(await later('mia@a.com', undefined, true)).toMatchObject({ verdict: 'invalid' });
    expect(await later('mia@a.com')).toMatchObject({ verdict: 'invalid' });
    expect(asked).toHaveLength(3);
  });

  test('a fresh check whose partner failed replaces no verdict', async () => {
    const refuses = says('own', { verdict: 'refuses_checks', reason: 'accepts-unseen', evidence });
    await verifierOf(refuses, says('two', VALID))('mia@a.com');
    const down = verifierOf(refuses, says('two', new ProviderError('two', 'no credits', { kind: 'quota' })));
    expect(await down('mia@a.com', undefined, true)).toMatchObject({ verdict: 'refuses_checks' });
    expect(await down('mia@a.com')).toMatchObject({ verdict: 'valid' });
  });

  test('contains no readable address', async () => {
    const said: Finding = { ...INVALID, evidence: { ...evidence, text: '5.1.1 <…>: unknown' } };
    await verifierOf(says('own', said))('mia.secret@a.com');
    const [row] = await db.sql`select email_verifications::text as row from email_verifications`;
    expect(String(row?.row)).not.toContain('secret');
  });

  test('an older check that ends later does not overwrite a newer one', async () => {
    let finish = () => {};
    const slow: Verifier = {
      source: 'slow',
      verify: () =>
        new Promise((resolve) => {
          asked.push('slow');
          finish = () => resolve(INVALID);
        }),
    };
    const first = verifierOf(slow)('mia@a.com');
    await expect.poll(() => asked, { timeout: 20_000 }).toEqual(['slow']);
    clock = 60_000;
    await verifierOf(says('own', VALID))('mia@a.com');
    finish();
    expect(await first).toMatchObject({ verdict: 'invalid' });
    expect(await verifierOf(says('own', CATCH_ALL))('mia@a.com')).toMatchObject({ verdict: 'valid' });
  });

  test('clean-up deletes only what has expired', async () => {
    await verifierOf(says('own', INVALID))('old@a.com');
    clock = 5 * DAY;
    await verifierOf(says('own', INVALID))('new@a.com');
    clock = 8 * DAY;
    await cleanUpVerification(db.kysely, now());
    await cleanUpVerification(db.kysely, now());
    expect(await db.sql`select 1 from email_verifications`).toHaveLength(1);
    expect(await verifierOf(says('own', VALID))('new@a.com')).toMatchObject({ verdict: 'invalid' });
  });
});

test('thirty calls at once for the same address: one conversation', async () => {
  const server = await startMailServer();
  const net = { exchanges: { 'a.com': ['mx.a.com'] }, servers: { 'mx.a.com': server } };
  const { verifier } = ownVerifier(db.kysely, net);
  const verify = verifierOf(verifier);
  const results = await Promise.all(Array.from({ length: 30 }, (_, i) => verify(i % 2 ? 'mia@a.com' : 'Mia@A.com')));
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['valid']));
  expect(server.connections()).toBe(1);
});

test('a caller waiting for another’s answer can still be aborted', async () => {
  const stop = new AbortController();
  const held: Verifier = { source: 'held', verify: () => new Promise(() => asked.push('held')) };
  const verify = verifierOf(held);
  void verify('mia@a.com');
  await expect.poll(() => asked, { timeout: 20_000 }).toEqual(['held']);
  const second = verify('mia@a.com', stop.signal);
  stop.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
});

test('the web role has no rights on any of it', async () => {
  const rights = await db.sql`
    select table_name from information_schema.role_table_grants
    where grantee = 'zeus_web' and table_name in ('email_verifications', 'mail_domains', 'mail_hosts', 'mail_host_slots')`;
  expect(rights).toEqual([]);
});
