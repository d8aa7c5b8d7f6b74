import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseForTests } from '../../../test/database.ts';
import { paceWith } from '../operators/pace.ts';
import { acquireSlot, nothingLearned, releaseSlot } from './mail-hosts.store.ts';

const db = databaseForTests();

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T12:10:00Z');
const slot = {
  operator: 'big.com',
  host: 'mx.big.com',
  slots: 3,
  now,
  until: later,
  pace: paceWith()({ id: 'big.com', mx: [] }),
};
const habit = (catchAll: boolean) => ({ catchAll, evidence: { at: now.toISOString() }, expiresAt: later });

test('slots released one after the other: the latest findings win, and earlier ones are kept where the latest has none', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  for (const holder of [one, two])
    expect(await acquireSlot(db.kysely, { ...slot, holder })).toMatchObject({ isTaken: true });
  const rest = { reason: 'blocked' as const, until: later };
  const habits = ['b.com', 'a.com'].map((domain) => [domain, habit(true)] as const);
  const reached = { host: { name: 'mx.big.com', reachedAt: now }, domains: new Map(habits), replies: [] };
  const rested = { host: { name: 'mx.big.com', rest }, domains: new Map([['a.com', habit(false)]]), replies: [] };
  await releaseSlot(db.kysely, { holder: one, freeAt: now, learned: reached });
  await releaseSlot(db.kysely, { holder: two, freeAt: later, learned: rested });
  expect(await db.sql`select host, reached_at, rest_reason, rest_until from mail_hosts`).toEqual([
    { host: 'mx.big.com', reached_at: now, rest_reason: 'blocked', rest_until: later },
  ]);
  expect(await db.sql`select domain, catch_all, expires_at from mail_domains order by domain`).toEqual([
    { domain: 'a.com', catch_all: false, expires_at: later },
    { domain: 'b.com', catch_all: true, expires_at: later },
  ]);
  expect(await db.sql`select holder, busy_until from mail_host_slots order by slot`).toEqual([
    { holder: one, busy_until: now },
    { holder: two, busy_until: later },
  ]);
});

test('a later answer ends the rest of a host and keeps when it was reached', async () => {
  const leave = (host: object) =>
    releaseSlot(db.kysely, {
      ...{ holder: randomUUID(), freeAt: now, learned: { ...nothingLearned(), host: { name: 'mx.one.com', ...host } } },
    });
  await leave({ reachedAt: now });
  await leave({ rest: { reason: 'unreachable', until: later } });
  const [row] = await db.sql`select * from mail_hosts where host = 'mx.one.com'`;
  expect(row).toMatchObject({ reached_at: now, rest_reason: 'unreachable', rest_until: later });
  await leave({ reachedAt: later });
  const [after] = await db.sql`select * from mail_hosts where host = 'mx.one.com'`;
  expect(after).toMatchObject({ reached_at: later, rest_reason: null, rest_until: null });
});
