// Shared by the tests of our own verifier: a database, a made-up network, and a movable clock.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestDatabase, emptyTables, type TestDatabase } from '../../../test/database.ts';
import { parseAddress } from '../parse-address.ts';
import type { OwnVerifierOptions } from '../zeus-own.ts';
import { type MailServer, type ServerBehavior, startMailServer } from './mail-server.ts';
import { call, mailTables, type Net, ownVerifier } from './verifying.ts';

/** Call once at the top of a test file. Before each test, the network is empty and nothing is cached. */
export function ownBench() {
  const bench = {
    db: undefined as unknown as TestDatabase,
    net: { exchanges: {}, servers: {} } as Net,
    /** How many milliseconds the verifier's clock is ahead. */
    ahead: 0,
    open(given: Partial<OwnVerifierOptions> = {}) {
      const now = () => new Date(Date.now() + bench.ahead);
      const { verifier, dialled } = ownVerifier(bench.db.kysely, bench.net, { now, ...given });
      const warnings: unknown[] = [];
      const log = { warn: (entry: unknown) => void warnings.push(entry) };
      const verifyFor = (forUser: string | undefined, text: string, signal?: AbortSignal) => {
        const parsed = parseAddress(text);
        if (!parsed.ok) throw new Error(parsed.problem);
        return verifier.verify(parsed.address, { ...call, log, signal, ...(forUser ? { forUser } : {}) });
      };
      const verify = (text: string, signal?: AbortSignal) => verifyFor(undefined, text, signal);
      return { verify, verifyFor, dialled, warnings };
    },
    /** Starts a mail server for a domain, as its only exchange `mx.<domain>`. */
    async serve(domain: string, behavior?: ServerBehavior): Promise<MailServer> {
      return bench.serveAs(`mx.${domain}`, [domain], behavior);
    },
    /** Starts a mail server under its own name, as the only exchange of several domains. */
    async serveAs(host: string, domains: string[], behavior?: ServerBehavior): Promise<MailServer> {
      const server = await startMailServer(behavior);
      for (const domain of domains) bench.net.exchanges[domain] = [host];
      bench.net.servers[host] = server;
      return server;
    },
  };
  beforeAll(async () => {
    bench.db = await createTestDatabase();
  });
  afterAll(() => bench.db.drop());
  beforeEach(async () => {
    bench.net = { exchanges: {}, servers: {} };
    bench.ahead = 0;
    await emptyTables(bench.db, mailTables);
  });
  return bench;
}
