// A practice web with vendor stand-ins, reached through an operator's settings, and a database for the ledger. For contract suites.
import { expect } from 'vitest';
import { type PracticeWeb, startPracticeWeb } from '../../../../practice/start.ts';
import { type Mood, PRACTICE_KEY, type StandInName } from '../../../../practice/vendors/stand-in.ts';
import { loadConfig } from '../../../platform/config.ts';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts';
import { createTestDatabase, emptyTables, type TestDatabase } from '../../../test/database.ts';
import { openForTests } from '../../../test/for-tests.ts';
import { crawlSites } from '../../index/crawl/crawl-sites.ts';
import { createPageFetcher } from '../../pages/fetch-page.ts';
import { ProviderError } from '../../provider.ts';
import { openVendorOutbound } from '../all-vendors.ts';
import type { SourceParts } from '../open-sources.ts';
import { type ProviderLine, reportProviders } from '../provider-report.ts';

/** `mood` and `secret` make a stand-in misbehave. */
export interface VendorOptions {
  mood?: Mood;
  secret?: string;
  env?: Record<string, string>;
}

export interface VendorBench {
  practice: PracticeWeb;
  db: TestDatabase;
  outbound: Outbound;
  /** Errors that were logged. */
  errors: unknown[];
  log: { warn(): void; error(entry: unknown): void };
  /** Settings with an account at every stand-in. */
  configured(options?: VendorOptions): SourceParts;
  report(source: StandInName, options?: VendorOptions): Promise<ProviderLine | undefined>;
  /** Empties the ledger and the stand-ins' counters. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A bench for all tests of a file. Crawls the first sites of a topic into the index; none with 0. */
export function vendorBenchForTests({ sites }: { sites: number }): VendorBench {
  return openForTests(
    () => startVendorBench(sites),
    (bench) => bench.close(),
  );
}

async function startVendorBench(sites: number): Promise<VendorBench> {
  const [practice, db] = await Promise.all([startPracticeWeb(), createTestDatabase()]);
  const outbound = createOutbound({ practice: { port: practice.port } });
  const clients = [outbound];
  const errors: unknown[] = [];
  const log = { warn: () => undefined, error: (entry: unknown) => void errors.push(entry) };
  const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot', pauseMs: 0 });
  const golf = practice.world.sites.filter(({ topic }) => topic === 'golf').slice(0, sites);
  const urls = golf.map(({ host }) => `http://${host}:${practice.port}/`);
  if (urls.length > 0) await crawlSites({ db, fetcher, outbound, log }, { urls, metrics: [] });

  function configured({ mood = 'good', secret = PRACTICE_KEY, env = {} }: VendorOptions = {}): SourceParts {
    const url = (name: StandInName) => `${practice.vendorUrl}/${name}${mood === 'good' ? '' : `:${mood}`}`;
    const partners = ['hunter', 'snovio', 'voila-norbert', 'clearout', 'prospeo', 'findymail', 'dropcontact'] as const;
    const engines = ['dataforseo', 'serper', 'serpapi', 'brave'] as const;
    const names = ['ahrefs', 'moz', 'majestic', ...engines, ...partners, 'zerobounce', 'neverbounce'] as const;
    const config = loadConfig({
      ...{ NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32), AHREFS_API_KEY: secret, MOZ_API_TOKEN: secret },
      ...{ SERPER_API_KEY: secret, SERPAPI_API_KEY: secret, BRAVE_API_KEY: secret, SEARXNG_URL: url('searxng') },
      ...{ MAJESTIC_API_KEY: secret, DATAFORSEO_LOGIN: secret, DATAFORSEO_PASSWORD: secret },
      ...{ HUNTER_API_KEY: secret, SNOVIO_CLIENT_ID: secret, SNOVIO_CLIENT_SECRET: secret },
      ...{ VOILA_NORBERT_API_KEY: secret, CLEAROUT_API_TOKEN: secret, PROSPEO_API_KEY: secret },
      ...{ FINDYMAIL_API_KEY: secret, DROPCONTACT_API_KEY: secret, ZEROBOUNCE_API_KEY: secret },
      ...{ NEVERBOUNCE_API_KEY: secret, REACHER_URL: url('reacher'), REACHER_SECRET: secret },
      VENDOR_URLS: names.map((name) => `${name}=${url(name)}`).join(','),
      ...env,
    });
    const vendorOutbound = openVendorOutbound(config);
    clients.push(vendorOutbound);
    return { config, db, log: log as never, practice, vendorOutbound };
  }

  return {
    ...{ practice, db, outbound, errors, log, configured },
    async report(source, options) {
      const ctx = configured(options);
      const accounts = ctx.config.liveSources.accounts.filter((account) => account.source === source);
      const [line] = await reportProviders(ctx, accounts);
      return line;
    },
    async reset() {
      errors.length = 0;
      practice.vendors.forgetRates();
      await emptyTables(db, ['provider_calls', 'provider_answers', 'provider_usage', 'provider_rests']);
    },
    async close() {
      await Promise.all(clients.map((one) => one.close()));
      await practice.stop();
      await db.drop();
    },
  };
}

/** What a failure of any vendor becomes, by the mood of its stand-in. */
export const usualFailures = {
  failing: 'unavailable',
  cut: 'unavailable',
  nonsense: 'unavailable',
  busy: 'rate_limited',
} as const;

/** Returns the ProviderError that the promise rejects with. */
export async function failureOf(asking: Promise<unknown>): Promise<ProviderError> {
  const failure = await asking.then(
    () => new Error('it answered'),
    (error: unknown) => error,
  );
  if (failure instanceof ProviderError) return failure;
  throw failure;
}

/** A refused key is neither in the error, the log nor the tables, and the operator was told once. */
export async function expectHidden({ db, errors }: VendorBench, secret: string, failure: ProviderError): Promise<void> {
  const tables = await db.sql`select to_jsonb(c)::text as row from provider_calls c
    union all select to_jsonb(r)::text from provider_rests r union all select to_jsonb(u)::text from provider_usage u`;
  const said = JSON.stringify([tables, failure.message, failure.stack, String(failure.cause), errors]);
  expect(said).not.toContain(secret);
  expect(said).not.toContain(Buffer.from(`${secret}:${secret}`).toString('base64'));
  expect(errors).toHaveLength(1);
}
