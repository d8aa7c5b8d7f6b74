// POST /api/campaign/new without a worker: what is refused, what is created, and that a form sent twice creates one campaign.
import { describe, expect, test } from 'vitest';
import { findRepeated } from '../../campaigns/new-campaigns.store.ts';
import { appForTests } from '../../test/app.ts';
import { openForTests } from '../../test/for-tests.ts';

const zeus = appForTests();

const organic = { keyword: 'golf', minDR: 0, maxDR: 100, magicCampaign: false, minTraffic: 0, minWords: 0 };
const magic = { ...organic, magicCampaign: true, minTraffic: 10, minWords: 300 };
const own = (backlinks: unknown) => ({ campaignType: 'BYOB', keyword: 'Own backlinks', backlinks });

async function create(token: string, json: unknown, headers: Record<string, string> = {}) {
  const answer = await zeus.ask('/api/campaign/new', { method: 'POST', token, json, headers });
  return { status: answer.status, json: await answer.json() };
}

async function campaignsOf(userId: string) {
  return zeus.ctx.db.kysely.selectFrom('requests').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

test('own backlinks name the page they should link to, if the user does', async () => {
  const { id, token } = await zeus.newUser();
  const list = own(['https://a.example/', 'b.example/page']);
  await create(token, { ...list, target: ' mine.example/guide?utm_source=x ' });
  await create(token, list);
  const rows = await zeus.ctx.db
    .sql`select url_from, url_to from backlinks where user_id = ${id} order by url_to, url_from`;
  expect(rows).toEqual([
    { url_from: 'https://a.example/', url_to: 'https://mine.example/guide' },
    { url_from: 'https://b.example/page', url_to: 'https://mine.example/guide' },
    { url_from: 'https://a.example/', url_to: null },
    { url_from: 'https://b.example/page', url_to: null },
  ]);
});

describe('refuses', () => {
  const user = openForTests(() => zeus.newUser({ backlink: 5 }));

  test.each([
    ['no keyword', { ...organic, keyword: '  ' }, 'Keyword cannot be empty'],
    ['a keyword of control characters', { ...organic, keyword: '\u0000\n' }, 'Keyword cannot be empty'],
    ['a keyword that nobody sees', { ...organic, keyword: '\u200b \u2060\ufeff' }, 'Keyword cannot be empty'],
    ['a missing keyword', {}, 'Keyword cannot be empty'],
    ['a keyword without end', { ...organic, keyword: 'x'.repeat(201) }, 'longer than 200'],
    [
      'a target that is no URL',
      { ...own(['https://a.example/']), target: 'not a url' },
      'Enter the URL of the page they should link to',
    ],
    ['a turned range', { ...organic, minDR: 50, maxDR: 40 }, 'Minimum DR cannot be higher than Maximum DR.'],
    ['a rating above 100', { ...organic, maxDR: 101 }, 'from 0 to 100'],
    ['a rating that is no number', { ...organic, minDR: 'high' }, 'from 0 to 100'],
    ['Magic without words', { ...magic, minWords: '' }, 'Minimum Words & Traffic must be filled out and > 0'],
    ['Magic with traffic 0', { ...magic, minTraffic: 0 }, 'Minimum Words & Traffic must be filled out and > 0'],
    ['a country that is none', { ...organic, country: 'Germany' }, 'country'],
    ['a language that is none', { ...organic, language: 'xx' }, 'language'],
    ['Magic with text for words', { ...magic, minWords: '5e' }, 'Minimum Words & Traffic must be filled out and > 0'],
    ['Magic with half a word', { ...magic, minWords: 12.5 }, 'must be whole numbers, 2,000,000,000 at most'],
    [
      'Magic with more visits than people',
      { ...magic, minTraffic: 3_000_000_000 },
      'must be whole numbers, 2,000,000,000',
    ],
    ['dates without a source that knows them', { ...organic, targeting: { dates: { within: 'month' } } }, 'by date'],
    ['dates that are none', { ...organic, targeting: { dates: { from: '2026-13-01' } } }, 'dates'],
    [
      'a turned range of days',
      { ...organic, targeting: { dates: { from: '2026-02-01', to: '2026-01-01' } } },
      'The first day cannot be after the last day.',
    ],
    ['101 results', { ...organic, targeting: { results: 101 } }, 'must be from 1 to 100'],
    ['no results', { ...organic, targeting: { results: 0 } }, 'must be from 1 to 100'],
    ['an unknown kind of page', { ...organic, targeting: { footprints: ['spam'] } }, 'footprints'],
    [
      'eleven words',
      { ...organic, targeting: { exclude: Array.from({ length: 11 }, (_, n) => `w${n}`) } },
      'Words to exclude: Enter at most 10 words or phrases.',
    ],
    ['excluding the keyword', { ...organic, targeting: { exclude: ['"Golf"'] } }, 'Your keyword contains “Golf”'],
    ['Magic by kind of page', { ...magic, targeting: { footprints: ['best'] } }, 'for Organic Search only'],
    ['no keywords', { ...organic, keyword: undefined, keywords: ['', ' '] }, 'Keyword cannot be empty'],
    [
      '21 keywords',
      { ...organic, keywords: Array.from({ length: 21 }, (_, n) => `golf ${n}`) },
      'Please enter at most 20 keywords, not 21.',
    ],
    [
      'several keywords, one of them too long',
      { ...organic, keywords: ['golf', 'x'.repeat(201)] },
      'Keyword cannot be longer than 200 characters.',
    ],
    ['no own backlinks', own(['', ' ']), 'Please enter backlinks so Zeus can get to work.'],
    [
      '1,001 own backlinks',
      own(Array.from({ length: 1_001 }, (_, n) => `https://a.example/${n}`)),
      'Please enter at most 1,000 URLs.',
    ],
    [
      'far more own backlinks',
      own(Array.from({ length: 20_000 }, (_, n) => `https://a.example/${n}`)),
      'Please enter at most 1,000 URLs.',
    ],
    [
      'more lines than anyone has',
      own(Array.from({ length: 100_001 }, () => '')),
      'Please enter at most 100,000 lines.',
    ],
    ['a list that is none', own('https://a.example/'), 'backlinks'],
  ])('%s', async (_name, form, message) => {
    const answer = await create(user.token, form);
    expect(answer).toMatchObject({ status: 400, json: { error: 'bad-input' } });
    expect(answer.json.message).toContain(message);
    expect(await campaignsOf(user.id)).toEqual([]);
  });

  test('bad URLs, naming their lines', async () => {
    const lines = ['https://a.example/', '', 'not an address', 'https://b.example/', 'ftp://c.example/'];
    expect(await create(user.token, own(lines))).toEqual({
      status: 400,
      json: {
        error: 'bad-urls',
        type: 'bad-URLs',
        message: 'Please enter only valid URLs.',
        lines: [
          { line: 3, text: 'not an address' },
          { line: 5, text: 'ftp://c.example/' },
        ],
      },
    });
  });

  test('own URLs of private networks, immediately, saying why', async () => {
    const privates = [
      ...['http://192.168.0.1/', 'http://2130706433/', 'http://[::1]/', 'http://router.local/', 'intranet.corp/page'],
      ...['http://169.254.169.254/latest', 'https://site.com:22/', 'http://a.localhost/'],
    ];
    const { status, json } = await create(user.token, own(['site.com/page', ...privates]));
    expect([status, json.error]).toEqual([400, 'bad-urls']);
    expect(json.lines).toEqual(privates.map((text, index) => ({ line: index + 2, text, reason: 'not-public' })));
    expect(await campaignsOf(user.id)).toEqual([]);
  });

  test.each([organic, magic])('%j without credit', async (form) => {
    const { id, token } = await zeus.newUser();
    expect(await create(token, form)).toEqual({
      status: 402,
      json: {
        error: 'no-credit',
        type: 'no credit',
        message: "You don't have enough credits to create a campaign.",
      },
    });
    expect(await campaignsOf(id)).toEqual([]);
  });

  test('a user without a profile', async () => {
    const { id, token } = await zeus.newUser();
    await zeus.ctx.db.kysely.deleteFrom('profiles').where('id', '=', id).execute();
    expect(await create(token, organic)).toEqual({
      status: 400,
      json: { error: 'no-user', type: 'no user', message: 'No user, please contact support.' },
    });
  });

  test('an anonymous caller', async () => {
    expect((await zeus.ask('/api/campaign/new', { method: 'POST', json: organic })).status).toBe(401);
  });
});

describe('creates', () => {
  test('an organic campaign; empty filters become 0 and 100', async () => {
    const { id, token } = await zeus.newUser({ backlink: 1 });
    const { json } = await create(token, { keyword: ' Best  golf\ncourses ', minDR: '', maxDR: null });
    const [row] = await campaignsOf(id);
    expect(row).toMatchObject({
      id: json.id,
      keyword: 'Best golf courses',
      type: 'Guest Posts',
      status: 'Waiting for Search Results',
      min_dr: 0,
      max_dr: 100,
      search: 'waiting',
    });
    expect(row?.step_started_at).toBeInstanceOf(Date);
  });

  test('a targeted campaign, whose choices are stored and returned', async () => {
    const { id, token } = await zeus.newUser({ backlink: 1 });
    const targeting = {
      ...{ include: [' "walking" ', 'Walking', ''], exclude: ['-casino', 'mini golf'] },
      ...{ footprints: ['best', 'resources', 'best'], dates: {}, results: 40 },
    };
    const { json } = await create(token, { ...organic, targeting });
    const stored = {
      ...{ include: ['walking'], exclude: ['casino', 'mini golf'] },
      ...{ footprints: ['best', 'resources'], results: 40 },
    };
    expect(await campaignsOf(id)).toMatchObject([{ targeting: stored }]);
    expect(await (await zeus.ask(`/data/requests/${json.id}`, { token })).json()).toMatchObject({ targeting: stored });
    await create(token, { ...organic, targeting: { include: [], results: 100 } });
    expect((await campaignsOf(id))[1]).toMatchObject({ targeting: {} });
  });

  test('one campaign per keyword, listed in the order of the form', async () => {
    const { id, token } = await zeus.newUser({ backlink: 1 });
    const keywords = [' golf  trips', '', 'tee times', 'Golf trips', 'club fitting'];
    const { status, json } = await create(token, { ...organic, keywords, targeting: { exclude: ['casino'] } });
    expect(status).toBe(200);
    const listed = await (await zeus.ask('/data/requests', { token })).json();
    expect(listed.map(({ keyword }: { keyword: string }) => keyword)).toEqual([
      'golf trips',
      'tee times',
      'club fitting',
    ]);
    expect(listed.map((campaign: { id: string }) => campaign.id)).toEqual(json.ids);
    expect(json.id).toBe(json.ids[0]);
    const rows = await campaignsOf(id);
    expect(rows.every(({ status: at }) => at === 'Waiting for Search Results')).toBe(true);
    const jobs = await zeus.ctx.db
      .sql`select 1 from jobs where name = 'search-results.find' and starts_with(owner, ${id})`;
    expect(jobs.length).toBe(3);
  });

  test('all keywords or none: the limit of campaigns in progress says how many are left', async () => {
    const { id, token } = await zeus.newUser({ backlink: 5 });
    const list = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name} ${n}`);
    expect((await create(token, { ...organic, keywords: list(18, 'golf') })).status).toBe(200);
    const answer = await create(token, { ...organic, keywords: list(3, 'tea') });
    expect(answer).toMatchObject({ status: 429, json: { error: 'too-many-requests' } });
    expect(answer.json.message).toContain('18 are in progress. Please start at most 2 now.');
    expect((await campaignsOf(id)).length).toBe(18);
    expect((await create(token, { ...organic, keywords: list(2, 'tea') })).status).toBe(200);
    const { status, json } = await create(token, { ...organic, keyword: 'coffee' });
    expect([status, json.message]).toEqual([429, expect.stringContaining('Zeus is working on 20 of your campaigns.')]);
  });

  test('a Magic Search campaign with its filters, sent as text', async () => {
    const { id, token } = await zeus.newUser({ backlink: 1 });
    await create(token, { ...magic, minDR: '20', maxDR: '80', minWords: '300', minTraffic: '50' });
    expect(await campaignsOf(id)).toMatchObject([
      {
        type: 'Magic Campaign',
        status: 'Waiting for Backlinks',
        min_dr: 20,
        max_dr: 80,
        min_words: 300,
        min_traffic: 50,
      },
    ]);
  });

  test('a campaign in a country and language, which the profile remembers for the next search', async () => {
    const { id, token } = await zeus.newUser({ backlink: 1 });
    const profile = async () => (await zeus.ask('/data/profiles/me', { token })).json();
    await create(token, { ...organic, country: 'de', language: 'de' });
    expect(await campaignsOf(id)).toMatchObject([{ country: 'de', language: 'de' }]);
    expect(await profile()).toMatchObject({ search_country: 'de', search_language: 'de' });
    await create(token, own(['https://a.example/']));
    expect(await profile()).toMatchObject({ search_country: 'de', search_language: 'de' });
    await create(token, { ...magic, language: 'fr' });
    expect(await profile()).toMatchObject({ search_country: 'us', search_language: 'fr' });
  });

  test('own backlinks without any credits: each page once, kept, in one job per batch', async () => {
    const { id, token } = await zeus.newUser();
    const urls = Array.from({ length: 60 }, (_, n) => `https://site${n % 7}.example/${n}`);
    const { json } = await create(token, own([...urls, ...urls, `${urls[0]}?utm_source=x#top`]));
    expect(await campaignsOf(id)).toMatchObject([
      { type: 'BYOB', status: 'Analyzing Backlinks', progress_done: 0, progress_total: 60 },
    ]);
    const rows = await zeus.ctx.db.kysely
      .selectFrom('backlinks')
      .selectAll()
      .where('requests_id', '=', json.id)
      .execute();
    expect(rows.length).toBe(60);
    expect(rows.every(({ keep, source, page_read }) => keep && source === 'own' && page_read === 'waiting')).toBe(true);
    const jobs = await zeus.ctx.db.sql`
      select 1 from jobs where name = 'backlinks.analyze' and starts_with(owner, ${id})`;
    expect(jobs.length).toBe(3);
  });

  test('own backlinks from a list of 30,000 lines with 50 different URLs, and no list larger than 5 MB', async () => {
    const { id, token } = await zeus.newUser();
    const list = (path: string) => Array.from({ length: 30_000 }, (_, n) => `https://site${n % 50}.example/${path}`);
    expect((await create(token, own(list('a-page-with-a-rather-long-name')))).status).toBe(200);
    expect(await campaignsOf(id)).toMatchObject([{ type: 'BYOB', progress_total: 50 }]);
    const answer = await create(token, own(list('x'.repeat(200))));
    expect(answer).toMatchObject({ status: 413, json: { error: 'body-too-large' } });
  });
});

test('while Zeus is working, the next step is refused and Retry does nothing', async () => {
  const { token } = await zeus.newUser({ backlink: 5, email: 5 });
  const post = (path: string, json: unknown) => zeus.ask(`/api/campaign/${path}`, { method: 'POST', token, json });
  const searching = (await create(token, organic)).json.id;
  const linking = (await create(token, magic)).json.id;
  for (const [path, campaignId] of [
    ['get-backlinks', searching],
    ['get-emails', searching],
    ['get-emails', linking],
  ]) {
    const answer = await post(path, { campaignId, mode: 'author' });
    expect([path, answer.status, (await answer.json()).error]).toEqual([path, 409, 'busy']);
  }
  expect((await post(`${searching}/retry`, {})).status).toBe(200);
  expect((await post('no-id/retry', {})).status).toBe(404);
});

describe('creates one campaign', () => {
  test('per keyword, for a list sent twice at once or again later', async () => {
    const { id, token } = await zeus.newUser({ backlink: 5 });
    const form = { ...organic, keywords: ['golf', 'tea'] };
    for (const headers of [{}, { 'idempotency-key': 'list' }] as Record<string, string>[]) {
      const answers = await Promise.all([create(token, form, headers), create(token, form, headers)]);
      expect(answers[0]).toMatchObject({ status: 200, json: { ids: { length: 2 } } });
      expect(answers[1]).toEqual(answers[0]);
      expect(await create(token, form, headers)).toEqual(answers[0]);
    }
    expect((await campaignsOf(id)).length).toBe(4);
    const other = await create(token, { ...organic, keywords: ['golf', 'coffee'] }, { 'idempotency-key': 'list' });
    expect(other).toMatchObject({ status: 409, json: { error: 'key-reused' } });
    expect((await create(token, organic, { 'idempotency-key': '1:key:list' })).status).toBe(200);
    expect((await campaignsOf(id)).length).toBe(5);
  });

  test('for ten equal forms at once', async () => {
    const { id, token } = await zeus.newUser({ backlink: 5 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(token, organic)));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect((await campaignsOf(id)).length).toBe(1);
  });

  test('per key; another key or user creates another; the same key with another form is refused', async () => {
    const ann = await zeus.newUser({ backlink: 5 });
    const ben = await zeus.newUser({ backlink: 5 });
    const send = async (token: string, keyword: string, key: string) =>
      (await create(token, { ...organic, keyword }, { 'Idempotency-Key': key })).json.id;
    const first = await send(ann.token, 'golf', 'one');
    expect(await send(ann.token, 'golf', 'one')).toBe(first);
    // Renaming the campaign does not change the form it was created with.
    await zeus.ctx.db.sql`update requests set keyword = 'My client' where id = ${first}`;
    expect(await send(ann.token, 'golf', 'one')).toBe(first);
    const other = await create(ann.token, { ...organic, keyword: 'tennis' }, { 'Idempotency-Key': 'one' });
    expect(other).toMatchObject({ status: 409, json: { error: 'key-reused' } });
    expect((await campaignsOf(ann.id)).length).toBe(1);
    expect(await send(ann.token, 'golf', 'two')).not.toBe(first);
    expect(await send(ben.token, 'golf', 'one')).not.toBe(first);
  });

  test('an equal form after some seconds is intentional and creates another campaign', async () => {
    const { id, token } = await zeus.newUser({ backlink: 5 });
    await create(token, organic);
    await zeus.ctx.db.sql`update requests set created_at = now() - interval '11 seconds' where user_id = ${id}`;
    await create(token, organic);
    expect((await campaignsOf(id)).length).toBe(2);
  });

  test('an equal form that arrived at once but had to wait is a repetition', async () => {
    const { id, token } = await zeus.newUser({ backlink: 5 });
    const first = (await create(token, organic)).json.id;
    const [row] = await zeus.ctx.db.sql<{ key: string }[]>`
      update requests set created_at = now() - interval '15 seconds' where id = ${first} returning 'form:' || form_hash as key`;
    const order = { userId: id, key: row?.key ?? '' };
    const repeated = (waitedMs: number) =>
      zeus.ctx.db.kysely.transaction().execute((tx) => findRepeated(tx, { ...order, waitedMs }));
    expect(await repeated(0)).toEqual([]);
    expect(await repeated(60_000)).toMatchObject([{ id: first }]);
  });
});
