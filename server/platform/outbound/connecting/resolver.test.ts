// The real resolver against a small DNS server on loopback.

import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createResolver, type Resolver } from './resolver.ts';

const A = 1; // the other type asked for is AAAA
const V4 = Buffer.from([93, 184, 216, 34]);
const V6 = Buffer.from('26064700000000000000000000001111', 'hex');
const NO_SUCH_NAME = 3;
const SERVER_FAILURE = 2;

// What each name answers, per record type: addresses, or a failure code.
const ZONE: Record<string, (type: number) => Buffer[] | number | 'dropped'> = {
  'both.com': (type) => (type === A ? [V4, Buffer.from([10, 0, 0, 1])] : [V6]),
  'four.com': (type) => (type === A ? [V4] : []),
  'half.com': (type) => (type === A ? [V4] : SERVER_FAILURE),
  'empty.com': () => [],
  'broken.com': () => SERVER_FAILURE,
  'no-v6-answer.com': (type) => (type === A ? [V4] : 'dropped'),
  'no-v4-answer.com': (type) => (type === A ? 'dropped' : [V6]),
  'no-such-name-v6-dropped.com': (type) => (type === A ? NO_SUCH_NAME : 'dropped'),
  'only-v6-in-time.com': (type) => (type === A ? [] : [V6]),
  'v6-denied.com': (type) => (type === A ? [V4] : NO_SUCH_NAME),
  'partly-broken.com': (type) => (type === A ? SERVER_FAILURE : []),
  'quick.com': (type) => (type === A ? [V4] : []),
  'late.com': (type) => (type === A ? [V4] : []),
};
/** By name, in milliseconds. */
const DELAYS: Record<string, number> = { 'quick.com': 20, 'late.com': 1_500 };

/** Number of dropped queries per name. */
const dropped = new Map<string, number>();

function reply(query: Buffer): { answer?: Buffer; delay?: number | undefined } {
  let end = 12;
  const labels: string[] = [];
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
    labels.push(query.toString('latin1', end + 1, end + 1 + length));
    end += length + 1;
  }
  const type = query.readUInt16BE(end + 1);
  const name = labels.join('.').toLowerCase();
  const found = ZONE[name]?.(type) ?? NO_SUCH_NAME;
  if (found === 'dropped') {
    dropped.set(name, (dropped.get(name) ?? 0) + 1);
    return {};
  }
  const addresses = typeof found === 'number' ? [] : found;
  const head = Buffer.alloc(12);
  head.writeUInt16BE(query.readUInt16BE(0), 0);
  head.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length]);
    return Buffer.concat([record, address]);
  });
  return { answer: Buffer.concat([head, query.subarray(12, end + 5), ...records]), delay: DELAYS[name] };
}

const server = createSocket('udp4');
const late = new Set<NodeJS.Timeout>();
let resolve: Resolver;

beforeAll(async () => {
  server.on('message', (query, from) => {
    const { answer, delay } = reply(query);
    const send = () => server.send(answer ?? '', from.port, from.address);
    if (delay !== undefined) late.add(setTimeout(send, delay));
    else if (answer !== undefined) send();
  });
  await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
  resolve = createResolver([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => {
  for (const timer of late) clearTimeout(timer);
  server.close();
});

test('returns every answer of both families, even private ones: checking is not its job', async () => {
  expect(await resolve('both.com')).toEqual(['2606:4700::1111', '93.184.216.34', '10.0.0.1']);
  expect(await resolve('four.com')).toEqual(['93.184.216.34']);
});

test('a failure of one family does not hide the other', async () => {
  expect(await resolve('half.com')).toEqual(['93.184.216.34']);
});

test('no such name, or none with an address: an empty list', async () => {
  expect(await resolve('empty.com')).toEqual([]);
  expect(await resolve('nowhere.com')).toEqual([]);
});

test.each([
  ['no-v6-answer.com', ['93.184.216.34']],
  ['no-v4-answer.com', ['2606:4700::1111']],
  ['no-such-name-v6-dropped.com', []],
])('does not wait for a dropped query once the other has been answered: %s', async (name, addresses) => {
  expect(await resolve(name)).toEqual(addresses);
  // IPv4 gets a grace period of one second, too close to the resolver's retry after two on a busy machine.
  if (name !== 'no-v4-answer.com') expect(dropped.get(name)).toBeLessThan(2);
});

test('an empty or negative answer for one family does not hide the other', async () => {
  expect(await resolve('only-v6-in-time.com')).toEqual(['2606:4700::1111']);
  expect(await resolve('v6-denied.com')).toEqual(['93.184.216.34']);
});

test('a server that fails is not the same as no such name', async () => {
  await expect(resolve('broken.com')).rejects.toThrow();
  await expect(resolve('partly-broken.com')).rejects.toThrow();
});

test('waits for a slow answer, even after quick ones', async () => {
  const own = createResolver([`127.0.0.1:${server.address().port}`]);
  for (let times = 0; times < 4; times++) expect(await own('quick.com')).toEqual(['93.184.216.34']);
  expect(await own('late.com')).toEqual(['93.184.216.34']);
});
