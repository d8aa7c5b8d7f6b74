// Campaigns with a thousand backlinks over recorded real pages that behave like the real web: TLS, real headers, random
// latency, and faults in 1 % of the requests. Prints how the backlinks ended, by the faults they met, and what it cost. Mail
// servers are those of the practice web, which knows none of the recorded addresses, so no one is emailed.
// node bench/soak.ts [campaigns] [backlinks] [folder of recorded pages]
import { setTimeout as wait } from 'node:timers/promises';
import { createTestApp, type TestApp } from '../server/test/app.ts';
import { startCampaignWorker } from '../server/test/campaign-worker.ts';
import { type TestDatabase, withTemporaryDatabase } from '../server/test/database.ts';
import { startPracticeProcess } from './campaigns/practice-process.ts';
import { type SoakWeb, startSoakWeb } from './soak/soak-web.ts';

const campaigns = Number(process.argv[2] ?? 2);
const backlinks = Number(process.argv[3] ?? 1_000);
const folder = process.argv[4] ?? new URL('../../shared/data/pages', import.meta.url).pathname;
const giveUpSeconds = 3_600;

interface Row {
  host: string;
  read: string;
  searched: string;
  contacts: number;
}

const readRows = (db: TestDatabase, id: string) => db.sql<Row[]>`
  select domain as host, coalesce(replace(page_problem, domain, 'The site'), 'read') as read,
    contact_search || coalesce(': ' || replace(contact_search_problem, domain, 'the site'), '') as searched,
    (select count(*)::int from contacts where backlink_id = backlinks.id) as contacts
  from backlinks where requests_id = ${id}`;

async function runCampaign(zeus: TestApp, token: string, urls: string[]): Promise<string> {
  const post = async (path: string, json: object): Promise<{ id: string }> => {
    const answer = await zeus.ask(path, { method: 'POST', token, json });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { id } = await post('/api/campaign/new', { campaignType: 'BYOB', keyword: 'soak', backlinks: urls });
  await settled(zeus, token, id);
  await post('/api/campaign/get-emails', { campaignId: id, mode: 'author' });
  await settled(zeus, token, id);
  return id;
}

async function settled(zeus: TestApp, token: string, id: string): Promise<void> {
  const end = performance.now() + giveUpSeconds * 1000;
  while (performance.now() < end) {
    const row = await (await zeus.ask(`/data/requests/${id}`, { token })).json();
    if (row.step_started_at === null) return;
    await wait(250);
  }
  throw new Error(`A campaign was not done after ${giveUpSeconds} s`);
}

function countBy<Item>(items: readonly Item[], classOf: (item: Item) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(classOf(item), (counts.get(classOf(item)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function print(title: string, counts: readonly [string, number][]): void {
  console.log(`\n${title}`);
  for (const [name, count] of counts) console.log(`${String(count).padStart(8)}  ${name}`);
}

/** Lost: the page could not be read, or its contacts could not be searched. */
const isLost = ({ read, searched }: Row) => read !== 'read' || !searched.startsWith('done');

function report(rows: readonly Row[], { faultsOf }: SoakWeb): void {
  const met = ({ host }: Row) => [...(faultsOf.get(host) ?? ['no fault'])].sort().join(' + ');
  print(
    'Pages',
    countBy(rows, ({ read }) => read),
  );
  print(
    'Contact searches',
    countBy(rows, ({ searched }) => searched),
  );
  print('Backlinks by the faults their host showed', countBy(rows, met));
  print(
    'Lost',
    countBy(rows.filter(isLost), (row) => `${met(row)}: ${row.read === 'read' ? row.searched : row.read}`),
  );
  const found = rows.reduce((sum, { contacts }) => sum + contacts, 0);
  console.log(`\n${rows.filter(isLost).length} of ${rows.length} backlinks lost, ${found} contacts found`);
}

async function soak(db: TestDatabase, web: SoakWeb): Promise<void> {
  const { practice, stop } = await startPracticeProcess();
  const zeus = await createTestApp({ db, practice });
  await startCampaignWorker({ ...zeus.ctx, outbound: web.outbound });
  let peak = 0;
  const memory = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 250);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const users = await Promise.all(Array.from({ length: campaigns }, () => zeus.newUser({ email: 100_000 })));
  const share = Math.floor(web.urls.length / campaigns);
  const ids = await Promise.all(
    users.map(({ token }, n) => runCampaign(zeus, token, web.urls.slice(n * share, (n + 1) * share))),
  );
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(memory);
  report((await Promise.all(ids.map((id) => readRows(db, id)))).flat(), web);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${seconds.toFixed(0)} s, CPU ${((user + system) / 1e6).toFixed(0)} s, memory at most ${(peak / 2 ** 20).toFixed(0)} MB (web and worker)`,
  );
  await zeus.close();
  await web.outbound.close();
  stop();
}

const web = await startSoakWeb(folder, campaigns * backlinks);
if (web) {
  await withTemporaryDatabase((db) => soak(db, web));
  web.stop();
} else {
  console.log(`No recorded pages in ${folder}: nothing to do. They are kept apart from the project.`);
}
process.exit();
