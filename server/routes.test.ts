// Every API call, made without a token and with another user's ids. A call missing from the table below fails the first test:
// add who may make it, and what another user's id looks like in it.
import { describe, expect, test } from 'vitest';
import { appForTests } from './test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults } from './test/build.ts';
import { openForTests } from './test/for-tests.ts';
import { mountedCalls } from './test/mounted-routes.ts';

interface Rows {
  campaignId: string;
  searchResultId: string;
  backlinkId: string;
  contactId: string;
}

interface Guarded {
  /** A valid call on these rows; missing for calls that name no row and only reach the user's own. */
  on?: (rows: Rows) => { path?: string; json?: unknown };
}

/** Requires sign-in; 404 for another user's rows. */
const own: Guarded = {};
const withPath = (fill: (rows: Rows) => string, json?: unknown): Guarded => ({
  on: (rows) => ({ path: fill(rows), ...(json !== undefined && { json }) }),
});
const withBody = (fill: (rows: Rows) => unknown): Guarded => ({ on: (rows) => ({ json: fill(rows) }) });

const lists = { 'search-results': 'searchResultId', backlinks: 'backlinkId', contacts: 'contactId' } as const;
const someChange = '0198c5a0-5b1e-7c3a-9a51-3f6f0b1f7c11';
const listCalls = Object.entries(lists).flatMap(([list, id]): [string, Guarded][] => [
  [`GET /data/${list}`, withPath(({ campaignId }) => `/data/${list}?campaignId=${campaignId}`)],
  [`PATCH /data/${list}/{id}`, withPath((rows) => `/data/${list}/${rows[id]}`, { keep: true })],
  [
    `PUT /data/${list}`,
    {
      on: (rows) => ({ path: `/data/${list}?campaignId=${rows.campaignId}`, json: [{ id: rows[id], keep: true }] }),
    },
  ],
  [
    `PUT /data/${list}/selection`,
    withPath(({ campaignId }) => `/data/${list}/selection?campaignId=${campaignId}`, {
      ...{ filter: {}, keep: false, changeId: someChange },
    }),
  ],
  [
    `POST /data/${list}/undo`,
    withPath(({ campaignId }) => `/data/${list}/undo?campaignId=${campaignId}`, { changeId: someChange }),
  ],
]);

const guarded: Record<string, Guarded> = {
  'GET /api/user': own,
  'DELETE /api/user': own,
  'POST /api/user/init': own,
  'POST /api/user/portal': own,
  'POST /api/user/upgrade/{plan}': own,
  'POST /api/user/billing/refresh': own,
  'GET /data/billing': own,
  'GET /data/billing/use': own,
  'GET /data/credits': own,
  'GET /data/credits/campaigns': own,
  'GET /data/link-index': own,
  'GET /data/live': own,
  'GET /data/profiles/me': own,

  'GET /data/triage': own,
  'PUT /data/triage': own,

  'GET /data/prospects': own,
  'PATCH /data/prospects': own,
  'POST /data/prospects/import': own,
  'GET /data/prospects.csv': own,
  'GET /data/site-rules': own,
  'POST /data/site-rules': own,
  'POST /data/site-rules/remove': own,
  'POST /data/separate-sites': own,
  'POST /data/prospects/undo': own,

  'GET /data/requests': own,
  'GET /data/requests/{id}': withPath(({ campaignId }) => `/data/requests/${campaignId}`),
  'GET /data/requests/{id}/left-out': withPath(({ campaignId }) => `/data/requests/${campaignId}/left-out`),
  'GET /data/requests/{id}/site-rules': withPath(({ campaignId }) => `/data/requests/${campaignId}/site-rules`),
  'PATCH /data/requests/{id}': withPath(({ campaignId }) => `/data/requests/${campaignId}`, { keyword: 'tea' }),
  'DELETE /data/requests/{id}': withPath(({ campaignId }) => `/data/requests/${campaignId}`),
  'POST /api/campaign/new': own,
  'POST /api/campaign/get-backlinks': withBody(({ campaignId }) => ({ campaignId })),
  'POST /api/campaign/get-emails': withBody(({ campaignId }) => ({ campaignId, mode: 'author' })),
  'POST /api/campaign/{id}/stop': withPath(({ campaignId }) => `/api/campaign/${campaignId}/stop`, {}),
  'GET /data/magic-price': own,
  'GET /data/campaigns/{id}/backlink-price': withPath(
    ({ campaignId }) => `/data/campaigns/${campaignId}/backlink-price`,
  ),
  'GET /data/campaigns/{id}/email-price': withPath(
    ({ campaignId }) => `/data/campaigns/${campaignId}/email-price?mode=author`,
  ),
  'GET /data/campaigns/{id}/retry-price': withPath(({ campaignId }) => `/data/campaigns/${campaignId}/retry-price`),
  'POST /api/campaign/{id}/retry': withPath(({ campaignId }) => `/api/campaign/${campaignId}/retry`, {}),
  'POST /api/campaign/get-email/{contactId}': withPath(({ contactId }) => `/api/campaign/get-email/${contactId}`, {}),

  'GET /data/contacts/{id}/evidence': withPath(({ contactId }) => `/data/contacts/${contactId}/evidence`),
  'POST /api/contacts/{contactId}/check': withPath(({ contactId }) => `/api/contacts/${contactId}/check`, {}),

  'GET /data/backlinks/{id}/screenshot': withPath(({ backlinkId }) => `/data/backlinks/${backlinkId}/screenshot`),
  'POST /api/backlinks/{id}/screenshot': withPath(({ backlinkId }) => `/api/backlinks/${backlinkId}/screenshot`, {}),

  ...Object.fromEntries(listCalls),
  'GET /data/campaigns/{id}/backlinks.csv': withPath(({ campaignId }) => `/data/campaigns/${campaignId}/backlinks.csv`),
  'GET /data/campaigns/{id}/contacts.csv': withPath(({ campaignId }) => `/data/campaigns/${campaignId}/contacts.csv`),
};

/** Files served only at signed URLs, with or without a session. */
const signed = ['GET /files/pictures/{name}'];

/** Calls that anyone may make; they reveal nothing about any user. */
const open = ['GET /files/favicons/{hostname}', 'GET /healthz', 'GET /metrics', 'GET /readyz'];

/** Calls that name more than one row: each of them is another user's once. */
const furtherNames: [call: string, on: (mine: Rows, theirs: Rows) => { path?: string; json?: unknown }][] = [
  [
    'POST /api/campaign/get-emails',
    (mine, { backlinkId }) => ({
      json: { campaignId: mine.campaignId, mode: 'domain', backlinkId, sendDataBack: true },
    }),
  ],
  [
    'POST /api/campaign/get-emails',
    ({ backlinkId }, { campaignId }) => ({ json: { campaignId, mode: 'domain', backlinkId, sendDataBack: true } }),
  ],
  ...Object.entries(lists).map(([list, id]): (typeof furtherNames)[number] => [
    `PUT /data/${list}`,
    (mine, theirs) => ({ path: `/data/${list}?campaignId=${mine.campaignId}`, json: [{ id: theirs[id], keep: true }] }),
  ]),
];

const zeus = appForTests();
const ann = openForTests(someone);
const ben = openForTests(someone);

async function someone() {
  const { db } = zeus.ctx;
  const user = await zeus.newUser({ backlink: 5, email: 5 });
  const of = { userId: user.id, campaignId: await createCampaign(db, user.id) };
  const [searchResultId = ''] = await createSearchResults(db, of, [{ keep: true }]);
  const [backlinkId = ''] = await createBacklinks(db, of, [{ keep: true }]);
  const found = { email_state: 'found', email: 'mia@site.example', verification: 'valid' };
  const [contactId = ''] = await createContacts(db, { ...of, backlinkId }, [found]);
  return { ...user, ...of, searchResultId, backlinkId, contactId };
}

/** Everything a user has, to detect changes. */
async function everythingOf(userId: string) {
  const { kysely } = zeus.ctx.db;
  const tables = ['requests', 'search_results', 'backlinks', 'contacts', 'credit_entries'] as const;
  return Promise.all(
    tables.map((table) => kysely.selectFrom(table).selectAll().where('user_id', '=', userId).orderBy('id').execute()),
  );
}

const parts = (call: string) => call.split(' ') as [method: string, path: string];
const someId = '01977c3a-1f00-7b02-8f00-5d3c2b1a0f02';

test('every call is in the table', () => {
  const listed = [...Object.keys(guarded), ...signed, ...open].sort();
  const mounted = mountedCalls(zeus.app);
  const unlisted = mounted.filter((call) => !listed.includes(call));
  expect(unlisted, 'add them to the table of server/routes.test.ts, with what a stranger’s id looks like').toEqual([]);
  const gone = listed.filter((call) => !mounted.includes(call));
  expect(gone, 'no longer mounted: take them out of the table of server/routes.test.ts').toEqual([]);
});

test("every call that names a row is tried with another user's", () => {
  const forgotten = Object.entries(guarded).filter(([call, { on }]) => /\{(?!plan)\w+\}/.test(call) && !on);
  expect(forgotten.map(([call]) => call)).toEqual([]);
});

describe('without a token, or with a wrong one, 401', () => {
  test.each(Object.keys(guarded))('%s', async (call) => {
    const [method, path] = parts(call);
    for (const token of [undefined, 'a.b.c']) {
      const body = method === 'GET' ? {} : { json: {} };
      const answer = await zeus.ask(path.replace(/\{\w+\}/g, someId), { method, token, ...body });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: 'signed-out' });
    }
  });
});

describe("with another user's rows 404, and nothing of theirs changes", () => {
  const calls = [
    ...Object.entries(guarded).flatMap(([call, { on }]) =>
      on ? [[call, (_mine: Rows, theirs: Rows) => on(theirs)]] : [],
    ),
    ...furtherNames,
  ] as typeof furtherNames;

  test.each(calls)('%s', async (call, ask) => {
    const [method, path] = parts(call);
    const { path: filled = path, json } = ask(ann, ben);
    const before = await everythingOf(ben.id);
    const answer = await zeus.ask(filled, { method, token: ann.token, ...(json !== undefined && { json }) });
    expect([answer.status, (await answer.json()).error]).toEqual([404, 'not-found']);
    expect(await everythingOf(ben.id)).toEqual(before);
  });
});

describe("with the user's own rows the same call is not 404", () => {
  // They wait for work that no worker does here.
  const waits = ['POST /api/campaign/get-email/{contactId}', 'POST /api/contacts/{contactId}/check'];
  const calls = Object.entries(guarded).flatMap(([call, { on }]) =>
    on && !waits.includes(call) ? [[call, on] as const] : [],
  );

  test.each(calls)('%s', async (call, on) => {
    const [method, path] = parts(call);
    const me = await someone();
    const { path: filled = path, json } = on(me);
    const answer = await zeus.ask(filled, { method, token: me.token, ...(json !== undefined && { json }) });
    expect([200, 204, 400, 409]).toContain(answer.status);
    await answer.body?.cancel();
  });
});

test.each(signed)('%s without its signature is 404', async (call) => {
  const [method, path] = parts(call);
  for (const token of [undefined, ann.token]) {
    expect((await zeus.ask(path.replace(/\{\w+\}/g, someId), { method, token })).status).toBe(404);
  }
});

describe('the open calls', () => {
  test.each(open)('%s answers without a token', async (call) => {
    const [method, path] = parts(call);
    expect((await zeus.ask(path, { method })).status).toBe(200);
  });
});
