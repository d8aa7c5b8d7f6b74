// Several checks in one conversation, over real sockets and a real database: fewer connections, same verdicts.
import { expect, test } from 'vitest';
import { unlimited } from '../operators/pace.ts';
import { drop, type Said, type ServerBehavior } from '../test/mail-server.ts';
import { ownBench } from '../test/own-bench.ts';

const bench = ownBench();
// Long, so that a busy machine doesn't end a conversation the test wants to continue.
const holding = { limits: { holdMs: 3_000, atOnce: 1 }, paceOf: unlimited };
const knows =
  (...names: string[]): Required<ServerBehavior>['rcpt'] =>
  (recipient) =>
    names.some((name) => recipient.startsWith(`${name}@`)) ? '250 2.1.5 Ok' : '550 5.1.1 User unknown';

test('guess after guess in one conversation, the random address once; each in its own transaction', async () => {
  const server = await bench.serve('a.com', { rcpt: knows('mia') });
  const { verify } = bench.open(holding);
  expect(await verify('m.golf@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-such-mailbox' });
  const valid = await verify('mia@a.com');
  expect(valid).toMatchObject({ verdict: 'valid', evidence: { mxHost: 'mx.a.com', code: 250, probe: { code: 550 } } });
  expect(await verify('tom@a.com')).toMatchObject({ verdict: 'invalid', reason: 'no-such-mailbox' });
  expect(server.connections()).toBe(1);
  const said = server.heard.map((line) => line.split(/[ :]/)[0]);
  expect(said.filter((word) => word === 'RCPT')).toHaveLength(4);
  expect(said.filter((word) => word === 'RSET')).toHaveLength(3);
  expect(said.filter((word) => word === 'MAIL')).toHaveLength(4);
});

test('hangs up and reconnects after two unknown recipients', async () => {
  const server = await bench.serve('a.com', { rcpt: knows('mia') });
  const { verify } = bench.open({ limits: holding.limits });
  for (const name of ['one', 'two', 'three', 'four']) await verify(`${name}@a.com`);
  expect(server.connections()).toBe(2);
});

test('asks a catch-all server once and reuses the answer', async () => {
  // A domain of its own: a held conversation may save its result while a later test runs.
  const server = await bench.serve('open.com', { rcpt: () => '250 ok' });
  const { verify } = bench.open(holding);
  const verdicts = await Promise.all(
    ['mia@open.com', 'tom@open.com', 'ann@open.com'].map((address) => verify(address)),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['catch_all', 'catch_all', 'catch_all']);
  expect(server.heard.filter((line) => line.startsWith('RCPT'))).toHaveLength(2);
  expect(server.connections()).toBe(1);
});

test('five checks per conversation, then a new one', async () => {
  const server = await bench.serve('a.com', { rcpt: knows('mia') });
  const { verify } = bench.open(holding);
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  const verdicts = await Promise.all(names.map((name) => verify(`${name}@a.com`)));
  expect(new Set(verdicts.map(({ reason }) => reason))).toEqual(new Set(['no-such-mailbox']));
  expect(server.connections()).toBe(2);
});

test('checks that arrive together share a conversation, although more are allowed', async () => {
  const server = await bench.serve('a.com', { rcpt: knows('mia') });
  const { verify } = bench.open({ ...holding, limits: { ...holding.limits, atOnce: 3, joinMs: 60_000 } });
  const verdicts = await Promise.all(['tom@a.com', 'mia@a.com', 'ann@a.com'].map((address) => verify(address)));
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['invalid', 'valid', 'invalid']);
  expect(server.connections()).toBe(1);
});

test('opens another conversation when a server is slow to answer one check', async () => {
  const asked = Promise.withResolvers<() => void>();
  const slow: Said = (socket) => asked.resolve(() => void socket.write('550 5.1.1 User unknown\r\n'));
  const rcpt: Required<ServerBehavior>['rcpt'] = (recipient, count) =>
    recipient.startsWith('slow@') ? slow : knows('mia')(recipient, count);
  const server = await bench.serve('a.com', { rcpt });
  const { verify } = bench.open({ ...holding, limits: { ...holding.limits, atOnce: 3, joinMs: 20 } });
  const waits = verify('slow@a.com');
  const answerSlow = await asked.promise;
  expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
  answerSlow();
  expect(await waits).toMatchObject({ verdict: 'invalid' });
  expect(server.connections()).toBe(2);
});

test.each<[string, Said]>([
  ['is told to slow down', '450 4.7.1 Too many recipients'],
  ['is refused', '550 5.7.1 Suspicious sender'],
  ['is cut off', drop],
  ['is sent away', '421 4.7.0 Too many errors'],
])('who %s at a later question is asked again in a conversation of its own', async (_name, said) => {
  let earlier = 0;
  const rcpt: Required<ServerBehavior>['rcpt'] = (recipient, count) => {
    if (recipient.startsWith('mia@') && earlier++ === 0) return said;
    return knows('mia')(recipient, count);
  };
  const server = await bench.serve('a.com', { rcpt });
  const { verify } = bench.open(holding);
  await verify('tom@a.com');
  expect(await verify('mia@a.com')).toMatchObject({ verdict: 'valid' });
  expect(server.connections()).toBe(2);
});

test('reconnects for each check, and for the random address, if the server allows one transaction', async () => {
  // A conversation kept open by an earlier test may still save what it learned about that test's domain.
  const server = await bench.serve('single.com', { rset: '502 5.5.1 not known', rcpt: knows('mia') });
  const { verify } = bench.open(holding);
  await verify('tom@single.com');
  expect(await verify('mia@single.com')).toMatchObject({ verdict: 'valid' });
  expect(server.connections()).toBe(3);
});

test('a caller that aborts does not end the checks of others', async () => {
  const stop = new AbortController();
  const rcpt: Required<ServerBehavior>['rcpt'] = (recipient, count) =>
    recipient.startsWith('gone@') ? () => stop.abort(new Error('enough')) : knows('mia')(recipient, count);
  await bench.serve('a.com', { rcpt });
  const { verify } = bench.open(holding);
  const [gone, tom, mia] = await Promise.allSettled([
    verify('gone@a.com', stop.signal),
    verify('tom@a.com'),
    verify('mia@a.com'),
  ]);
  expect(gone).toMatchObject({ status: 'rejected' });
  expect(tom).toMatchObject({ value: { verdict: 'invalid' } });
  expect(mia).toMatchObject({ value: { verdict: 'valid' } });
  const taken = () => bench.db.sql`select 1 from mail_host_slots where busy_until > now() + interval '1 minute'`;
  await expect.poll(taken, { timeout: 20_000 }).toEqual([]);
});
