// The two files over HTTP: who may download them, what they contain, and that long ones are complete.
import { randomUUID } from 'node:crypto';
import papaparse from 'papaparse';
import { expect, test, vi } from 'vitest';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign, createContacts } from '../test/build.ts';

const zeus = appForTests();

async function someone(backlinkRows: object[], keyword = 'Best Golf Courses') {
  const { id: userId, token } = await zeus.newUser();
  const campaignId = await createCampaign(zeus.ctx.db, userId, { keyword });
  const backlinks = await createBacklinks(zeus.ctx.db, { userId, campaignId }, backlinkRows);
  return { userId, token, campaignId, backlinks };
}

async function rowsOf(answer: Response): Promise<Record<string, string>[]> {
  expect(answer.status).toBe(200);
  const { data, errors } = papaparse.parse<Record<string, string>>((await answer.text()).replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

test.each(['backlinks', 'contacts'])(
  "%s.csv of another user's, a missing or an invalid campaign is 404",
  async (file) => {
    const [ann, ben] = [await someone([{}]), await someone([{}])];
    for (const id of [ben.campaignId, randomUUID(), '1']) {
      expect((await zeus.ask(`/data/campaigns/${id}/${file}.csv`, { token: ann.token })).status).toBe(404);
    }
    const wrong = await zeus.ask(`/data/campaigns/${ann.campaignId}/${file}.csv?which=some`, { token: ann.token });
    expect(wrong.status).toBe(400);
  },
);

test('backlinks.csv: all or the kept ones, strongest first, as a download named after the keyword', async () => {
  const who = await someone(
    [
      { domain_rating: 10, keep: true, title: '=1+1' },
      { domain_rating: 90.5, ahrefs_rank: 33.1, anchor: 'golf' },
      { domain_rating: 50, keep: true },
    ],
    'Golf "в Америке"',
  );
  const all = await zeus.ask(`/data/campaigns/${who.campaignId}/backlinks.csv`, { token: who.token });
  expect(all.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(all.headers.get('content-disposition')).toBe(
    `attachment; filename="golf-_-_______-backlinks.csv"; filename*=UTF-8''${encodeURIComponent('golf-в-америке-backlinks.csv')}`,
  );
  const rows = await rowsOf(all);
  expect(rows.map((row) => row['Domain Rating'])).toEqual(['90.5', '50', '10']);
  expect(rows[0]).toMatchObject({ 'URL Rating': '33.1', Anchor: 'golf' });
  expect(rows[2]).toMatchObject({ 'URL Rating': '', Title: "'=1+1" });
  const kept = await zeus.ask(`/data/campaigns/${who.campaignId}/backlinks.csv?which=kept`, { token: who.token });
  expect(kept.headers.get('content-disposition')).toContain('-kept-backlinks.csv"');
  expect((await rowsOf(kept)).map((row) => row['Domain Rating'])).toEqual(['50', '10']);
});

test('contacts.csv: contacts with an address, all or the selected ones', async () => {
  const who = await someone([{ title: 'Page' }]);
  const found = { email_state: 'found', verification: 'valid', type: 'personal', first_name: 'Mía' };
  await createContacts(zeus.ctx.db, { ...who, backlinkId: who.backlinks[0] ?? '' }, [
    { ...found, email: 'a@site.example', keep: true },
    { ...found, email: 'b@site.example' },
    { email_state: 'none', keep: true },
    { keep: true },
  ]);
  const ask = (which: string) =>
    zeus.ask(`/data/campaigns/${who.campaignId}/contacts.csv?which=${which}`, { token: who.token });
  const read = async (which: string) => rowsOf(await ask(which));
  const nameOf = async (which: string) =>
    /filename="([^"]*)"/.exec((await ask(which)).headers.get('content-disposition') ?? '')?.[1];
  expect(await nameOf('selected')).toBe((await nameOf('all'))?.replace('-contacts', '-selected-contacts'));
  expect((await read('all')).map((row) => row.Email).sort()).toEqual(['a@site.example', 'b@site.example']);
  expect(await read('selected')).toMatchObject([
    { Title: 'Page', Email: 'a@site.example', 'Email Status': 'valid', 'Email Type': 'personal', 'First Name': 'Mía' },
  ]);
});

test('contacts.csv with everything: the standard columns first, then how Zeus knows each email', async () => {
  const who = await someone([{ title: 'Page' }]);
  const asked = { at: '2026-11-01T10:00:00Z', words: 'Knows other@site.example', source: 'hunter', outcome: 'found' };
  const evidence = {
    address: { address: 'a@site.example', partner: 'hunter', words: '=score: 92', seenAt: 'https://site.example/team' },
    asked: [{ ...asked, source: 'zeus-own', outcome: 'nothing', words: 'The site lists no address.' }, asked],
    verification: {
      verdict: 'valid',
      reason: 'accepted',
      at: asked.at,
      mxHost: 'mx.site.example',
      code: 250,
      text: '2.1.5 OK',
    },
  };
  await createContacts(zeus.ctx.db, { ...who, backlinkId: who.backlinks[0] ?? '' }, [
    { email_state: 'found', email: 'a@site.example', verification: 'valid', source: 'hunter', evidence },
    { email_state: 'found', email: 'b@site.example' },
    { email_state: 'none' },
  ]);
  const path = `/data/campaigns/${who.campaignId}/contacts.csv`;
  const answer = await zeus.ask(`${path}?columns=everything`, { token: who.token });
  expect(answer.headers.get('content-disposition')).toContain('-contacts-with-evidence.csv"');
  const rows = await rowsOf(answer);
  const standard = await rowsOf(await zeus.ask(path, { token: who.token }));
  expect(rows.map((row) => Object.entries(row).slice(0, 8))).toEqual(standard.map((row) => Object.entries(row)));
  expect(rows.toSorted((a, b) => ((a.Email ?? '') < (b.Email ?? '') ? -1 : 1))).toMatchObject([
    {
      ...{ Email: 'a@site.example', Source: 'Hunter (stand-in)', Confidence: 'high', 'Mail Server': 'mx.site.example' },
      ...{ 'Found On': 'https://site.example/team', 'Partner Said': "'=score: 92", 'SMTP Code': '250' },
      // The address of somebody else, whom the user has not paid for, is not given out.
      'Sources Checked': 'Zeus: nothing found: The site lists no address. | Hunter (stand-in): found: Knows …',
    },
    { Email: 'b@site.example', Confidence: 'low', 'Sources Checked': '', 'Mail Server': '' },
  ]);
  const other = await zeus.newUser();
  expect((await zeus.ask(`${path}?columns=everything`, { token: other.token })).status).toBe(404);
});

test('backlinks.csv with everything: the proof of the link, the page, and what the user noted', async () => {
  const { db } = zeus.ctx;
  const url_to = 'https://target.example/';
  const who = await someone([
    { title: 'Page', url_to, domain_rating: 50 },
    { title: 'Other', domain_rating: 40 },
  ]);
  const [id = ''] = who.backlinks;
  const change = {
    keep: false,
    screened: true,
    removal_reason: 'spam',
    note: '=SUM(A1)\nask in spring',
    tags: ['a', 'b c'],
  };
  const patched = await zeus.ask(`/data/backlinks/${id}`, {
    token: who.token,
    method: 'PATCH',
    json: change,
  });
  expect(await patched.json()).toMatchObject(change);
  const page = {
    url: 'https://a.example/',
    status: 200,
    noindex: true,
    nofollow: false,
    canonical: null,
    language: 'de',
  };
  const measured = { published: '2024-05-06', modified: null, words: 80, outgoing: 3, sponsored: 1 };
  const seen = JSON.stringify({ ...page, ...measured, signals: [{ name: 'thin', fact: '80' }] });
  await db.sql`
    with shot as (insert into screenshots (url, page_check) values ('https://a.example/', ${seen}) returning id)
    update backlinks set screenshot_id = shot.id, signals = '[{"name": "thin", "fact": "80"}, {"name": "links-to-me", "fact": ""}]'
    from shot where backlinks.id = ${id}`;
  await db.sql`
    insert into link_checks (screenshot_id, target, state, follow, place, route, href, sentence)
    select screenshot_id, url_to, 'found', 'nofollow', 'footer', 'redirect', 'https://t.example/x', 'See this site.'
    from backlinks where id = ${id}`;
  const path = `/data/campaigns/${who.campaignId}/backlinks.csv?columns=everything`;
  const answer = await zeus.ask(path, { token: who.token });
  expect(answer.headers.get('content-disposition')).toContain('-backlinks-with-everything.csv"');
  const everything = {
    ...{
      'Target URL': url_to,
      'Removal Reason': 'Link farm or spam',
      Tags: 'a, b c',
      Note: "'=SUM(A1)\nask in spring",
    },
    ...{ Link: 'found', 'Link Type': 'nofollow', 'Link Place': 'footer', 'Linked URL': 'https://t.example/x' },
    ...{ Sentence: 'See this site.', 'HTTP Status': '200', Noindex: 'yes', Language: 'de', Published: '2024-05-06' },
    ...{
      Words: '80',
      'Outgoing Links': '3',
      'Sponsored Links': '1',
      Group: 'Probably not',
      Signals: 'Already links to you | Little text (80)',
    },
  };
  expect(await rowsOf(answer)).toMatchObject([
    { Title: 'Page', Selected: 'no', Screened: 'yes', ...everything },
    { Title: 'Other', Link: '', Note: '', 'HTTP Status': '', Group: '', Signals: '' },
  ]);
  await createContacts(db, { ...who, backlinkId: id }, [{ email_state: 'found', email: 'a@site.example' }]);
  const contacts = `/data/campaigns/${who.campaignId}/contacts.csv?columns=everything`;
  expect(await rowsOf(await zeus.ask(contacts, { token: who.token }))).toMatchObject([
    { Email: 'a@site.example', ...everything },
  ]);
  const other = await zeus.newUser();
  expect((await zeus.ask(path, { token: other.token })).status).toBe(404);
});

test('a list longer than a batch is complete, each row once', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => ({ domain_rating: index % 7, title: `Page ${index}` }));
  const who = await someone(many);
  const rows = await rowsOf(await zeus.ask(`/data/campaigns/${who.campaignId}/backlinks.csv`, { token: who.token }));
  expect(new Set(rows.map((row) => row.Title)).size).toBe(2_500);
  expect(rows).toHaveLength(2_500);
  const ratings = rows.map((row) => Number(row['Domain Rating']));
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
});

test('a client that disconnects in the middle leaves nothing open', async () => {
  const who = await someone(Array.from({ length: 3_000 }, () => ({})));
  const answer = await zeus.ask(`/data/campaigns/${who.campaignId}/backlinks.csv`, { token: who.token });
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
  const { pool } = zeus.ctx.db;
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), { timeout: 30_000 });
});

test('an empty list is a file with only its columns', async () => {
  const who = await someone([{}]);
  const answer = await zeus.ask(`/data/campaigns/${who.campaignId}/contacts.csv`, { token: who.token });
  expect(await answer.text()).toContain('"Backlink URL","Title","Email","Email Type","Email Status"');
});
