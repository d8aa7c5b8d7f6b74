import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Context } from '../../platform/context.ts';
import type { MailConnector } from '../../platform/outbound/mail/mail-connector.ts';
import { OutboundError, type OutboundErrorCode } from '../../platform/outbound/outbound-error.ts';
import { detectPort25, type Port25, warnOfClosedPort25, watchPort25 } from './port-25.ts';

const parts = (from = 'Zeus <zeus@operator.example>') =>
  ({ config: { mail: { from }, mailChecks: { ipv4Only: false, perDay: {} } } }) as unknown as Context;

/** Mail servers by name, each with the error it fails with; null: it answers. */
function connectorTo(servers: Record<string, OutboundErrorCode | null>): MailConnector & { tried: string[] } {
  const tried: string[] = [];
  return {
    tried,
    exchangesOf: async () => ({ kind: 'hosts', hosts: Object.keys(servers) }),
    async connect({ domain, host }) {
      tried.push(`${host} of ${domain}`);
      const code = servers[host];
      if (code) throw new OutboundError(code, `${host} failed.`);
      return new Socket();
    },
    encrypt: async (socket) => socket,
  };
}

test.each<[Port25['state'], Record<string, OutboundErrorCode | null>]>([
  ['open', { mx1: null }],
  ['open', { mx1: 'timeout', mx2: null }],
  ['closed', { mx1: 'timeout' }],
  ['closed', { mx1: 'timeout', mx2: 'connect', mx3: null }],
  ['unknown', { mx1: 'dns' }],
  ['unknown', { mx1: 'refused' }],
  ['unknown', {}],
])('%s: %j', async (state, servers) => {
  const connector = connectorTo(servers);
  expect(await detectPort25(parts(), connector)).toMatchObject({ state, why: expect.any(String) });
  expect(connector.tried.length).toBeLessThanOrEqual(2);
  for (const one of connector.tried) expect(one).toMatch(/ of operator\.example$/);
});

test('connects to no server without a domain of the operator, or on the practice web', async () => {
  const connector = connectorTo({ mx1: null });
  expect(await detectPort25(parts('Zeus <zeus@localhost>'), connector)).toMatchObject({ state: 'unknown' });
  expect(await detectPort25(parts('nobody'), connector)).toMatchObject({ state: 'unknown' });
  expect(await detectPort25({ ...parts(), practice: {} }, connector)).toMatchObject({ state: 'open' });
  expect(connector.tried).toEqual([]);
  const noDns = { ...connector, exchangesOf: () => Promise.reject(new OutboundError('dns', 'DNS failed.')) };
  expect(await detectPort25(parts(), noDns)).toEqual({ state: 'unknown', why: 'DNS failed.' });
});

test('a closed port is tried again after a quarter of an hour, by one attempt for all who ask', async () => {
  let at = 0;
  let state: Port25['state'] = 'closed';
  let attempts = 0;
  const detect = async () => {
    attempts += 1;
    return { state, why: '' };
  };
  const watch = watchPort25(detect, () => at);
  expect(await Promise.all([watch.isClosed(), watch.isClosed()])).toEqual([true, true]);
  expect(attempts).toBe(1);
  state = 'open';
  expect(await watch.isClosed()).toBe(true);
  at = 15 * 60_000;
  expect(await watch.isClosed()).toBe(false);
  at = 20 * 3600_000;
  expect(await watch.isClosed()).toBe(false);
  expect(attempts).toBe(2);
});

test('the operator is warned of a closed port only', async () => {
  const said: unknown[] = [];
  const log = { warn: (entry: unknown) => void said.push(entry) } as unknown as Context['log'];
  for (const state of ['open', 'unknown', 'closed'] as const) {
    await warnOfClosedPort25({ ...parts(), log }, async () => ({ state, why: `it is ${state}` }));
  }
  expect(said).toEqual([{ why: 'it is closed' }]);
});
