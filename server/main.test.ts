// Zeus as a process: it starts, starts again, refuses, survives being killed, and stops.
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Database, openDatabase } from './platform/db.ts';
import { embeddedServerOptions } from './platform/embedded-postgres/configured.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { createEmptyDatabase } from './test/database.ts';
import { makeReadyHome, type ReadyHome } from './test/ready-home.ts';
import {
  refusedStart,
  startZeusProcess,
  temporaryHome,
  type ZeusOptions,
  type ZeusProcess,
} from './test/zeus-process.ts';

const running: ZeusProcess[] = [];
const folders: ReturnType<typeof temporaryHome>[] = [];

let ready: ReadyHome;

beforeAll(async () => {
  ready = await makeReadyHome();
}, 120_000);
afterAll(() => ready?.remove());
afterEach(async () => {
  for (const zeus of running.splice(0)) await zeus.end('SIGTERM');
  for (const folder of folders.splice(0)) folder.remove();
});

function newHome(): string {
  const folder = temporaryHome();
  folders.push(folder);
  return folder.home;
}

/** A home folder that Zeus knows already: for what is not about making one. */
function usedHome(): string {
  const home = join(newHome(), 'home');
  ready.copyTo(home);
  return home;
}

/** Without the practice web, whose first crawl is work for some seconds; the tests of it ask for it. */
async function start({ env, ...options }: ZeusOptions = {}): Promise<ZeusProcess> {
  const zeus = await startZeusProcess({ home: usedHome(), env: { PRACTICE: 'off', ...env }, ...options });
  running.push(zeus);
  return zeus;
}

/** The embedded database of a running Zeus, asked beside it. */
function databaseOf({ home }: ZeusProcess): Database {
  const { dataDir, password } = embeddedServerOptions({ home });
  return openDatabase({ host: dataDir, port: 5432, user: 'zeus', password, database: 'zeus' }, { poolSize: 1 });
}

/** The files of a home folder with their contents, without those of its database. */
function filesIn(home: string): Record<string, string> {
  const names = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(names.map(({ name }) => [name, readFileSync(join(home, name), 'utf8')]));
}

const readiness = async ({ address }: ZeusProcess) => (await fetch(`${address}/readyz`)).status;

describe('starting', { timeout: 120_000 }, () => {
  test('gives the whole product, says so last, and again on the same folder', async () => {
    const zeus = await start({ home: newHome() });
    expect(zeus.output().trimEnd().split('\n').at(-1)).toBe(`Zeus is ready at ${zeus.address}`);
    expect(await readiness(zeus)).toBe(200);
    const page = await fetch(`${zeus.address}/login`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await zeus.end('SIGINT')).toBe(0);
    const again = await start({ home: zeus.home });
    expect(await readiness(again)).toBe(200);
  });

  test('works in a folder that nobody else can enter', async () => {
    const locked = join(newHome(), 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o700);
    expect(await readiness(await start({ home: join(locked, 'zeus') }))).toBe(200);
  });

  test('two copies run side by side', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    expect([await readiness(one), await readiness(two)]).toEqual([200, 200]);
  });

  test('web and worker share the database at DATABASE_URL, in any number', async () => {
    const db = await createEmptyDatabase();
    const { host, user, password, database } = db.address;
    const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const env = { DATABASE_URL: url };
    const parts = await Promise.all((['web', 'web', 'worker', 'worker'] as const).map((part) => start({ part, env })));
    expect(await Promise.all(parts.slice(0, 2).map(readiness))).toEqual([200, 200]);
    expect(parts[2]?.output()).toContain('Zeus is ready to work');
    for (const part of parts) expect(await part.end()).toBe(0);
    await db.drop();
  });
});

test('on a bare machine the practice web is there, and is crawled into the index once', {
  timeout: 240_000,
}, async () => {
  const env = { PRACTICE: 'on' };
  const crawling = /job="index.(?:crawl|rate)",state="(waiting|running)"} [1-9]/;
  const metrics = async ({ address }: ZeusProcess) => (await fetch(`${address}/metrics`)).text();
  const indexOf = async (zeus: ZeusProcess) => {
    const db = databaseOf(zeus);
    const [row] = await db.sql<{ pages: number; last: Date }[]>`
      select (select count(*) from index_texts) as pages, max(crawled_at) as last from index_domains`;
    await db.close();
    return row;
  };
  const first = await start({ env });
  await vi.waitFor(async () => expect((await indexOf(first))?.pages).toBeGreaterThan(800), { timeout: 180_000 });
  await vi.waitFor(async () => expect(await metrics(first)).not.toMatch(crawling), { timeout: 30_000 });
  const made = await indexOf(first);
  await first.end();
  const again = await start({ home: first.home, env });
  expect(await metrics(again)).not.toMatch(crawling);
  expect(await indexOf(again)).toEqual(made);
});

describe('refusing', { timeout: 120_000 }, () => {
  test('a second start on the same folder says who is there, and leaves the first alone', async () => {
    const first = await start();
    const { code, output } = await refusedStart({ home: first.home });
    expect(code).toBe(1);
    expect(output).toContain(`Another Zeus (pid ${first.process.pid}) is already running`);
    expect(output).not.toMatch(/^\s+at /m);
    expect(await readiness(first)).toBe(200);
  });

  test('a second start on the same folder changes nothing there', async () => {
    const first = await start();
    // The first one's practice web holds these ports, so a second would have to move to others.
    const held = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void held.close());
    await once(held, 'listening');
    const { port } = held.address() as AddressInfo;
    writeFileSync(join(first.home, 'practice.json'), JSON.stringify({ port, smtpPort: port, dnsPort: port }));
    const before = filesIn(first.home);
    await refusedStart({ home: first.home, env: { PRACTICE: 'on' } });
    expect(filesIn(first.home)).toEqual(before);
  });

  test.each([['{"port":'], ['null'], ['{"port":"many","smtpPort":1,"dnsPort":1}'], ['{"port":70000}'], ['']])(
    'a damaged practice.json (%s): a sentence that says what to do, exit 1',
    async (text) => {
      const home = usedHome();
      const file = join(home, 'practice.json');
      writeFileSync(file, text);
      const { code, output } = await refusedStart({ home, env: { PRACTICE: 'on' } });
      expect(code).toBe(1);
      expect(output).toContain(`Zeus cannot read ${file} (it is damaged)`);
      expect(output).toContain('delete it');
      expect(output).not.toMatch(/^\s+at /m);
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  test('wrong settings: every wrong variable, exit 1', async () => {
    const { code, output } = await refusedStart({
      home: newHome(),
      env: { LOG_LEVEL: 'loud', TRUSTED_PROXIES: 'many' },
    });
    expect(code).toBe(1);
    expect(output).toMatch(/TRUSTED_PROXIES: .*\n.*LOG_LEVEL: /);
  });

  test('production with the defaults of a developer: a sentence for each', async () => {
    const { code, output } = await refusedStart({ home: newHome(), env: { NODE_ENV: 'production' } });
    expect(code).toBe(1);
    for (const name of ['ZEUS_SECRET', 'SITE_URL', 'SMTP_URL', 'STRIPE_SECRET_KEY'])
      expect(output).toContain(`  ${name}: `);
  });

  test('a home folder that cannot be written: a sentence, exit 1', async () => {
    const file = join(newHome(), 'file');
    writeFileSync(file, '');
    const { code, output } = await refusedStart({ home: join(file, 'zeus') });
    expect(code).toBe(1);
    expect(output).toContain(file);
    expect(output).not.toMatch(/^\s+at /m);
  });

  test('a port that is taken: a sentence, exit 1, and the database is stopped again', async () => {
    const first = await start();
    const home = usedHome();
    const env = { PORT: new URL(first.address).port, PRACTICE: 'on' };
    const { code, output } = await refusedStart({ home, env });
    expect(code).toBe(1);
    expect(existsSync(join(home, 'practice.json'))).toBe(false);
    expect(output).toMatch(/^Port \d+ is taken by another program. Set PORT to a free one.$/m);
    expect(await readiness(await start({ home }))).toBe(200);
  });
});

describe('being killed', { timeout: 120_000 }, () => {
  test('kill -9 of Zeus blocks nothing: the next start is ready', async () => {
    const zeus = await start();
    await zeus.end('SIGKILL');
    expect(await readiness(await start({ home: zeus.home }))).toBe(200);
  });

  test('kill -9 of its database: it is started again and Zeus goes on', async () => {
    const zeus = await start();
    const postmaster = async () => {
      const db = databaseOf(zeus);
      const [row] = await db.sql<
        { pid: string }[]
      >`select split_part(pg_read_file('postmaster.pid'), E'\n', 1) as pid`.finally(db.close);
      return Number(row?.pid);
    };
    const killed = await postmaster();
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(async () => expect(await postmaster()).not.toBe(killed), { timeout: 60_000, interval: 200 });
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(200), { timeout: 40_000, interval: 200 });
    expect(zeus.process.exitCode).toBeNull();
  });

  test('a database that is away: 503 with a code for as long, then it goes on', async () => {
    const options = { dataDir: join(newHome(), 'postgres'), password: 'secret', durable: false, log: () => {} };
    const server = await startEmbeddedPostgres(options);
    const { host, user, password, database } = server.address;
    const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const zeus = await start({ env: { DATABASE_URL: url } });
    await server.stop();
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(503), { timeout: 20_000 });
    expect(await (await fetch(`${zeus.address}/readyz`)).json()).toMatchObject({ error: 'database-unavailable' });
    expect((await fetch(`${zeus.address}/healthz`)).status).toBe(200);
    const back = await startEmbeddedPostgres(options);
    await vi.waitFor(async () => expect(await readiness(zeus)).toBe(200), { timeout: 40_000 });
    expect(await zeus.end()).toBe(0);
    await back.stop();
  });
});

test('Ctrl-C that arrives twice, as through npm, still stops it cleanly', { timeout: 60_000 }, async () => {
  const zeus = await start();
  zeus.process.kill('SIGINT');
  expect(await zeus.end('SIGINT')).toBe(0);
});

test('SIGTERM stops it cleanly', { timeout: 60_000 }, async () => {
  const zeus = await start();
  expect(await zeus.end('SIGTERM')).toBe(0);
});
