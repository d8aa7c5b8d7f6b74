// How fast a change reaches its owner's event stream, and how fast a newly enqueued job starts: while idle, and while a
// campaign runs in the same process. Stream, web server and worker are this process.
// node bench/live.ts [backlinks of the campaign]
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sendAuthMail } from '../server/jobs.ts';
import type { Practice } from '../server/platform/context.ts';
import { openDatabase } from '../server/platform/db.ts';
import { listen } from '../server/platform/http/server.ts';
import { createTestApp, type TestApp } from '../server/test/app.ts';
import { startCampaignWorker } from '../server/test/campaign-worker.ts';
import { type TestDatabase, withTemporaryDatabase } from '../server/test/database.ts';
import { startPracticeProcess } from './campaigns/practice-process.ts';

const size = Number(process.argv[2] ?? 100);
const idleSamples = 200;
const pauseMs = 20;

/** Awaits one event at a time: `next` returns when it happened. */
function createBell() {
  let ring = (_: number) => {};
  return {
    ring: () => ring(performance.now()),
    next: () => new Promise<number>((resolve) => (ring = resolve)),
  };
}

/** Milliseconds from just before `begin` to the event it causes. */
async function timed(bell: ReturnType<typeof createBell>, begin: () => Promise<unknown>): Promise<number> {
  const rang = bell.next();
  const started = performance.now();
  await begin();
  return (await rang) - started;
}

interface Probe {
  name: string;
  /** Milliseconds that it took once. */
  sample(): Promise<number>;
}

async function takeSamples(probes: Probe[], isOver: () => boolean): Promise<Map<string, number[]>> {
  const taken = new Map(probes.map(({ name }) => [name, [] as number[]]));
  await Promise.all(
    probes.map(async ({ name, sample }) => {
      while (!isOver()) {
        taken.get(name)?.push(await sample());
        await wait(pauseMs);
      }
    }),
  );
  return taken;
}

function report(when: string, taken: Map<string, number[]>): void {
  for (const [name, times] of taken) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number) => `${(sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)} ms`.padStart(11);
    const line = [name.padEnd(36), when.padEnd(26), String(times.length).padStart(7), at(0.5), at(0.95), at(1)];
    console.log(line.join(''));
  }
}

/** Web server and worker, and a second web server with its own connections for the stream. */
async function openBoth(db: TestDatabase, practice: Practice, onJob: () => void) {
  const env = { ZEUS_SECRET: randomUUID() };
  const zeus = await createTestApp({ db, practice, env });
  const otherDb = openDatabase(db.address, { poolSize: 4 });
  const workerDb = openDatabase(db.address, { poolSize: 10 });
  const closing = new AbortController();
  const other = await createTestApp({
    db: { ...otherDb, address: db.address, drop: db.drop },
    env,
    closing: closing.signal,
  });
  const server = await listen(other.app.fetch, { host: '127.0.0.1', port: 0 });
  await startCampaignWorker({ ...zeus.ctx, db: workerDb }, { [sendAuthMail.name]: { run: async () => onJob() } });
  return {
    zeus,
    port: server.port,
    async close() {
      closing.abort();
      await server.stop(1_000);
      await other.close();
      await zeus.close();
      await Promise.all([otherDb.close(), workerDb.close()]);
    },
  };
}

async function follow(port: number, token: string, receive: (text: string) => void): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await fetch(`http://127.0.0.1:${port}/data/live`, { headers });
  void (async () => {
    for await (const chunk of body ?? []) receive(new TextDecoder().decode(chunk));
  })();
}

/** A campaign of these own backlinks while their contacts are being found, and when that is over. */
async function findContacts({ ask, ctx }: TestApp, token: string, urls: string[]): Promise<{ over: Promise<void> }> {
  async function post(path: string, json: object): Promise<string> {
    const answer = await ask(`/api/campaign/${path}`, { method: 'POST', token, json });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).id;
  }
  const campaignId = await post('new', { campaignType: 'BYOB', keyword: 'golf', backlinks: urls });
  async function settled(): Promise<void> {
    const isWorking = () => ctx.db.sql`select 1 from requests where id = ${campaignId} and step_started_at is not null`;
    while ((await isWorking()).length > 0) await wait(50);
  }
  await settled();
  await post('get-emails', { campaignId, mode: 'author' });
  return { over: settled() };
}

async function measure(db: TestDatabase, practice: Practice, urls: string[]): Promise<void> {
  const [arrived, started] = [createBell(), createBell()];
  const { zeus, port, close } = await openBoth(db, practice, started.ring);
  const user = await zeus.newUser({ backlink: 10_000, email: 10_000 });
  const row = { user_id: user.id, keyword: 'changed', type: 'BYOB', status: 'Waiting to Pick Backlinks' };
  const { id } = await db.kysely.insertInto('requests').values(row).returning('id').executeTakeFirstOrThrow();
  await follow(port, user.token, (text) => text.includes(id) && arrived.ring());

  let changes = 0;
  const change = () => db.sql`update requests set progress_done = ${++changes} where id = ${id}`;
  const order = { kind: 'password-changed', to: '' } as const;
  const probes: Probe[] = [
    { name: 'a change until it is on the stream', sample: () => timed(arrived, change) },
    {
      name: 'enqueue until the job starts',
      sample: () => timed(started, () => zeus.ctx.queue.enqueue(db.kysely, sendAuthMail, order)),
    },
  ];
  // The first ones load code and query plans.
  await takeSamples(probes, () => changes >= 20);
  const until = changes + idleSamples;
  report('idle', await takeSamples(probes, () => changes >= until));
  const { over } = await findContacts(zeus, user.token, urls);
  let isOver = false;
  void over.then(() => (isOver = true));
  report(`${urls.length} backlinks searched`, await takeSamples(probes, () => isOver));
  await close();
}

const { practice, pages, stop } = await startPracticeProcess();
try {
  await withTemporaryDatabase(async (db) => {
    const head = ['samples'.padStart(7), 'median'.padStart(11), '95 of 100'.padStart(11), 'longest'.padStart(11)];
    console.log(' '.repeat(62) + head.join(''));
    await measure(db, practice, pages.slice(0, size));
  });
} finally {
  stop();
}
