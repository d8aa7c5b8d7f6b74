// Campaigns whose database is restarted in the middle of their steps, next to undisturbed ones: the same rows, the same ledger.
// Meanwhile a client follows the event stream and reads the campaigns only when notified.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { truthOf } from '../../../practice/truth.ts';
import { waitFor } from '../../test/auth.ts';
import { outcomeOf } from '../../test/campaign-outcome.ts';
import type { TestServer } from '../../test/database.ts';
import { startOwnDatabase } from '../../test/own-database.ts';
import { createPracticeApp, type PracticeApp } from '../../test/practice-app.ts';

const size = 20;
let server: TestServer;
let zeus: PracticeApp;
let urls: string[];

beforeAll(async () => {
  const own = await startOwnDatabase();
  server = own.server;
  zeus = await createPracticeApp({ db: own.db, sites: 0 });
  const { sites, pages } = truthOf(zeus.practice.world, zeus.practice.port);
  const articlesWith = (...policies: string[]) =>
    sites
      .filter(({ mailPolicy }) => policies.includes(mailPolicy))
      .flatMap(({ host }) => pages.find((page) => page.host === host && page.authorIds.length > 0) ?? []);
  // One mail server makes us wait some seconds, so that not everything is done before the restart.
  const articles = [...articlesWith('greylist').slice(0, 1), ...articlesWith('mailboxes', 'catch-all', 'second-mx')];
  urls = articles.slice(0, size).map(({ url }) => url);
}, 180_000);
afterAll(async () => {
  await zeus?.close();
  await zeus?.ctx.db.close();
  await server?.stop();
});

interface Onlooker {
  /** The last status read of each campaign. */
  statuses: Map<string, string>;
  /** Topics received from the stream. */
  heard: string[];
  /** Breaks the connection; it reconnects like a browser. */
  cut(): void;
  leave(): Promise<void>;
}

function lookOn(token: string): Onlooker {
  const statuses = new Map<string, string>();
  const heard: string[] = [];
  let lastId = '';
  let connection = new AbortController();
  let isLeaving = false;

  async function read(): Promise<void> {
    const { status, json } = await zeus.get('/data/requests', token);
    if (status === 200) for (const campaign of json) statuses.set(campaign.id, campaign.status);
  }

  async function follow(): Promise<void> {
    connection = new AbortController();
    const headers: Record<string, string> = lastId ? { 'last-event-id': lastId } : {};
    const { status, body } = await zeus.ask('/data/live', { token, headers });
    if (status !== 200 || !body) return;
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    const stop = () => void reader.cancel();
    connection.signal.addEventListener('abort', stop);
    // It may have been cut while the request was under way.
    if (connection.signal.aborted) stop();
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + value).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) await handleEvent(event);
    }
  }

  async function handleEvent(event: string): Promise<void> {
    const topic = /^event: (.+)$/m.exec(event)?.[1] ?? '';
    lastId = /^id: (.+)$/m.exec(event)?.[1] ?? lastId;
    heard.push(topic);
    if (topic === 'requests' || topic === 'resync') await read();
  }

  async function keepFollowing(): Promise<void> {
    while (!isLeaving) {
      await follow();
      await wait(20);
    }
  }

  const followed = keepFollowing();
  return {
    statuses,
    heard,
    cut: () => connection.abort(),
    async leave() {
      isLeaving = true;
      connection.abort();
      await followed;
    },
  };
}

/** Own backlinks. When the disturbance comes, the first campaign is finding contacts and the second reading titles. */
async function playCampaigns(disturb: (campaignId: string, onlooker: Onlooker) => Promise<void> = async () => {}) {
  // Makes the second run ask the mail servers again.
  await zeus.ctx.db
    .sql`truncate email_verifications, mail_domains, mail_hosts, mail_host_slots, mail_operators, mail_replies`;
  const user = await zeus.newUser({ email: 500 });
  const onlooker = lookOn(user.token);
  const create = async (keyword: string): Promise<string> =>
    (await zeus.post('/api/campaign/new', user.token, { campaignType: 'BYOB', keyword, backlinks: urls })).json.id;

  const first = await create('first');
  await zeus.settled(first);
  const ordered = await zeus.post('/api/campaign/get-emails', user.token, { campaignId: first, mode: 'author' });
  expect(ordered.status).toBe(200);
  await waitFor(async () => (await countSearched(first)) > 0);
  const second = await create('second');
  await disturb(first, onlooker);

  const outcomes = [];
  for (const campaignId of [first, second]) {
    const { status } = await zeus.settled(campaignId);
    await waitFor(async () => onlooker.statuses.get(campaignId) === status);
    outcomes.push(await outcomeOf(zeus.ctx.db, { userId: user.id, campaignId }));
  }
  await onlooker.leave();
  return { outcomes, heard: onlooker.heard };
}

async function countSearched(campaignId: string): Promise<number> {
  const rows = await zeus.ctx.db.sql`
    select id from backlinks where requests_id = ${campaignId} and contact_search <> 'waiting'`;
  return rows.length;
}

async function isWorkedOn(campaignId: string): Promise<boolean> {
  const rows = await zeus.ctx.db.sql`
    select 1 from requests where id = ${campaignId} and step_started_at is not null`;
  return rows.length > 0;
}

test('a restart in the middle: the same rows and ledger, and the web server and its stream recover', async () => {
  const disturbed = await playCampaigns(async (campaignId, onlooker) => {
    expect(await isWorkedOn(campaignId)).toBe(true);
    await server.restart(async () => {
      expect((await zeus.ask('/readyz')).status).toBe(503);
      onlooker.cut();
    });
    await waitFor(async () => (await zeus.ask('/readyz')).status === 200);
  });
  const calm = await playCampaigns();

  expect(disturbed.heard).toContain('resync');
  expect(calm.heard).not.toContain('resync');
  expect(calm.outcomes.map(({ campaign }) => campaign[0]?.status)).toEqual([
    'Waiting to Download Emails',
    'Waiting to Pick Backlinks',
  ]);
  expect(calm.outcomes[0]?.backlinks.filter(({ contact_search }) => contact_search === 'done')).toHaveLength(size);
  expect(calm.outcomes[0]?.ledger.length).toBeGreaterThan(size / 2);
  expect(disturbed.outcomes).toEqual(calm.outcomes);
}, 180_000);
