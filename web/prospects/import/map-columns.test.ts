import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { prospectsFile } from '../../../shared/csv.ts';
import { readSpreadsheet } from '../../platform/spreadsheets/read-spreadsheet.ts';
import { isDayFirst, readDate, readState } from './cell-values.ts';
import { mapRows, optOutColumns, recognizeColumns } from './map-columns.ts';
import { readSites } from './read-sites.ts';
import { toTable } from './to-table.ts';

const readTable = async (text: string) =>
  toTable((await readSpreadsheet(new File([text], 'past.csv'), { maxRows: 1_000 }))[0]?.rows ?? []);

describe('tables', () => {
  test.each([
    ['commas', 'Name,Website,Status,Sent on,Comment\nJane,https://a.example/x,Replied,2026-05-01,"nice, fast"'],
    [
      'semicolons and a mark',
      '\uFEFFName;Website;Status;Sent on;Comment\r\nJane;https://a.example/x;Replied;2026-05-01;"nice, fast"',
    ],
    ['tabs', 'Name\tWebsite\tStatus\tSent on\tComment\nJane\thttps://a.example/x\tReplied\t2026-05-01\tnice, fast'],
  ])('with %s: the columns are recognized', async (_name, text) => {
    const table = await readTable(text);
    const mapping = recognizeColumns(table);
    expect(mapping).toEqual({ site: 1, state: 2, contacted_at: 3, note: 4 });
    expect(mapRows(table, mapping)).toEqual({
      rows: [
        {
          line: 2,
          row: { site: 'https://a.example/x', state: 'replied', contacted_at: '2026-05-01', note: 'nice, fast' },
        },
      ],
      bad: [],
    });
  });

  test('without a header, with blank lines and short lines', async () => {
    const table = await readTable('a.example,01.02.2026\n\n,\nb.example\n');
    expect(table.columns).toEqual(['Column 1', 'Column 2']);
    const { rows, bad } = mapRows(table, recognizeColumns(table));
    expect(rows).toEqual([
      { line: 1, row: { site: 'a.example', contacted_at: '2026-02-01' } },
      { line: 4, row: { site: 'b.example' } },
    ]);
    expect(bad).toEqual([]);
  });

  test('a column of sites is preferred to one of addresses', async () => {
    const table = await readTable('Email,Domain\njane@gmail.com,a.example\njoe@b.example,b.example');
    expect(recognizeColumns(table).site).toBe(1);
    const onlyAddresses = await readTable('Email\njoe@b.example');
    expect(recognizeColumns(onlyAddresses).site).toBe(0);
  });

  test('the linking page and the owner of a site are not taken for the user’s own', async () => {
    const links = await readTable('From URL,To URL\nhttps://a.example/x,https://mine.example/');
    expect(recognizeColumns(links).site).toBe(0);
    const owners = await readTable('Site owner email,Status\njane@a.example,Replied');
    expect(recognizeColumns(owners).site).toBe(0);
  });

  test('a column “Link” may be the state, except in a file of Zeus', async () => {
    const own = await readTable('website,Link\na.example,live\nb.example,placed');
    expect(recognizeColumns(own).state).toBe(1);
    const zeus = await readTable('Backlink URL,Link\nhttps://a.example/,live\nhttps://b.example/,live');
    expect(recognizeColumns(zeus).state).toBeNull();
  });

  test('profiles, pictures, own mailboxes and links to unsubscribe are not the site', async () => {
    // lemlist has no column for websites.
    const lemlist = await readTable(
      'email,firstName,picture,linkedinUrl\njane@a.example,Jane,https://cdn.example/1.jpg,https://www.linkedin.com/in/jane',
    );
    expect(recognizeColumns(lemlist).site).toBe(0);
    const others = await readTable(
      'from_email,email,Unsubscribe URL,Photo URL,X profile\nme@agency.example,jane@a.example,https://tool.example/u/1,https://cdn.example/1.jpg,https://x.com/jane',
    );
    expect(recognizeColumns(others).site).toBe(1);
  });

  test('the columns of a file of contacts say nothing about outreach, but columns added to it do', async () => {
    const header =
      'Backlink URL,Email,Email Status,Selected,Article Author,Last Checked,Next Check,Link,Link Checked,Noindex,Published';
    const cells =
      'https://a.example/x,jane@a.example,valid,yes,yes,2026-10-01T10:00:00+00:00,2027-10-01,found,2026-10-02,no,2019-04-01';
    const written = await readTable(`${header}\n${cells}`);
    expect(recognizeColumns(written)).toEqual({ site: 0, state: null, contacted_at: null, note: null });
    const extended = await readTable(`${header},Status,Sent on\n${cells},replied,2026-10-05`);
    expect(recognizeColumns(extended)).toEqual({ site: 0, state: 11, contacted_at: 12, note: null });
  });

  test('the file that Zeus writes is read back, even if nobody was contacted', async () => {
    const seenAt = new Date('2026-05-01T10:00:00Z');
    const row = { domain: 'a.example', contacts: 1, first_seen_at: seenAt, last_seen_at: seenAt };
    const rows = [
      { ...row, state: 'do_not_contact', contacted_at: null, note: '2026-04-01' },
      { ...row, domain: 'b.example', state: 'seen', contacted_at: null, note: '' },
      { ...row, domain: 'c.example', state: 'seen', contacted_at: null, note: "- asked for $50\n+ nice;'=x" },
    ];
    const table = await readTable(prospectsFile.head + rows.map(prospectsFile.line).join(''));
    const mapping = recognizeColumns(table);
    expect(mapping).toEqual({ site: 0, state: 1, contacted_at: 3, note: 6 });
    expect(mapRows(table, mapping).rows.map((mapped) => mapped.row)).toEqual([
      { site: 'a.example', state: 'do_not_contact', note: '2026-04-01' },
      { site: 'b.example', state: 'seen' },
      // Without the apostrophes that keep spreadsheets from taking it for a formula.
      { site: 'c.example', state: 'seen', note: "- asked for $50\n+ nice;'=x" },
    ]);
  });

  test('a date of something else is not the date of contact', async () => {
    const lines = Array.from({ length: 300 }, (_, n) => `site-${n}.example,2026-01-01,${n > 250 ? '2026-02-01' : ''}`);
    const seen = await readTable(`Domain,Last seen,Contacted\n${lines.join('\n')}`);
    expect(recognizeColumns(seen).contacted_at).toBe(2);
    const sent = await readTable('Domain,Updated,Sent\na.example,2026-03-01,2026-02-01');
    expect(recognizeColumns(sent).contacted_at).toBe(2);
    const created = await readTable('Domain,Created at\na.example,2026-03-01');
    expect(recognizeColumns(created).contacted_at).toBeNull();
  });

  test('whether an address is valid is not a state', async () => {
    const table = await readTable('Email,Email Status\njane@a.example,valid\njoe@b.example,invalid');
    expect(recognizeColumns(table).state).toBeNull();
  });

  test('someone who opted out must not be contacted, whatever the state of the line', async () => {
    // Smartlead: the status is only how far the campaign got.
    const table = await readTable(
      `status,email,website,is_unsubscribed,Portal Spam Report,unsubscribed_at,Unsubscribe link,Spam Score
COMPLETED,jane@a.example,a.example,true,,,https://tool.example/1,
COMPLETED,jane@b.example,b.example,false,,,https://tool.example/2,1
dancing,jane@c.example,c.example,false,TRUE,,https://tool.example/3,
,jane@d.example,d.example,0,FALSE,2026-05-01 10:00,https://tool.example/4,`,
    );
    const mapping = recognizeColumns(table);
    const { rows, bad } = mapRows(table, mapping);
    expect(rows.map(({ row }) => [row.site, row.state])).toEqual([
      ['a.example', 'do_not_contact'],
      ['b.example', 'contacted'],
      ['c.example', 'do_not_contact'],
      ['d.example', 'do_not_contact'],
    ]);
    expect(bad).toEqual([]);
    expect(optOutColumns(table)).toEqual(['is_unsubscribed', 'Portal Spam Report', 'unsubscribed_at']);
  });

  test.each([
    ['Unsubscribed', 'Unsubscribed', 'do_not_contact'],
    ['Opt-out', 'opted out', 'do_not_contact'],
    ['Not unsubscribed', 'yes', 'contacted'],
    ['Blacklist checked', '2026-05-01', 'contacted'],
  ])('a column “%s” that says “%s”: %s', async (name, cell, state) => {
    const table = await readTable(`website,status,${name}\na.example,COMPLETED,${cell}`);
    expect(mapRows(table, recognizeColumns(table)).rows.map(({ row }) => row.state)).toEqual([state]);
  });

  test('a column that only says who opted out is not the state', async () => {
    const table = await readTable('Email,Unsubscribed\njane@a.example,yes\njoe@b.example,no');
    const mapping = recognizeColumns(table);
    expect(mapping.state).toBeNull();
    expect(mapRows(table, mapping)).toMatchObject({
      rows: [{ row: { site: 'jane@a.example', state: 'do_not_contact' } }, { row: { site: 'joe@b.example' } }],
      bad: [],
    });
  });

  test('bad lines are named with the reason, the rest is imported', async () => {
    const table = await readTable(
      'site,date,state\na.example,2026-02-30,replied\nnot a site,2026-02-01,replied\nb.example,2026-02-01,dancing\n,2026-02-01,replied\nc.example,9999-01-01,\nd.example,2026-02-01,Do not contact',
    );
    const { rows, bad } = mapRows(table, recognizeColumns(table));
    expect(rows).toEqual([
      { line: 7, row: { site: 'd.example', state: 'do_not_contact', contacted_at: '2026-02-01' } },
    ]);
    expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
      [2, '“2026-02-30” is not a past date'],
      [3, '“not a site” is not a site'],
      [4, '“dancing” is not a state'],
      [5, 'no site'],
      [6, '“9999-01-01” is not a past date'],
    ]);
  });

  test('a file for the blocklist: its sites and patterns', async () => {
    expect(await readSites(new File(['*.blogspot.com\nspam.example\n'], 'blocked.csv'))).toEqual([
      '*.blogspot.com',
      'spam.example',
    ]);
    expect(await readSites(new File(['reason,domain\nfarm,spam.example\n'], 'blocked.csv'))).toEqual(['spam.example']);
  });
});

test('dates as people write them', () => {
  expect(readDate('2026/5/1', false)).toBe('2026-05-01');
  expect(readDate('2026-05-01T10:00:00Z', false)).toBe('2026-05-01');
  expect(readDate('5/13/2026', isDayFirst(['5/13/2026', '1/2/2026']))).toBe('2026-05-13');
  expect(readDate('1/2/2026', isDayFirst(['13/2/2026', '1/2/2026']))).toBe('2026-02-01');
  expect(readDate('1.2.26', isDayFirst(['1.2.26']))).toBe('2026-02-01');
  expect(readDate('soon', false)).toBeNull();
});

test('a date may be today anywhere', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-01T10:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  expect(readDate('2026-05-02', false), 'in Kiribati').toBe('2026-05-02');
  expect(readDate('2026-05-03', false)).toBeNull();
  vi.setSystemTime('2026-05-01T09:59:00Z');
  expect(readDate('2026-05-02', false)).toBeNull();
});

test('states as people write them', () => {
  expect(['Link placed', 'UNSUBSCRIBED', 'no reply', 'Links to you', 'contact_found'].map(readState)).toEqual([
    'linked',
    'do_not_contact',
    'contacted',
    'linked',
    'contact_found',
  ]);
  expect(readState('constructor')).toBeUndefined();
});

test.each([
  [
    'do_not_contact',
    'OPTOUT, NOT_INTERESTED, notInterested, Blacklist, prospect_blacklisted, in_blocklist, spam, complaint',
  ],
  [
    'do_not_contact',
    'emailsUnsubscribed, LEAD_UNSUBSCRIBED, Not interested: unsubscribed, No - unsubscribed, Casino - opted out, email_spam_reported, lost, Don’t email',
  ],
  ['contacted', 'EMAIL_SENT, Delivered, COMPLETED, Finished, INPROGRESS, Paused, Opened, link_clicked'],
  ['contacted', 'Bounced, hard-bounce, emailsBounced, invalid, AUTOREPLIED, Out of office'],
  ['contacted', 'STOPPED, not_replied, is_bounced, prospect_bounced, FIRST_EMAIL_SENT, Called, NONRESPONSIVE'],
  ['replied', 'warmed, EMAIL_REPLY, Meeting booked, wrong person'],
  [
    'replied',
    'is_replied, prospect_replied, maybe later, Information Request, lead_meeting_completed, lead_interested',
  ],
  ['do_not_contact', 'lead_not_interested, prospect_not_interested'],
  ['seen', 'NOT_CONTACTED, imported, Missing data, scanned, reviewed, skipped'],
  [
    undefined,
    'not spam, never unsubscribed, Unsubscribed: No, Opted out = FALSE, https://tool.example/unsubscribe, 2, dancing',
  ],
])('words of sending tools: %s', (state, words) => {
  const read = words.split(', ').map((word) => [word, readState(word)]);
  expect(read).toEqual(read.map(([word]) => [word, state]));
});
