// Prospect memory: what campaigns write into it, what users change, and what it keeps from being delivered.
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { perDay } from '../../shared/limits.ts';
import type { Prospect } from '../../shared/prospect.ts';
import { maxSiteRules } from '../../shared/prospect-values.ts';
import { removeOldAliases, saveAlias, saveWatchedLinks } from '../engine/pages/site-notes.store.ts';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign, createContacts } from '../test/build.ts';
import { countWaitingForLock } from '../test/database.ts';
import { importPastOutreach } from './import-prospects.ts';
import { leaveOutKnown } from './leave-out-known.ts';
import { noteHandedOver } from './prospects.store.ts';

const zeus = appForTests();
let userId: string;
let token: string;
let campaignId: string;

beforeEach(async () => {
  ({ id: userId, token } = await zeus.newUser());
  campaignId = await createCampaign(zeus.ctx.db, userId);
});

const get = async (path: string, by = token) => (await zeus.ask(path, { token: by })).json();
const send = async (method: string, path: string, json: unknown, by = token) =>
  (await zeus.ask(path, { method, token: by, json })).json();

const list = async (query = ''): Promise<Prospect[]> => (await get(`/data/prospects${query}`)).rows;
const stateOf = async (domain: string) => (await list()).find((one) => one.domain === domain)?.state;
const skipAll = { blocked: true, inCampaign: true, linkingToMe: true, contactedDays: 100 };

const deliver = (domains: string[], skip = skipAll, to = campaignId) =>
  zeus.ctx.db.kysely.transaction().execute((tx) =>
    leaveOutKnown(
      tx,
      { userId, campaignId: to, skip },
      domains.map((domain) => ({ domain })),
    ),
  );
const kept = async (domains: string[], skip = skipAll) =>
  (await deliver(domains, skip)).map(({ found: { domain } }) => domain);

describe('campaigns write it', () => {
  test('found, kept, removed, with contacts, handed over', async () => {
    const owner = { userId, campaignId };
    const [first = '', second = ''] = await createBacklinks(zeus.ctx.db, owner, [{}, {}]);
    expect((await list()).map(({ domain, state }) => [domain, state])).toEqual([
      ['site-0.example', 'seen'],
      ['site-1.example', 'seen'],
    ]);
    await send('PATCH', `/data/backlinks/${first}`, { keep: true });
    await send('PATCH', `/data/backlinks/${second}`, { keep: false, screened: true });
    expect([await stateOf('site-0.example'), await stateOf('site-1.example')]).toEqual(['kept', 'removed']);
    await createContacts(zeus.ctx.db, { ...owner, backlinkId: first }, [
      { email_state: 'found', email: 'a@site-0.example', type: 'personal', verification: 'valid' },
      {},
    ]);
    expect((await list('?search=site-0'))[0]).toMatchObject({ state: 'contact_found', contacts: 1 });
    await noteHandedOver(zeus.ctx.db.kysely, { userId, campaignId, selected: false });
    expect([await stateOf('site-0.example'), await stateOf('site-1.example')]).toEqual(['handed_over', 'removed']);
  });

  test('a download locks sites by domain, so it cannot deadlock with a search', async () => {
    const { db } = zeus.ctx;
    const owner = { userId, campaignId };
    for (const domain of ['c.example', 'b.example', 'a.example']) {
      const [backlinkId = ''] = await createBacklinks(db, owner, [{ domain }]);
      await createContacts(db, { ...owner, backlinkId }, [{ email_state: 'found', email: `me@${domain}` }]);
    }
    let download: Promise<unknown> = Promise.resolve();
    await db.kysely.transaction().execute(async (tx) => {
      await sql`select from prospects where user_id = ${userId} and domain = 'a.example' for update`.execute(tx);
      download = noteHandedOver(db.kysely, { userId, campaignId, selected: false });
      await expect.poll(() => countWaitingForLock(db)).toBe(1);
      await sql`select from prospects where user_id = ${userId} for update nowait`.execute(tx);
    });
    await download;
    expect((await list()).map(({ state }) => state)).toEqual(['handed_over', 'handed_over', 'handed_over']);
  });

  test('what the user has set stays', async () => {
    const [first = ''] = await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{}]);
    const change = { domains: ['site-0.example'], state: 'contacted' };
    expect(await send('PATCH', '/data/prospects', change)).toEqual({ updated: 1 });
    await send('PATCH', `/data/backlinks/${first}`, { keep: true });
    const [one] = await list();
    expect(one).toMatchObject({ state: 'contacted', campaigns: [{ id: campaignId, keyword: 'golf' }] });
    expect(one?.contacted_at).not.toBeNull();
  });

  test('users can’t see or change each other’s prospects', async () => {
    await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{}]);
    const stranger = await zeus.newUser();
    expect(await get('/data/prospects', stranger.token)).toEqual({ total: 0, rows: [] });
    const change = { domains: ['site-0.example'], state: 'do_not_contact' };
    expect(await send('PATCH', '/data/prospects', change, stranger.token)).toEqual({ updated: 0 });
    expect(await stateOf('site-0.example')).toBe('seen');
  });
});

describe('what is left out', () => {
  const addRules = (kind: string, lines: string[]) => send('POST', '/data/site-rules', { kind, lines });

  test('blocked sites and patterns, own sites and competitors', async () => {
    await addRules('blocked', ['https://www.spam.example/page', '*.blogspot.com']);
    await addRules('mine', ['me.example']);
    await addRules('competitor', ['rival.example']);
    const found = ['spam.example', 'jane.blogspot.com', 'me.example', 'rival.example', 'good.example'];
    expect(await kept(found)).toEqual(['good.example']);
    // Own sites and competitors are never delivered, whatever is switched off.
    const off = { blocked: false, inCampaign: false, linkingToMe: false, contactedDays: null };
    const rest = await deliver(['spam.example', 'me.example', 'rival.example'], off as never);
    expect(rest).toMatchObject([{ found: { domain: 'spam.example' }, history: { reason: 'blocked' } }]);
    const counts = await get(`/data/requests/${campaignId}/left-out`);
    expect(counts).toEqual([
      { reason: 'blocked', other_campaign: null, sites: 2, other_names: [] },
      { reason: 'competitor', other_campaign: null, sites: 1, other_names: [] },
      { reason: 'mine', other_campaign: null, sites: 1, other_names: [] },
    ]);
  });

  test('an own site that is also blocked is never delivered', async () => {
    for (const kind of ['mine', 'blocked']) await addRules(kind, ['me.example']);
    await addRules('blocked', ['shop.example']);
    await addRules('competitor', ['*.example']);
    expect(await kept(['me.example', 'shop.example'], { ...skipAll, blocked: false })).toEqual([]);
  });

  test('sites of another campaign, by its name; not those of the same or of somebody else', async () => {
    const other = await createCampaign(zeus.ctx.db, userId, { keyword: 'Tea' });
    await createBacklinks(zeus.ctx.db, { userId, campaignId: other }, [{ domain: 'known.example' }]);
    await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{ domain: 'here.example' }]);
    const stranger = await zeus.newUser();
    const theirs = await createCampaign(zeus.ctx.db, stranger.id);
    await createBacklinks(zeus.ctx.db, { userId: stranger.id, campaignId: theirs }, [{ domain: 'theirs.example' }]);
    expect(await kept(['known.example', 'here.example', 'theirs.example'])).toEqual(['here.example', 'theirs.example']);
    expect(await get(`/data/requests/${campaignId}/left-out`)).toEqual([
      { reason: 'in_campaign', other_campaign: 'Tea', sites: 1, other_names: [] },
    ]);
    const letIn = await deliver(['known.example'], { ...skipAll, inCampaign: false });
    expect(letIn).toMatchObject([{ history: { reason: 'in_campaign', otherCampaign: 'Tea' } }]);
  });

  test('sites contacted within the given days', async () => {
    const at = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();
    const rows = [
      { site: 'lately.example', contacted_at: at(10) },
      { site: 'long-ago.example', contacted_at: at(200) },
      { site: 'jane@never.example', state: 'do_not_contact' },
      { site: 'not a site' },
      { site: 'https://undated.example/page' },
    ];
    const answer = await send('POST', '/data/prospects/import', { rows });
    expect(answer).toEqual({ imported: 4, bad: [{ line: 4, text: 'not a site' }] });
    const found = ['lately.example', 'long-ago.example', 'never.example', 'undated.example'];
    expect(await kept(found)).toEqual(['long-ago.example']);
    expect(await kept(['lately.example'], { ...skipAll, contactedDays: 5 })).toEqual(['lately.example']);
  });

  test('sites that link to one of the own sites', async () => {
    await addRules('mine', ['me.example']);
    const { kysely } = zeus.ctx.db;
    const names = ['me.example', 'fan.example'].map((name) => ({ name }));
    const ids = await kysely.insertInto('index_domains').values(names).returning(['id', 'name']).execute();
    const idOf = (name: string) => ids.find((one) => one.name === name)?.id ?? 0;
    const link = {
      from_domain_id: idOf('fan.example'),
      to_domain_id: idOf('me.example'),
      links: 1,
      dofollow: 1,
      pages: 1,
    };
    await kysely.insertInto('index_domain_links').values(link).execute();
    expect(await kept(['fan.example', 'other.example'])).toEqual(['other.example']);
    expect(await kept(['fan.example'], { ...skipAll, linkingToMe: false })).toEqual(['fan.example']);
  });

  test('sites that a page was seen to link from, or that the found link itself leads from', async () => {
    await addRules('mine', ['me.example', '*.shop.example']);
    const { kysely } = zeus.ctx.db;
    const seen = { domain: 'reader.example', url: 'http://reader.example/', targets: ['shop.example'] };
    await saveWatchedLinks(kysely, [seen, { ...seen, domain: 'other.example', targets: ['rival.example'] }]);
    const found = [
      { domain: 'reader.example' },
      { domain: 'other.example' },
      { domain: 'fan.example', urlTo: 'https://www.me.example/a' },
      { domain: 'stranger.example', urlTo: 'https://rival.example/' },
    ];
    const delivered = await kysely
      .transaction()
      .execute((tx) => leaveOutKnown(tx, { userId, campaignId, skip: skipAll }, found));
    expect(delivered.map((one) => one.found.domain)).toEqual(['other.example', 'stranger.example']);
    expect(await get(`/data/requests/${campaignId}/left-out`)).toEqual([
      { reason: 'links_to_me', other_campaign: null, sites: 2, other_names: [] },
    ]);
  });

  describe('a site that says it is another one', () => {
    const alias = (domain: string, target: string, redirects = false) =>
      saveAlias(zeus.ctx.db.kysely, { domain, target, redirects });

    test('is left out for what is known about that one, and about others that say so', async () => {
      const name = (one: string) => `${one}-${campaignId.slice(-6)}.example`;
      await alias(name('old'), name('new'));
      await alias(name('older'), name('new'));
      await addRules('blocked', [name('new')]);
      expect(await kept([name('old'), name('new')])).toEqual([]);
      await send('POST', '/data/site-rules/remove', { kind: 'blocked', patterns: [name('new')] });
      const row = { site: name('older'), state: 'contacted' };
      await send('POST', '/data/prospects/import', { rows: [row] });
      expect(await kept([name('old')])).toEqual([]);
      expect(await kept([name('old')], { ...skipAll, contactedDays: 1 / 24 / 3600 / 1000 } as never)).toEqual([
        name('old'),
      ]);
    });

    test('is delivered once, and never in place of the one it names', async () => {
      const name = (one: string) => `${one}-${campaignId.slice(-6)}.example`;
      await alias(name('copy'), name('real'));
      await alias(name('copy-2'), name('real'));
      expect(await kept([name('copy'), name('copy-2')])).toEqual([name('copy')]);
      expect(await kept([name('copy'), name('real')])).toEqual([name('real')]);
      const other = await createCampaign(zeus.ctx.db, userId, { keyword: 'Tea' });
      await createBacklinks(zeus.ctx.db, { userId, campaignId: other }, [{ domain: name('real') }]);
      expect(await kept([name('copy-2')])).toEqual([]);
    });

    test('changes nothing about the one it names as its canonical', async () => {
      const name = (one: string) => `${one}-${campaignId.slice(-6)}.example`;
      await alias(name('evil'), name('times'));
      await addRules('blocked', [name('evil')]);
      const other = await createCampaign(zeus.ctx.db, userId, { keyword: 'Tea' });
      await createBacklinks(zeus.ctx.db, { userId, campaignId: other }, [{ domain: name('evil') }]);
      await send('PATCH', '/data/prospects', { domains: [name('evil')], state: 'contacted' });
      expect(await kept([name('evil'), name('times')])).toEqual([name('times')]);
      await send('PATCH', '/data/prospects', { domains: [name('evil')], state: 'do_not_contact' });
      expect(await deliver([name('times')])).toMatchObject([{ history: null }]);
    });
  });

  describe('a site that another one redirects to for good', () => {
    const name = (one: string) => `${one}-${campaignId.slice(-6)}.example`;
    const separate = (site: string, isSeparate: boolean, by = token) =>
      send('POST', '/data/separate-sites', { site, is_separate: isSeparate }, by);
    const leftOut = () => get(`/data/requests/${campaignId}/left-out`);
    beforeEach(() => saveAlias(zeus.ctx.db.kysely, { domain: name('old'), target: name('new'), redirects: true }));

    test.each(['contacted', 'do_not_contact'])('is left out if the old name is set to %s', async (state) => {
      await send('POST', '/data/prospects/import', { rows: [{ site: name('old'), state }] });
      expect(await kept([name('new'), 'other.example'])).toEqual(['other.example']);
      const other = { domain: name('new'), known_as: name('old'), is_separate: false };
      expect(await leftOut()).toEqual([{ reason: state, other_campaign: null, sites: 1, other_names: [other] }]);
      const off = { ...skipAll, blocked: false, contactedDays: null } as never;
      expect(await deliver([name('new')], off)).toMatchObject([{ history: { reason: state, knownAs: name('old') } }]);
    });

    test('is left out if the old name is under a rule, links to the user or is in a campaign', async () => {
      await addRules('blocked', [name('old')]);
      expect(await kept([name('new')])).toEqual([]);
      await send('POST', '/data/site-rules/remove', { kind: 'blocked', patterns: [name('old')] });
      expect(await kept([name('new')])).toEqual([name('new')]);
      await addRules('mine', ['me.example']);
      await saveWatchedLinks(zeus.ctx.db.kysely, [{ domain: name('old'), url: 'http://x/', targets: ['me.example'] }]);
      expect(await kept([name('new')])).toEqual([]);
      const off = { ...skipAll, linkingToMe: false };
      expect(await kept([name('new')], off)).toEqual([name('new')]);
      await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{ domain: name('old') }]);
      expect(await kept([name('new')], off)).toEqual([]);
    });

    test('is delivered to everybody else, and to a user who says that it is another site', async () => {
      await send('POST', '/data/prospects/import', { rows: [{ site: name('old') }] });
      expect(await kept([name('new')])).toEqual([]);
      const stranger = await zeus.newUser();
      const theirs = await createCampaign(zeus.ctx.db, stranger.id);
      const delivery = { userId: stranger.id, campaignId: theirs, skip: skipAll };
      const delivered = await zeus.ctx.db.kysely
        .transaction()
        .execute((tx) => leaveOutKnown(tx, delivery, [{ domain: name('new') }]));
      expect(delivered).toMatchObject([{ history: null }]);
      await separate(name('new'), true, stranger.token);
      expect(await kept([name('new')])).toEqual([]);
      expect(await separate(`https://www.${name('new')}/`, true)).toEqual({ domain: name('new'), is_separate: true });
      expect(await kept([name('new')])).toEqual([name('new')]);
      expect(await leftOut()).toMatchObject([{ other_names: [{ is_separate: true }] }]);
      await separate(name('new'), false);
      expect(await kept([name('new')])).toEqual([]);
      expect(await separate('no site', true)).toMatchObject({ error: 'bad-input' });
    });

    test('counts as itself again when the redirect has not been seen for a year', async () => {
      await send('POST', '/data/prospects/import', { rows: [{ site: name('old') }] });
      const { kysely } = zeus.ctx.db;
      await removeOldAliases(kysely);
      expect(await kept([name('new')])).toEqual([]);
      const seen_at = new Date(Date.now() - 366 * 24 * 3600 * 1000);
      await kysely.updateTable('site_aliases').set({ seen_at }).where('domain', '=', name('old')).execute();
      await removeOldAliases(kysely);
      expect(await kept([name('new')])).toEqual([name('new')]);
    });
  });

  test('a user’s own list keeps known sites and shows what is known', async () => {
    await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{ domain: 'known.example' }]);
    await addRules('blocked', ['spam.example']);
    await addRules('mine', ['me.example']);
    const lines = ['known', 'spam', 'me', 'new'].map((name) => `https://${name}.example/page`);
    const form = { campaignType: 'BYOB', keyword: 'My list', backlinks: lines };
    await send('POST', '/api/campaign/new', form);
    const campaigns = (await get('/data/requests')) as { id: string; keyword: string }[];
    const own = campaigns.find(({ keyword }) => keyword === form.keyword)?.id;
    const rows = (await get(`/data/backlinks?campaignId=${own}`)) as { domain: string; history: object | null }[];
    expect(new Map(rows.map(({ domain, history }) => [domain, history]))).toEqual(
      new Map<string, unknown>([
        ['known.example', { reason: 'in_campaign', otherCampaign: 'golf', contactedAt: null }],
        ['spam.example', { reason: 'blocked', otherCampaign: null, contactedAt: null }],
        ['me.example', { reason: 'mine', otherCampaign: null, contactedAt: null }],
        ['new.example', null],
      ]),
    );
  });

  test('rules are added once, bad lines are named, and removed rules no longer count', async () => {
    const answer = await addRules('blocked', ['a.example', '', 'www.a.example', 'two words']);
    expect(answer).toEqual({ added: 1, bad: [{ line: 4, text: 'two words' }] });
    expect(await addRules('blocked', ['a.example'])).toEqual({ added: 0, bad: [] });
    const [rule] = (await get('/data/site-rules')) as { id: string }[];
    const stranger = await zeus.newUser();
    const remove = (by: string) => send('POST', '/data/site-rules/remove', { ids: [rule?.id] }, by);
    expect(await remove(stranger.token)).toEqual({ updated: 0 });
    expect(await remove(token)).toEqual({ updated: 1 });
    expect(await kept(['a.example'])).toEqual(['a.example']);
  });

  test('a campaign says which of its sites are under a rule now, and a rule is removed by its pattern', async () => {
    const domains = ['spam.example', 'jane.blogspot.com', 'good.example'].map((domain) => ({ domain }));
    await createBacklinks(zeus.ctx.db, { userId, campaignId }, domains);
    await send('POST', '/data/site-rules', { kind: 'blocked', lines: ['spam.example'], reason: 'Link farm' });
    await addRules('competitor', ['*.blogspot.com']);
    const ruled = () => get(`/data/requests/${campaignId}/site-rules`);
    expect(await ruled()).toEqual([
      { domain: 'jane.blogspot.com', kind: 'competitor', pattern: '*.blogspot.com', reason: '' },
      { domain: 'spam.example', kind: 'blocked', pattern: 'spam.example', reason: 'Link farm' },
    ]);
    const choice = { kind: 'blocked', patterns: ['spam.example', '*.blogspot.com'] };
    const stranger = await zeus.newUser();
    expect(await send('POST', '/data/site-rules/remove', choice, stranger.token)).toEqual({ updated: 0 });
    expect(await send('POST', '/data/site-rules/remove', choice)).toEqual({ updated: 1 });
    expect(await ruled()).toMatchObject([{ domain: 'jane.blogspot.com' }]);
  });
});

test.each(['müller', 'MÜLLER.de', 'xn--mller'])('a site is found by its international name: %s', async (search) => {
  const rows = [{ site: 'https://blog.müller.de/' }, { site: 'mueller.de' }];
  await send('POST', '/data/prospects/import', { rows });
  const found = await list(`?search=${encodeURIComponent(search)}`);
  expect(found.map(({ domain }) => domain)).toEqual(['xn--mller-kva.de']);
});

test('lists are filtered, sorted and downloaded', async () => {
  await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{}, {}, { domain: '100%_sure.example' }]);
  await send('PATCH', '/data/prospects', { domains: ['site-1.example'], state: 'replied', note: '=HYPERLINK("x")' });
  const domains = async (query: string) => (await list(query)).map(({ domain }) => domain);
  expect(await domains('?order=domain.desc')).toEqual(['site-1.example', 'site-0.example', '100%_sure.example']);
  expect(await domains('?state=replied')).toEqual(['site-1.example']);
  expect(await domains('?search=%25_S')).toEqual(['100%_sure.example']);
  expect(await domains('?search=1.EX')).toEqual(['site-1.example']);
  expect(await domains(`?campaignId=${campaignId}&order=contacted_at.desc&limit=1`)).toEqual(['site-1.example']);
  expect(await domains('?contacted=ever')).toEqual(['site-1.example']);
  expect(await domains('?contacted=never&contacts=none&order=domain.asc')).toEqual([
    '100%_sure.example',
    'site-0.example',
  ]);
  expect(await domains('?contacts=some')).toEqual([]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(await domains(`?contactedFrom=${tomorrow}`)).toEqual([]);
  expect(await domains(`?contactedBefore=${tomorrow}`)).toEqual(['site-1.example']);
  expect(await domains(`?seenFrom=${tomorrow}`)).toEqual([]);
  expect(await domains(`?firstSeenFrom=2020-01-01&seenBefore=${tomorrow}&order=state.asc&limit=1`)).toEqual([
    'site-1.example',
  ]);
  const file = await (await zeus.ask('/data/prospects.csv?state=replied', { token })).text();
  expect(file).toMatch(/^"Domain","State",.*\r\n"site-1\.example","replied",0,"\d{4}-\d\d-\d\d",/);
  expect(file).toContain(`"'=HYPERLINK(""x"")"`);
});

test('sites are sorted by the name of their newest campaign, those without one last', async () => {
  const { db } = zeus.ctx;
  const tea = await createCampaign(db, userId, { keyword: 'tea' });
  const cups = await createCampaign(db, userId, { keyword: 'Cups' });
  const give = (to: string, ...names: string[]) =>
    createBacklinks(
      db,
      { userId, campaignId: to },
      names.map((name) => ({ domain: `${name}.example` })),
    );
  await give(cups, 'b');
  await give(tea, 'a', 'b', 'd', 'd');
  await give(campaignId, 'c', 'd');
  await send('POST', '/data/prospects/import', { rows: [{ site: 'imported.example' }] });
  const domains = async (order = 'campaign.asc') =>
    (await list(`?order=${order}`)).map(({ domain }) => domain.replace('.example', '')).join(' ');
  // b is in Cups, c in golf, a and d in tea.
  expect(await domains()).toBe('b c a d imported');
  expect(await domains('campaign.desc')).toBe('imported d a c b');
  await send('PATCH', `/data/requests/${tea}`, { keyword: 'A new name' });
  expect(await domains()).toBe('a d b c imported');
  await zeus.ask(`/data/requests/${tea}`, { method: 'DELETE', token });
  // Nothing has a anymore; d is in golf.
  expect(await domains()).toBe('b c d a imported');
  expect((await list('?order=campaign.asc')).map(({ campaigns }) => campaigns[0]?.keyword)).toEqual([
    ...['Cups', 'golf', 'golf'],
    ...[undefined, undefined],
  ]);
});

test('pages of a long list are the same from whichever end they are read', async () => {
  await zeus.ctx.db.sql`insert into prospects (user_id, domain, contacts, contacted_at)
    select ${userId}, 'site-' || n || '.example', n % 3, case when n % 2 = 0 then now() - make_interval(days => n % 50) end
    from generate_series(1, 6003) n`;
  await createBacklinks(
    zeus.ctx.db,
    { userId, campaignId },
    Array.from({ length: 300 }, (_, index) => ({ domain: `site-${index * 9 + 1}.example` })),
  );
  const page = async (order: string, offset: number, limit = 10) => {
    const { total, rows } = await get(`/data/prospects?order=${order}&offset=${offset}&limit=${limit}`);
    expect(total).toBe(6003);
    return (rows as Prospect[]).map(({ domain }) => domain);
  };
  const orders = [
    'contacts.desc',
    'contacts.asc',
    'contacted_at.desc',
    'contacted_at.asc',
    'campaign.asc',
    'domain.asc',
  ];
  for (const order of orders) {
    const tail = await page(order, 4_990, 2_000);
    expect(tail).toHaveLength(1_013);
    expect(await page(order, 5_000)).toEqual(tail.slice(10, 20));
    expect(await page(order, 5_998)).toEqual(tail.slice(-5));
  }
  expect(await page('domain.asc', 6_003)).toEqual([]);
  expect(await page('domain.asc', 7_000)).toEqual([]);
});

test('changes apply to all matching prospects of this user only', async () => {
  await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{}, {}, { domain: 'other.example' }]);
  const stranger = await zeus.newUser();
  const change = { matching: { search: 'site-' }, state: 'replied' };
  expect(await send('PATCH', '/data/prospects', change, stranger.token)).toEqual({ updated: 0 });
  expect(await send('PATCH', '/data/prospects', change)).toEqual({ updated: 2 });
  expect([await stateOf('site-0.example'), await stateOf('other.example')]).toEqual(['replied', 'seen']);
  const both = { ...change, domains: ['site-0.example'] };
  expect(await send('PATCH', '/data/prospects', both)).toMatchObject({
    message: expect.stringContaining('Send either domains or matching.'),
  });
  expect(await send('PATCH', '/data/prospects', { state: 'replied' })).toMatchObject({ error: 'bad-input' });
});

test('a change of all that match can be undone, except where the user has changed the state since', async () => {
  const rows = [
    { site: 'a.example', contacted_at: '2026-01-01' },
    { site: 'b.example', state: 'kept' },
  ];
  await send('POST', '/data/prospects/import', { rows: [...rows, { site: 'c.example', state: 'seen' }] });
  const changeId = crypto.randomUUID();
  const change = { matching: { search: 'example' }, state: 'replied', changeId };
  expect(await send('PATCH', '/data/prospects', change)).toEqual({ updated: 3 });
  // Sent twice: the answer to the first one was lost.
  expect(await send('PATCH', '/data/prospects', change)).toEqual({ updated: 3 });
  await send('PATCH', '/data/prospects', { domains: ['c.example'], state: 'linked' });
  await send('PATCH', '/data/prospects', { domains: ['a.example'], note: 'Asked for a price' });
  const stranger = await zeus.newUser();
  const undo = (by = token) => send('POST', '/data/prospects/undo', { changeId }, by);
  expect(await undo(stranger.token)).toEqual({ updated: 0 });
  expect(await undo()).toEqual({ updated: 2 });
  expect(await undo()).toEqual({ updated: 0 });
  expect(await list('?order=domain.asc')).toMatchObject([
    { state: 'contacted', contacted_at: expect.stringContaining('2026-01-01'), note: 'Asked for a price' },
    { state: 'kept', contacted_at: null },
    { state: 'linked' },
  ]);
});

test('as many sites as an account can have are added by their URLs in one call', async () => {
  const page = 'a'.repeat(120);
  const lines = Array.from({ length: maxSiteRules }, (_, n) => `https://spam-${n % 100}.example/${page}/${n}`);
  expect(await send('POST', '/data/site-rules', { kind: 'blocked', lines })).toEqual({ added: 100, bad: [] });
});

test('after an undo, sites are as if there had only been the download; asking for the headers of the file isn’t one', async () => {
  const sites = ['a.example', 'b.example', 'c.example'];
  const backlinkIds = await createBacklinks(
    zeus.ctx.db,
    { userId, campaignId },
    sites.map((domain) => ({ domain })),
  );
  for (const backlinkId of backlinkIds) {
    await createContacts(zeus.ctx.db, { userId, campaignId, backlinkId }, [
      { email_state: 'found', email: `jane@${backlinkId}.example` },
    ]);
  }
  await send('PATCH', '/data/prospects', { domains: ['b.example'], state: 'contacted' });
  const [toKept, toReplied] = [crypto.randomUUID(), crypto.randomUUID()];
  await send('PATCH', '/data/prospects', { domains: ['a.example', 'b.example'], state: 'kept', changeId: toKept });
  await send('PATCH', '/data/prospects', { domains: ['c.example'], state: 'replied', changeId: toReplied });
  const states = () => Promise.all(sites.map(stateOf));
  const file = `/data/campaigns/${campaignId}/contacts.csv`;
  await zeus.ask(file, { token, method: 'HEAD' });
  expect(await states()).toEqual(['kept', 'kept', 'replied']);
  await (await zeus.ask(file, { token })).text();
  expect(await states()).toEqual(['handed_over', 'handed_over', 'replied']);
  expect(await send('POST', '/data/prospects/undo', { changeId: toKept })).toEqual({ updated: 2 });
  expect(await send('POST', '/data/prospects/undo', { changeId: toReplied })).toEqual({ updated: 1 });
  expect(await states()).toEqual(['handed_over', 'contacted', 'handed_over']);
});

test('after an undo, sites are as campaigns would have left them without the change', async () => {
  const sites = ['a.example', 'b.example', 'c.example'];
  const owner = { userId, campaignId };
  const [a = '', b = '', c = ''] = await createBacklinks(
    zeus.ctx.db,
    owner,
    sites.map((domain) => ({ domain, keep: true })),
  );
  const changeId = crypto.randomUUID();
  await send('PATCH', '/data/prospects', { domains: ['a.example'], state: 'removed', changeId });
  await send('PATCH', '/data/prospects', { domains: ['b.example', 'c.example'], state: 'contacted', changeId });
  const contact = { email_state: 'found', email: 'jane@a.example' } as const;
  for (const backlinkId of [a, b]) await createContacts(zeus.ctx.db, { ...owner, backlinkId }, [contact]);
  await send('PATCH', `/data/backlinks/${c}`, { keep: false, screened: true });
  const states = () => Promise.all(sites.map(stateOf));
  expect(await states()).toEqual(['contact_found', 'contacted', 'contacted']);
  expect(await send('POST', '/data/prospects/undo', { changeId })).toEqual({ updated: 3 });
  expect(await states()).toEqual(['contact_found', 'contact_found', 'removed']);
});

test('days and times that the database cannot store are refused, and any offset is understood', async () => {
  const at = (contacted_at: string) =>
    send('POST', '/data/prospects/import', { rows: [{ site: 'a.example', contacted_at }] });
  const refused = { error: 'bad-input', message: expect.stringContaining('The year is out of range.') };
  expect(await at('0000-01-01')).toMatchObject(refused);
  expect(await at('0001-01-01T00:00:00+01:00')).toMatchObject(refused);
  expect(await send('PATCH', '/data/prospects', { domains: ['a.example'], contacted_at: '0000-01-01' })).toMatchObject(
    refused,
  );
  expect(await get('/data/prospects?contactedFrom=0000-01-01')).toMatchObject(refused);
  expect(await at('2026-05-01T12:00:00+23:00')).toEqual({ imported: 1, bad: [] });
  expect(await list()).toMatchObject([{ contacted_at: expect.stringContaining('2026-04-30T13:00:00') }]);
});

test('rows say which rule they are under and which site they say they are', async () => {
  await createBacklinks(zeus.ctx.db, { userId, campaignId }, [{ domain: 'a.moved.example' }]);
  await saveAlias(zeus.ctx.db.kysely, { domain: 'a.moved.example', target: 'new.example', redirects: true });
  await send('POST', '/data/site-rules', { kind: 'blocked', lines: ['*.moved.example'], reason: 'Old' });
  const rule = { kind: 'blocked', pattern: '*.moved.example', reason: 'Old' };
  expect(await list()).toMatchObject([{ rule, same_as: 'new.example' }]);
});

test('an import keeps what came of a contact, and refuses addresses at email providers', async () => {
  const rows = [{ site: 'a.example', state: 'do_not_contact' }, { site: 'Jane@Gmail.com' }, { site: 'gmx.de' }];
  expect(await send('POST', '/data/prospects/import', { rows })).toEqual({
    imported: 2,
    bad: [{ line: 2, text: 'Jane@Gmail.com' }],
  });
  await send('POST', '/data/prospects/import', { rows: [{ site: 'a.example' }] });
  expect(await stateOf('a.example')).toBe('do_not_contact');
  await send('POST', '/data/prospects/import', { rows: [{ site: 'gmx.de', state: 'replied' }] });
  expect(await stateOf('gmx.de')).toBe('replied');
});

test('rows about one site are merged, wherever an import is divided', async () => {
  const rows = [
    { site: 'a.example', state: 'do_not_contact', contacted_at: '2026-03-01', note: 'Asked us to stop' },
    { site: 'www.a.example', state: 'contacted', contacted_at: '2026-05-01T12:00:00+02:00' },
    { site: 'jane@b.example', state: 'kept', note: 'First' },
    { site: 'b.example', state: 'linked', contacted_at: '2026-02-01', note: 'Second' },
    { site: 'a.example', state: 'linked', contacted_at: '2026-04-01', note: 'Links' },
    { site: 'b.example', state: 'removed' },
    { site: 'c.example', state: 'kept' },
    { site: 'c.example', state: 'seen' },
  ] as const;
  for (let end = 1; end <= rows.length; end++) {
    const { id } = await zeus.newUser();
    await importPastOutreach(zeus.ctx, { userId: id, rows: rows.slice(0, end) });
    if (end < rows.length) await importPastOutreach(zeus.ctx, { userId: id, rows: rows.slice(end) });
    const stored = await zeus.ctx.db.sql`
      select domain, state, note, contacted_at from prospects where user_id = ${id} order by domain`;
    expect(stored, `divided after ${end}`).toEqual([
      { domain: 'a.example', state: 'do_not_contact', note: 'Links', contacted_at: new Date('2026-05-01T10:00:00Z') },
      { domain: 'b.example', state: 'linked', note: 'Second', contacted_at: new Date('2026-02-01T00:00:00Z') },
      { domain: 'c.example', state: 'seen', note: '', contacted_at: null },
    ]);
  }
});

test('an import that would exceed what an account may have is refused, and counts for the day', async () => {
  const rows = ['a', 'b', 'c'].map((name) => ({ site: `${name}.example` }));
  const used = async () =>
    (await zeus.ctx.db.sql`select used_until from auth.rate_limits where key = ${`importedSites:user:${userId}`}`)[0];
  await expect(importPastOutreach(zeus.ctx, { userId, rows }, 2)).rejects.toMatchObject({
    code: 'bad-input',
    message: 'An account can have up to 2 prospects, and this import would exceed that.',
  });
  expect(await list()).toEqual([]);
  const before = await used();
  expect(before).toBeDefined();
  expect(await importPastOutreach(zeus.ctx, { userId, rows: [{ site: 'not a site' }] })).toMatchObject({ imported: 0 });
  expect(await used()).not.toEqual(before);
  expect(await importPastOutreach(zeus.ctx, { userId, rows }, 3)).toMatchObject({ imported: 3 });
  expect(await importPastOutreach(zeus.ctx, { userId, rows }, 3), 'known sites').toMatchObject({ imported: 3 });
});

test('imports above the limit of a day are refused, and change nothing', async () => {
  const until = ((perDay.importedSites - 1) * 86_400) / perDay.importedSites;
  await zeus.ctx.db.sql`insert into auth.rate_limits (key, used_until)
    values (${`importedSites:user:${userId}`}, now() + make_interval(secs => ${until}))`;
  const rows = ['a', 'b', 'c'].map((name) => ({ site: `${name}.example` }));
  expect(await send('POST', '/data/prospects/import', { rows })).toMatchObject({
    error: 'too-many-requests',
    message: expect.stringContaining('import up to 300,000 sites a day'),
  });
  expect(await list()).toEqual([]);
});
