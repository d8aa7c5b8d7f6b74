// Every change of a campaign reaches its owner's event streams, also on another instance of the app and after a dropped
// connection, and no one else's stream.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, createApp } from '../app.ts';
import { type Live, openLive } from '../platform/live.ts';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults } from '../test/build.ts';

const zeus = appForTests();
/** Simulates a second web process: its own LISTEN, its own app. */
let elsewhere: { app: App; live: Live };
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];

beforeAll(async () => {
  const live = await openLive(zeus.ctx.db, pino({ level: 'silent' }));
  elsewhere = { live, app: createApp({ ...zeus.ctx, live }) };
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cancel();
});
afterAll(() => elsewhere.live.close());

interface Heard {
  topic: string;
  id: string | null;
  eventId: string;
}

/** Opens a stream and collects its notices. Resolves when it is ready. */
async function follow(app: App, token: string, lastEventId?: string) {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (lastEventId) headers.set('last-event-id', lastEventId);
  const answer = await app.request('/data/live', { headers });
  const reader = answer.body?.getReader();
  if (answer.status !== 200 || !reader) throw new Error(`no stream: ${answer.status}`);
  readers.push(reader);
  const heard: Heard[] = [];
  let text = '';
  const decoder = new TextDecoder();
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      heard.push(...events.flatMap(readEvent));
    }
  })();
  await vi.waitFor(() => expect(heard.some(({ topic }) => topic === 'ready')).toBe(true), { timeout: 30_000 });
  return heard;
}

function readEvent(event: string): Heard[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1];
  const [topic, data] = [field('event'), field('data')];
  return topic && data ? [{ topic, id: JSON.parse(data).id ?? null, eventId: field('id') ?? '' }] : [];
}

const hears = (heard: Heard[], notice: object) =>
  vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining(notice)), { timeout: 30_000 });

async function someone() {
  const { db } = zeus.ctx;
  const user = await zeus.newUser({ email: 5 });
  const of = { userId: user.id, campaignId: await createCampaign(db, user.id) };
  const [searchResultId = ''] = await createSearchResults(db, of);
  const [backlinkId = ''] = await createBacklinks(db, of);
  const [contactId = ''] = await createContacts(db, { ...of, backlinkId });
  return { ...user, ...of, searchResultId, backlinkId, contactId };
}
type Someone = Awaited<ReturnType<typeof someone>>;

const change = (path: string, { token }: Someone, method: string, json: unknown) =>
  zeus.ask(path, { method, token, json });

const changes: [name: string, topic: string, make: (who: Someone) => Promise<unknown>][] = [
  [
    'its status',
    'requests',
    ({ campaignId }) =>
      zeus.ctx.db.kysely
        .updateTable('requests')
        .set({ status: 'Waiting for Emails' })
        .where('id', '=', campaignId)
        .execute(),
  ],
  [
    'its progress',
    'requests',
    ({ campaignId }) =>
      zeus.ctx.db.kysely.updateTable('requests').set({ progress_done: 1 }).where('id', '=', campaignId).execute(),
  ],
  ['its name', 'requests', (who) => change(`/data/requests/${who.campaignId}`, who, 'PATCH', { keyword: 'tea' })],
  ['a new search result', 'search-results', (who) => createSearchResults(zeus.ctx.db, who)],
  ['a new backlink', 'backlinks', (who) => createBacklinks(zeus.ctx.db, who)],
  ['a new contact', 'contacts', (who) => createContacts(zeus.ctx.db, who)],
  [
    'keep of a search result',
    'search-results',
    (who) => change(`/data/search-results/${who.searchResultId}`, who, 'PATCH', { keep: true }),
  ],
  [
    'keep of a backlink',
    'backlinks',
    (who) => change(`/data/backlinks/${who.backlinkId}`, who, 'PATCH', { keep: true }),
  ],
  [
    'a whole list of contacts',
    'contacts',
    (who) => change(`/data/contacts?campaignId=${who.campaignId}`, who, 'PUT', [{ id: who.contactId, keep: true }]),
  ],
];

describe('on every process', () => {
  test.each(changes)('%s is reported as %s', async (_name, topic, make) => {
    const [ann, ben] = [await someone(), await someone()];
    const streams = [await follow(zeus.app, ann.token), await follow(elsewhere.app, ann.token)];
    const bens = await follow(elsewhere.app, ben.token);
    await make(ann);
    for (const heard of streams) await hears(heard, { topic, id: ann.campaignId });
    await make(ben);
    await hears(bens, { topic, id: ben.campaignId });
    expect(bens.filter(({ id }) => id === ann.campaignId)).toEqual([]);
  });

  test('the balance', async () => {
    const ann = await someone();
    const heard = await follow(elsewhere.app, ann.token);
    const entry = { user_id: ann.id, kind: 'email', delta: -1, reason: 'email:a@b.example' };
    await zeus.ctx.db.kysely.insertInto('credit_entries').values(entry).execute();
    await hears(heard, { topic: 'profiles', id: ann.id });
  });

  test('a new campaign', async () => {
    const ann = await someone();
    const heard = await follow(elsewhere.app, ann.token);
    const form = { campaignType: 'BYOB', keyword: 'golf', backlinks: ['https://golf.example/'] };
    const { id } = await (await change('/api/campaign/new', ann, 'POST', form)).json();
    for (const topic of ['requests', 'backlinks']) await hears(heard, { topic, id });
  });

  test('its deletion', async () => {
    const ann = await someone();
    const heard = await follow(elsewhere.app, ann.token);
    await change(`/data/requests/${ann.campaignId}`, ann, 'DELETE', {});
    await hears(heard, { topic: 'requests', id: ann.campaignId });
  });

  test('a thousand rows at once are one notice', async () => {
    const ann = await someone();
    const heard = await follow(elsewhere.app, ann.token);
    // Notices arrive in order: with this one, everything sent before has arrived.
    const heardAllUpTo = async (mark: string) => {
      await zeus.ctx.db.sql`select pg_notify('zeus_live', json_build_object(
        'user', ${ann.id}::text, 'topic', 'profiles', 'id', ${mark}::text)::text)`;
      await hears(heard, { topic: 'profiles', id: mark });
    };
    await heardAllUpTo('before');
    heard.length = 0;
    await createSearchResults(
      zeus.ctx.db,
      ann,
      Array.from({ length: 1_000 }, () => ({})),
    );
    await heardAllUpTo('after');
    expect(heard.filter(({ topic }) => topic === 'search-results')).toHaveLength(1);
  });
});

describe('a dropped connection', () => {
  test('receives what it missed on reconnecting to the same process', async () => {
    const ann = await someone();
    const before = await follow(zeus.app, ann.token);
    await createBacklinks(zeus.ctx.db, ann);
    await hears(before, { topic: 'backlinks' });
    await readers.pop()?.cancel();
    await createContacts(zeus.ctx.db, ann);
    await createSearchResults(zeus.ctx.db, ann);
    const after = await follow(zeus.app, ann.token, before.at(-1)?.eventId);
    await hears(after, { topic: 'contacts', id: ann.campaignId });
    await hears(after, { topic: 'search-results', id: ann.campaignId });
    expect(after.map(({ topic }) => topic)).not.toContain('resync');
  });

  test('that reconnects to another process has to read everything again', async () => {
    const ann = await someone();
    const before = await follow(zeus.app, ann.token);
    await createBacklinks(zeus.ctx.db, ann);
    await hears(before, { topic: 'backlinks' });
    const after = await follow(elsewhere.app, ann.token, before.at(-1)?.eventId);
    await hears(after, { topic: 'resync', id: null });
  });
});
