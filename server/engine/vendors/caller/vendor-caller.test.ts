// Paid calls whose worker dies, in all the ways it can. To a caller process, a worker that closes its side looks like one that
// was killed; workflow/orchestration/killed-vendor-calls.test.ts kills real workers.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { type DatabaseAddress, openDatabase } from '../../../platform/db.ts';
import { outboundForTests } from '../../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../../platform/outbound/test/site.ts';
import { databaseForTests } from '../../../test/database.ts';
import { askInBatches } from '../ask-in-batches.ts';
import { askVendor } from '../ask-vendor.ts';
import { cleanUpVendors } from '../clean-up.ts';
import type { Question, VendorContext } from '../vendor.ts';
import { openCaller } from './open-caller.ts';
import { importReplies } from './reply-files.ts';

const vendorKey = 'a-key-that-must-not-be-stored';
const secret = randomBytes(32);
const patient = { timeout: 60_000, interval: 20 };

const db = databaseForTests();
const site = siteForTests((request, response) => {
  asked.push(request.url ?? '');
  open.push(response);
});
const outbound = outboundForTests(() => ({ origins: [`http://127.0.0.1:${site.port}`], limits: { perHost: 100 } }));
let folder: string;
/** Requests the vendor has not answered. */
const open: ServerResponse[] = [];
let asked: string[] = [];
const closers: (() => void)[] = [];
const pids = new Set<number>();

beforeAll(async () => {
  vi.stubEnv('NODE_COMPILE_CACHE', fileURLToPath(new URL('../../../../node_modules/.cache/compiled', import.meta.url)));
  folder = mkdtempSync(join(tmpdir(), 'zeus-replies-'));
});
beforeEach(async () => {
  asked = [];
  open.length = 0;
  await db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests, provider_replies`;
});
afterAll(async () => {
  for (const close of closers) close();
  // No process is left behind.
  await vi.waitFor(() => expect([...pids].filter(isAlive)).toEqual([]), patient);
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

/** A worker with a caller process of its own. */
function startWorker({ database = db.address, key = secret }: { database?: DatabaseAddress; key?: Uint8Array } = {}) {
  const baseUrl = `http://127.0.0.1:${site.port}`;
  const caller = openCaller({ origins: [baseUrl], database, folder, key });
  closers.push(caller.close);
  const limits = { perSecond: 1000, perMinute: 1000, concurrent: 100, dollarsPerDay: 10, dollarsPerMonth: 20 };
  const context: VendorContext = {
    vendor: { source: 'serper', baseUrl, limits: { ...limits, dollarsPerUnit: 0.1 } },
    account: { source: 'serper', key: vendorKey, login: '', baseUrl, limits: {} },
    ...{ db: db.kysely, outbound: { ...outbound, caller }, log: { error: () => {} } },
  };
  return {
    context,
    caller,
    ask: (more: Partial<Question<string>> = {}, signal?: AbortSignal) =>
      askVendor(context, { ...question, ...more }, signal ? { signal } : {}),
  };
}

const question: Question<string> = {
  ...{ capability: 'search', identity: 'q', schema: z.string(), lifetimeSeconds: 3600, maxUnits: 1 },
  request: { path: '/search', headers: { 'x-api-key': vendorKey } },
  read: ({ json }) => ({ answer: z.string().nullable().parse(json), units: 1 }),
};

/** The vendor has received a request, and charged for it. */
async function received(worker: ReturnType<typeof startWorker>): Promise<ServerResponse> {
  await vi.waitFor(() => expect(open).not.toHaveLength(0), patient);
  if (worker.caller.pid) pids.add(worker.caller.pid);
  return open.shift() as ServerResponse;
}

/** Answers each request at once. */
async function answering<Result>(asking: Promise<Result>, text = '"found"'): Promise<Result> {
  const state = { isDone: false };
  void asking.catch(() => {}).finally(() => Object.assign(state, { isDone: true }));
  while (!state.isDone) {
    open.shift()?.end(text);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return asking;
}

/** Starts a worker, has it ask, and lets it die while the vendor works. */
async function dieAsking(worker = startWorker(), more: Partial<Question<string>> = {}): Promise<ServerResponse> {
  void worker.ask(more);
  const response = await received(worker);
  worker.caller.close();
  return response;
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const replies = () => db.sql<{ reply: Buffer }[]>`select reply from provider_replies`;
const stored = () => vi.waitFor(async () => expect(await replies()).toHaveLength(1), patient);
/** A file is removed soon after the database has its reply. */
const noFiles = () => vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), patient);
const ledger = () => db.sql`select outcome, dollars from provider_calls order by id`;
const timeIsUp = () => db.sql`update provider_calls set answer_by = clock_timestamp() - interval '1 second'`;

test('a worker that lives records the answer itself; a free call needs no process', async () => {
  const worker = startWorker();
  expect(await answering(worker.ask({ identity: 'free', maxUnits: 0 }))).toBe('found');
  expect(worker.caller.pid).toBeUndefined();
  expect(await answering(worker.ask())).toBe('found');
  expect(worker.caller.pid).toBeDefined();
  expect(asked).toHaveLength(2);
  expect(await replies()).toEqual([]);
});

test('a worker dies while the vendor works: the next one gets the answer that was paid for', async () => {
  const response = await dieAsking();
  response.end(JSON.stringify(`found with ${vendorKey}`));
  await stored();
  const [kept] = await replies();
  expect(kept?.reply.includes('found')).toBe(false);
  await timeIsUp();
  expect(await startWorker().ask()).toBe(`found with ${vendorKey}`);
  expect(asked).toHaveLength(1);
  expect(await ledger()).toEqual([{ outcome: 'ok', dollars: 0.1 }]);
  expect(await db.sql`select calls, dollars from provider_usage`).toEqual([{ calls: 1, dollars: 0.1 }]);
  await cleanUpVendors(db.kysely);
  expect(await replies()).toEqual([]);
  await noFiles();
});

test('a job is canceled while the vendor works: its next attempt gets the answer', async () => {
  const worker = startWorker();
  const canceling = new AbortController();
  const asking = worker.ask({}, canceling.signal);
  const response = await received(worker);
  canceling.abort();
  await expect(asking).rejects.toMatchObject({ kind: 'pending' });
  response.end('"found"');
  await vi.waitFor(async () => expect(await ledger()).toEqual([{ outcome: 'ok', dollars: 0.1 }]), patient);
  expect(await worker.ask()).toBe('found');
  expect(asked).toHaveLength(1);
});

test('an answer that could not be recorded is kept', async () => {
  const worker = startWorker();
  const pool = openDatabase(db.address, { poolSize: 1 });
  worker.context.db = pool.kysely;
  const losing: Question<string> = {
    ...question,
    read(reply) {
      void pool.close();
      return question.read(reply);
    },
  };
  await expect(answering(askVendor(worker.context, losing, {}))).rejects.toThrow();
  await stored();
  expect(await startWorker().ask()).toBe('found');
  expect(asked).toHaveLength(1);
});

test('the database ends with the worker: the reply waits in a private file for the next start', async () => {
  const worker = startWorker({ database: { ...db.address, host: join(folder, 'no-server') } });
  (await dieAsking(worker)).end(JSON.stringify(`found with ${vendorKey}`));
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([expect.stringMatching(/\.reply$/)]), patient);
  const path = join(folder, readdirSync(folder)[0] ?? '');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path).includes('found')).toBe(false);
  await timeIsUp();
  await Promise.all([importReplies(db.pool, folder), importReplies(db.pool, folder)]);
  expect(await importReplies(db.pool, folder)).toBe(0);
  expect(await startWorker().ask()).toBe(`found with ${vendorKey}`);
  expect(asked).toHaveLength(1);
});

test('worker and caller die together: the question is sent again, once, when the time of the call is up', async () => {
  const worker = startWorker();
  await dieAsking(worker);
  process.kill(worker.caller.pid ?? 0, 'SIGKILL');
  const next = startWorker();
  await timeIsUp();
  // One of them waits for the other, but not for as long as a process takes to start on a busy machine.
  await answering(Promise.allSettled([next.ask(), startWorker().ask()]));
  expect(await next.ask()).toBe('found');
  expect(asked).toHaveLength(2);
  expect(await ledger()).toEqual([
    { outcome: 'lost', dollars: 0.1 },
    { outcome: 'ok', dollars: 0.1 },
  ]);
});

test('only the caller dies: the call is lost, and the next one starts another process', async () => {
  const worker = startWorker();
  const asking = worker.ask();
  await received(worker);
  const { pid } = worker.caller;
  process.kill(pid ?? 0, 'SIGKILL');
  await expect(asking).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await answering(worker.ask())).toBe('found');
  expect(worker.caller.pid).not.toBe(pid);
  if (worker.caller.pid) pids.add(worker.caller.pid);
});

test('a reply that cannot be decrypted is dropped, and the question is sent again', async () => {
  (await dieAsking(startWorker({ key: randomBytes(32) }))).end('"found"');
  await stored();
  await timeIsUp();
  expect(await answering(startWorker().ask())).toBe('found');
  expect(asked).toHaveLength(2);
});

test.each([
  ['an endless answer', (response: ServerResponse) => void response.end('x'.repeat(17 * 1024 * 1024))],
  ['a refusal, which costs nothing', (response: ServerResponse) => void response.writeHead(429).end()],
])('%s to a dead worker is not kept, and the process ends', async (_, answer) => {
  const worker = startWorker();
  answer(await dieAsking(worker));
  await vi.waitFor(() => expect(isAlive(worker.caller.pid ?? 0)).toBe(false), patient);
  expect(await replies()).toEqual([]);
  await noFiles();
});

test('a batch whose worker died answers other batches too', async () => {
  const batch = {
    ...{ capability: 'metrics', about: 'dr', size: 10, schema: z.string(), lifetimeSeconds: 3600 },
    request: (items: readonly string[]) => ({ path: `/metrics?${items.join()}` }),
    // By position, as some vendors do.
    read: (_: unknown, items: readonly string[]) => ({
      answers: new Map(items.map((item, index) => [item, `${index} of ${items.join()}`])),
      units: items.length,
    }),
    most: (items: number) => ({ maxUnits: items }),
  };
  const worker = startWorker();
  const askAbout = async ({ context }: typeof worker, items: string[]) => {
    const found: [string, string][] = [];
    for await (const some of askInBatches(context, batch, items, {})) found.push(...some);
    return found;
  };
  void askAbout(worker, ['a', 'b']);
  const response = await received(worker);
  worker.caller.close();
  response.end('{}');
  await stored();
  await timeIsUp();
  expect(await answering(askAbout(startWorker(), ['b', 'c']), '{}')).toEqual([
    ['b', '1 of a,b'],
    ['c', '0 of c'],
  ]);
  expect(asked).toEqual(['/metrics?a,b', '/metrics?c']);
});

test.runIf(process.platform === 'linux')(
  "keys are neither in the process's environment nor its arguments",
  async () => {
    vi.stubEnv('SERPER_API_KEY', vendorKey);
    onTestFinished(() => void vi.stubEnv('SERPER_API_KEY', undefined));
    const worker = startWorker();
    expect(await answering(worker.ask())).toBe('found');
    for (const file of ['environ', 'cmdline'])
      expect(readFileSync(`/proc/${worker.caller.pid}/${file}`, 'utf8')).not.toContain(vendorKey);
  },
);
