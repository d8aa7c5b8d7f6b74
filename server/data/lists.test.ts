// The lists of /data over HTTP: what they return, accept and refuse.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { backlink } from '../../shared/backlink.ts';
import { contact } from '../../shared/contact.ts';
import { searchResult } from '../../shared/search-result.ts';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults } from '../test/build.ts';
import { openForTests } from '../test/for-tests.ts';

const zeus = appForTests();
/** Whose rows no test changes. */
const reader = openForTests(someone);

/** A user with one campaign and three rows in each list. */
async function someone() {
  const { db } = zeus.ctx;
  const { id: userId, token } = await zeus.newUser();
  const campaignId = await createCampaign(db, userId, { step_started_at: new Date() });
  const of = { userId, campaignId };
  const searchResults = await createSearchResults(db, of, [{ domain_rating: 12.3 }, {}, {}]);
  const backlinks = await createBacklinks(db, of, [
    { domain_rating: 10 },
    { domain_rating: 90.5 },
    { domain_rating: 50 },
  ]);
  const [backlinkId = ''] = backlinks;
  const contacts = await createContacts(db, { ...of, backlinkId }, [
    { email_state: 'found', email: 'mia@site-0.example', verification: 'valid', type: 'personal' },
    { email_state: 'none' },
    { email_state: 'fetching', highlighted: true },
  ]);
  const ids = { 'search-results': searchResults, backlinks, contacts };
  return { userId, token, campaignId, backlinkId, ids };
}
type Someone = Awaited<ReturnType<typeof someone>>;
type Row = Record<string, unknown> & { id: string; keep: boolean };

const lists = ['search-results', 'backlinks', 'contacts'] as const;
type List = (typeof lists)[number];
const shapes = { 'search-results': searchResult, backlinks: backlink, contacts: contact };

const address = (list: List, { campaignId }: { campaignId: string }, more = '') =>
  `/data/${list}?campaignId=${campaignId}${more}`;
const read = async (list: List, who: Someone, more = ''): Promise<Row[]> =>
  (await zeus.ask(address(list, who, more), { token: who.token })).json();
const kept = async (list: List, who: Someone) =>
  Object.fromEntries((await read(list, who)).map(({ id, keep }) => [id, keep]));

describe.each(lists)('/data/%s', (list) => {
  test('refuses a missing or invalid campaign, page and order', async () => {
    for (const query of [
      '',
      '?campaignId=1',
      ...['limit=0', 'limit=10001', 'offset=-1', 'limit=a'].map((bad) => `?campaignId=${reader.campaignId}&${bad}`),
    ]) {
      const answer = await zeus.ask(`/data/${list}${query}`, { token: reader.token });
      expect([query, answer.status]).toEqual([query, 400]);
    }
    for (const order of ['keep', 'user_id.asc', 'id.up', 'id;drop table contacts.asc', '']) {
      const answer = await zeus.ask(address(list, reader, `&order=${encodeURIComponent(order)}`), {
        token: reader.token,
      });
      expect([order, answer.status]).toEqual([order, 400]);
    }
  });

  test("another user's campaign is not found, nor one that never existed", async () => {
    const [ann, ben] = [reader, await someone()];
    for (const campaignId of [ben.campaignId, randomUUID()]) {
      for (const call of [{}, { method: 'PUT', json: [] }]) {
        const answer = await zeus.ask(address(list, { campaignId }), { token: ann.token, ...call });
        expect(answer.status).toBe(404);
        expect(await answer.json()).toMatchObject({ error: 'not-found' });
      }
    }
  });

  test('returns the rows in the shape both sides share, with their number', async () => {
    const answer = await zeus.ask(address(list, reader), { token: reader.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-total-count')).toBe('3');
    const rows: Row[] = await answer.json();
    expect(rows.map((row) => shapes[list].strict().parse(row))).toHaveLength(3);
    expect(rows.every((row) => row.user_id === reader.userId)).toBe(true);
  });

  test('pages: the same rows in parts, with the total number', async () => {
    const all = await read(list, reader);
    const answer = await zeus.ask(address(list, reader, '&limit=1&offset=1'), { token: reader.token });
    expect(answer.headers.get('x-total-count')).toBe('3');
    expect(await answer.json()).toEqual([all[1]]);
    expect(await read(list, reader, '&offset=3')).toEqual([]);
  });

  test('a campaign without rows returns an empty list', async () => {
    const { id, token } = await zeus.newUser();
    const answer = await zeus.ask(address(list, { campaignId: await createCampaign(zeus.ctx.db, id) }), { token });
    expect(answer.headers.get('x-total-count')).toBe('0');
    expect(await answer.json()).toEqual([]);
  });

  test('PATCH keeps one row and returns it as the list does', async () => {
    const who = await someone();
    const [first = '', ...rest] = who.ids[list];
    const answer = await zeus.ask(`/data/${list}/${first}`, {
      method: 'PATCH',
      token: who.token,
      json: { keep: true },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual((await read(list, who)).find(({ id }) => id === first));
    expect(await kept(list, who)).toEqual({ [first]: true, ...Object.fromEntries(rest.map((id) => [id, false])) });
  });

  test.each([{}, { keep: 'yes' }, { keep: null }, []])('PATCH refuses %j', async (json) => {
    const path = `/data/${list}/${reader.ids[list][0]}`;
    expect((await zeus.ask(path, { method: 'PATCH', token: reader.token, json })).status).toBe(400);
  });

  test("PATCH of another user's, a missing or an invalid row is 404 and changes nothing", async () => {
    const [ann, ben] = [reader, await someone()];
    for (const id of [ben.ids[list][0], randomUUID(), '1']) {
      const call = { method: 'PATCH', token: ann.token, json: { keep: true } };
      expect((await zeus.ask(`/data/${list}/${id}`, call)).status).toBe(404);
    }
    expect(Object.values(await kept(list, ben))).toEqual([false, false, false]);
  });

  test('PUT saves a whole list or part of it', async () => {
    const who = await someone();
    const put = (json: object) => zeus.ask(address(list, who), { method: 'PUT', token: who.token, json });
    const [a = '', b = '', c = ''] = who.ids[list];
    const answer = await put([a, b, c].map((id) => ({ id, keep: id !== b })));
    expect([answer.status, await answer.json()]).toEqual([200, { updated: 3 }]);
    expect(await kept(list, who)).toEqual({ [a]: true, [b]: false, [c]: true });
    expect(await (await put([{ id: a, keep: false }])).json()).toEqual({ updated: 1 });
    expect(await (await put([])).json()).toEqual({ updated: 0 });
    expect(await kept(list, who)).toEqual({ [a]: false, [b]: false, [c]: true });
  });

  test('PUT with one row outside this user and campaign changes nothing at all', async () => {
    const [ann, ben] = [reader, await someone()];
    const elsewhere = await createCampaign(zeus.ctx.db, ann.userId);
    const own = ann.ids[list].map((id) => ({ id, keep: true }));
    for (const stray of [ben.ids[list][0], randomUUID()]) {
      const json = [...own, { id: stray, keep: true }];
      expect((await zeus.ask(address(list, ann), { method: 'PUT', token: ann.token, json })).status).toBe(404);
    }
    const wrongCampaign = { method: 'PUT', token: ann.token, json: own };
    expect((await zeus.ask(address(list, { campaignId: elsewhere }), wrongCampaign)).status).toBe(404);
    for (const who of [ann, ben]) expect(Object.values(await kept(list, who))).toEqual([false, false, false]);
  });

  test('PUT refuses invalid lists, duplicate rows, and too many', async () => {
    const [id = ''] = reader.ids[list];
    const row = { id, keep: true };
    const many = Array.from({ length: 10_001 }, () => ({ id: randomUUID(), keep: true }));
    for (const json of [row, {}, [{ id }], [{ id: '1', keep: true }], [row, { ...row, id: id.toUpperCase() }], many]) {
      expect((await zeus.ask(address(list, reader), { method: 'PUT', token: reader.token, json })).status).toBe(400);
    }
    expect(Object.values(await kept(list, reader))).toEqual([false, false, false]);
  });

  test('two whole lists sent at once both succeed', async () => {
    const who = await someone();
    const rows = who.ids[list].map((id) => ({ id, keep: true }));
    const sent = [rows, rows.toReversed(), rows, rows.toReversed()].map((json, index) =>
      zeus.ask(address(list, who), {
        method: 'PUT',
        token: who.token,
        json: json.map((row) => ({ ...row, keep: index % 2 === 0 })),
      }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

test('the largest campaign is saved in one call, even with white space', async () => {
  const who = await someone();
  const { db } = zeus.ctx;
  await db.sql`insert into backlinks (user_id, requests_id, url_from, domain, source)
    select ${who.userId}, ${who.campaignId}, 'https://many.example/' || n, 'many.example', 'zeus-own' from generate_series(1, 9997) n`;
  const all = await db.kysely.selectFrom('backlinks').select('id').where('user_id', '=', who.userId).execute();
  const rows = all.map(({ id }) => ({ id, keep: true, screened: true }));
  const body = JSON.stringify(rows, null, 6);
  expect(body.length).toBeGreaterThan(1024 * 1024);
  const answer = await zeus.ask(address('backlinks', who), { method: 'PUT', token: who.token, body });
  expect([answer.status, await answer.json()]).toEqual([200, { updated: 10_000 }]);
  const whole = await zeus.ask(address('backlinks', who, '&keep=true'), { token: who.token });
  expect(whole.headers.get('x-total-count')).toBe('10000');
  expect(((await whole.json()) as Row[]).every(({ screened }) => screened)).toBe(true);
});

describe('orders and filters', () => {
  test('search results by position, backlinks strongest first, contacts in order of arrival; or as requested', async () => {
    const by = async (list: List, more = '') =>
      (await read(list, reader, more)).map(({ id }) => reader.ids[list].indexOf(id));
    expect(await by('search-results')).toEqual([0, 1, 2]);
    expect(await by('search-results', '&order=position.desc')).toEqual([2, 1, 0]);
    expect(await by('backlinks')).toEqual([1, 2, 0]);
    expect(await by('backlinks', '&order=domain_rating.asc&limit=2')).toEqual([0, 2]);
    // Ids grow with time; within a millisecond the order is arbitrary.
    const asTheyCame = reader.ids.contacts.toSorted();
    expect((await read('contacts', reader)).map(({ id }) => id)).toEqual(asTheyCame);
    expect((await read('contacts', reader, '&order=id.desc')).map(({ id }) => id)).toEqual(asTheyCame.toReversed());
  });

  test.each(['asc', 'desc'])('unknown figures come last, %s', async (direction) => {
    const { id: userId, token } = await zeus.newUser();
    const { db } = zeus.ctx;
    const campaignId = await createCampaign(db, userId);
    const of = { userId, campaignId };
    const figures = [{ domain_rating: -1 }, { domain_rating: 0 }, { domain_rating: 60 }];
    await createBacklinks(db, of, figures);
    await createSearchResults(db, of, figures);
    const known = direction === 'asc' ? [0, 60] : [60, 0];
    for (const list of ['backlinks', 'search-results']) {
      const path = `/data/${list}?campaignId=${campaignId}&order=domain_rating.${direction}`;
      const rows = (await (await zeus.ask(path, { token })).json()) as { domain_rating: number }[];
      expect(rows.map(({ domain_rating }) => domain_rating)).toEqual([...known, -1]);
    }
  });

  test('backlinks: notes and tags are tidied, and refused if they can’t be saved', async () => {
    const who = await someone();
    const [id = ''] = who.ids.backlinks;
    const patch = (json: object) => zeus.ask(`/data/backlinks/${id}`, { method: 'PATCH', token: who.token, json });
    const saved = { note: '  two\nlines ', tags: [' good  one ', 'Other'] };
    expect(await (await patch(saved)).json()).toMatchObject({ note: 'two\nlines', tags: ['good one', 'Other'] });
    const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
    const refused = [
      ...[{ note: 'x'.repeat(2_001) }, { note: 'a\0b' }, { note: '\ud800' }, { removal_reason: 'because' }],
      ...[['a', 'A'], ['a,b'], [''], ['x'.repeat(41)], ['a\0'], many].map((tags) => ({ tags })),
    ];
    for (const json of refused) expect([json, (await patch(json)).status]).toEqual([json, 400]);
    const rows = await read('backlinks', who);
    expect(rows.find((row) => row.id === id)).toMatchObject({ note: 'two\nlines', tags: ['good one', 'Other'] });
    const all = { tags: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(40, '€')) };
    expect((await patch(all)).status).toBe(200);
  });

  test('backlinks: only the kept ones, and the screened state', async () => {
    const who = await someone();
    const [first = '', second = ''] = who.ids.backlinks;
    const change = { method: 'PATCH', token: who.token, json: { screened: true } };
    expect(await (await zeus.ask(`/data/backlinks/${first}`, change)).json()).toMatchObject({
      screened: true,
      keep: false,
    });
    const json = [
      { id: first, keep: true },
      { id: second, keep: false, screened: true },
    ];
    await zeus.ask(address('backlinks', who), { method: 'PUT', token: who.token, json });
    expect((await read('backlinks', who, '&keep=true')).map(({ id }) => id)).toEqual([first]);
    expect((await read('backlinks', who, '&keep=false')).length).toBe(2);
    const screened = (await read('backlinks', who)).filter((row) => row.screened).map(({ id }) => id);
    expect(screened.sort()).toEqual([first, second].sort());
  });

  test('contacts show the three values of email, whether it is being fetched, and their backlink', async () => {
    const listed = await read('contacts', reader);
    const rows = reader.ids.contacts.map((id) => listed.find((row) => row.id === id));
    expect(rows.map((row) => [row?.email, row?.is_fetching])).toEqual([
      ['mia@site-0.example', false],
      [false, false],
      [null, true],
    ]);
    const [joined] = await read('backlinks', reader, '&order=domain_rating.asc&limit=1');
    expect(rows[0]?.backlink_id).toEqual({
      ...{ id: reader.backlinkId, url_from: joined?.url_from, title: joined?.title, domain: joined?.domain },
    });
  });

  test("contacts of one backlink; another user's backlink has none here", async () => {
    const [ann, ben] = [reader, await someone()];
    expect(await read('contacts', ann, `&backlinkId=${ann.backlinkId}`)).toHaveLength(3);
    expect(await read('contacts', ann, `&backlinkId=${ann.ids.backlinks[1]}`)).toEqual([]);
    expect(await read('contacts', ann, `&backlinkId=${ben.backlinkId}`)).toEqual([]);
  });
});
