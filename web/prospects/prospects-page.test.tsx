import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { campaignsPerRead } from '../../shared/limits.ts';
import type { Prospect } from '../../shared/prospect.ts';
import { makeXlsx } from '../platform/spreadsheets/test/make-xlsx.ts';
import { openAndSee, openApp } from '../test/app.tsx';
import { makeCampaign } from '../test/rows.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';

const makeProspect = (number: number, change: Partial<Prospect> = {}): Prospect => ({
  domain: `site-${number}.example`,
  state: 'seen',
  note: '',
  contacts: 0,
  contacted_at: null,
  first_seen_at: '2026-01-02T03:04:05.000Z',
  last_seen_at: '2026-01-02T03:04:05.000Z',
  campaigns: [],
  rule: null,
  same_as: null,
  ...change,
});

const servePage = (rows: readonly Prospect[], total = rows.length) =>
  serve('GET /data/prospects', () => Response.json({ total, rows }));
const patches = () => requestsTo('PATCH /data/prospects').map(({ body }) => body);
const slow = { timeout: 20_000 };
/** Of the selected sites, unless said otherwise. */
async function setState(state: string, of = '') {
  await userEvent.click(screen.getByRole('button', { name: `Set state${of}` }));
  await userEvent.click(screen.getByRole('button', { name: state }));
}
const undone = () => requestsTo('POST /data/prospects/undo').map(({ body }) => body);

beforeEach(() => {
  keepSession();
  serve('GET /data/live', () => new Promise<Response>(() => {}));
  serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 1, email_credits: 1 }));
  serve('GET /data/requests', () => Response.json([]));
  serve('GET /data/site-rules', () => Response.json([]));
  serve('POST /data/prospects/undo', () => Response.json({ updated: 60 }));
  serve('PATCH /data/prospects', ({ body }) =>
    Response.json({ updated: (body?.domains as string[] | undefined)?.length ?? 60 }),
  );
});

test('filters, order and page are in the URL; a page beyond the end becomes the last one', async () => {
  servePage([makeProspect(1)], 60);
  const filters = 'state=contacted&contacts=some&dates=contacted-never&order=state.asc';
  await openAndSee(`/prospects?${filters}&rows=25&page=9`, 'site-1.example');
  await waitFor(() => expect(window.location.search).toContain('page=3'));
  const last = () => Object.fromEntries(requestsTo('GET /data/prospects').at(-1)?.query ?? []);
  const asked = { state: 'contacted', contacts: 'some', contacted: 'never', order: 'state.asc', limit: '25' };
  await waitFor(() => expect(last()).toEqual({ ...asked, offset: '50' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Replied');
  await waitFor(() => expect(window.location.search).not.toContain('page='));
});

test('following a link to the page drops the filters', async () => {
  servePage([makeProspect(1)]);
  openApp('/prospects?search=golf');
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), ' club');
  expect(window.location.search).toBe('?search=golf+club');
  await userEvent.click(await screen.findByRole('link', { name: 'Prospects' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  expect(window.location.search).toBe('');
});

test('the search keeps every character, even if it is typed faster than the page follows', async () => {
  servePage([makeProspect(1)]);
  openApp('/prospects');
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    for (const letter of 'golf') {
      type?.call(field, field.value + letter);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  expect(field.value).toBe('golf');
  expect(window.location.search).toBe('?search=golf');
});

test('shows that it is loading, and a failure below the filters, which stay', async () => {
  const answer = Promise.withResolvers<Response>();
  serve('GET /data/prospects', () => answer.promise);
  openApp('/prospects?search=golf');
  const list = within(await screen.findByRole('region', { name: 'Prospects' }));
  expect(document.querySelector('[aria-busy="true"] .skeleton')).not.toBeNull();
  answer.resolve(Response.json({ error: 'bad-input', message: 'No such list.' }, { status: 400 }));
  await list.findByText('No such list.');
  expect(list.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('golf');
  servePage([makeProspect(1)]);
  await userEvent.click(list.getByRole('button', { name: 'Try again' }));
  await list.findByText('site-1.example');
});

test('the filter offers campaigns beyond the first read, and follows a rename', async () => {
  const page = Array.from({ length: campaignsPerRead }, (_, n) => makeCampaign({ id: `c${n}`, keyword: `golf ${n}` }));
  let oldest = 'chess';
  serve('GET /data/requests', ({ query }) =>
    Response.json(query.has('before') ? [makeCampaign({ id: 'oldest', keyword: oldest })] : page),
  );
  const live = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  serve('GET /data/live', () => new Response(new ReadableStream({ start: live.resolve })));
  servePage([makeProspect(1)]);
  openApp('/prospects');
  await screen.findByText('chess', {}, slow);
  oldest = 'go';
  const notice = 'event: requests\ndata: {"id":"oldest"}\n\n';
  (await live.promise).enqueue(new TextEncoder().encode(notice));
  await screen.findByText('go', {}, slow);
});

test('has 10 rows per page or more, and keys for the pages', async () => {
  servePage([makeProspect(1)], 120);
  await openAndSee('/prospects', '1–10 of 120');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await screen.findByText('21–30 of 120');
  await userEvent.keyboard('?');
  await screen.findByText('Undo the last change');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25');
  await screen.findByText('1–25 of 120');
  expect(window.location.search).toBe('?rows=25');
  expect(Object.fromEntries(requestsTo('GET /data/prospects').at(-1)?.query ?? [])).toMatchObject({ limit: '25' });
});

test('a day of contact is shown as that day, in every time zone', async () => {
  servePage([makeProspect(1, { contacted_at: '2026-05-01T00:00:00+00:00' })]);
  openApp('/prospects');
  const shown = await screen.findByText('May 1, 2026');
  expect(shown.outerHTML, 'without a local time').toBe('<time datetime="2026-05-01">May 1, 2026</time>');
});

test('a click anywhere on a row selects it, and Shift selects all rows in between', async () => {
  servePage([1, 2, 3, 4].map((number) => makeProspect(number)));
  openApp('/prospects');
  await userEvent.click(await screen.findByText('site-1.example'));
  await screen.findByText('1 selected');
  await setState('Replied', ' of site-1.example');
  await screen.findByText('1 selected');
  const user = userEvent.setup();
  await user.keyboard('{Shift>}');
  await user.click(screen.getByText('site-3.example'));
  await user.keyboard('{/Shift}');
  await screen.findByText('3 selected');
  await user.click(screen.getByText('site-2.example'));
  await screen.findByText('2 selected');
});

describe('one site', () => {
  test('a state, with Undo', async () => {
    servePage([makeProspect(1), makeProspect(2)]);
    await openAndSee('/prospects', 'site-1.example');
    await setState('Contacted', ' of site-1.example');
    await screen.findByText('site-1.example set to “Contacted”.');
    expect(screen.queryByRole('button', { name: 'Clear contact date' })).toBeNull();
    expect(patches()).toEqual([{ domains: ['site-1.example'], state: 'contacted', changeId: expect.any(String) }]);
    await userEvent.keyboard('z');
    await screen.findByText('The change was undone.');
    expect(undone()).toEqual([{ changeId: patches()[0]?.changeId }]);
  });

  test('one that was not contacted after all can lose the date', async () => {
    servePage([makeProspect(1, { state: 'contacted', contacted_at: '2026-01-01' })]);
    await openAndSee('/prospects', 'site-1.example');
    await setState('Kept', ' of site-1.example');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear contact date' }));
    await screen.findByText('The contact date was cleared.');
    expect(patches().at(-1)).toEqual({ domains: ['site-1.example'], contacted_at: null });
  });

  test('the arrow keys move in the list of states and change nothing', async () => {
    servePage([makeProspect(1)]);
    openApp('/prospects');
    await userEvent.click(await screen.findByRole('button', { name: 'Set state of site-1.example' }));
    expect(screen.getByRole('button', { name: 'Found' }).getAttribute('aria-current')).toBe('true');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Kept' }));
    expect(patches()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(patches()).toMatchObject([{ state: 'kept' }]));
  });
});

describe('many at once', () => {
  test('all that match can be selected only once their number is known', async () => {
    servePage([makeProspect(1)], 60);
    openApp('/prospects?search=golf');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    screen.getByRole('button', { name: 'Select all 60 matching' });
    const all = Promise.withResolvers<Response>();
    serve('GET /data/prospects', () => all.promise);
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search' }));
    // These are still the 60 sites of the search.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await screen.findByText('1 selected');
    expect(screen.queryByRole('button', { name: /^Select all .* matching$/ })).toBeNull();
    all.resolve(Response.json({ total: 5_000, rows: [makeProspect(1)] }));
    await screen.findByRole('button', { name: 'Select all 5,000 matching' });
  });

  test('a state, with Undo', async () => {
    servePage([makeProspect(1), makeProspect(2, { state: 'kept' }), makeProspect(3, { contacted_at: '2026-01-01' })]);
    openApp('/prospects');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await screen.findByText('3 selected');
    await setState('Contacted');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('The change was undone.');
    const domains = ['site-1.example', 'site-2.example', 'site-3.example'];
    expect(patches()).toEqual([{ domains, state: 'contacted', changeId: expect.any(String) }]);
    expect(undone()).toEqual([{ changeId: patches()[0]?.changeId }]);
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull());
    // It is undone already.
    await userEvent.keyboard('z');
    expect(undone()).toHaveLength(1);
  });

  test.each([
    [1, 'The change was undone for 1 site. The other 2 have been changed again.'],
    [2, 'The change was undone for 2 sites. The other one has been changed again.'],
    [0, 'Nothing was undone: all sites have been changed again.'],
  ])('an undo says that it restored %i of 3 sites', async (updated, words) => {
    servePage([1, 2, 3].map((n) => makeProspect(n)));
    serve('POST /data/prospects/undo', () => Response.json({ updated }));
    openApp('/prospects');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await setState('Contacted');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText(words);
  });

  test('all that match are confirmed first, and Z undoes it', async () => {
    servePage([makeProspect(1)], 60);
    openApp('/prospects?search=site');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Select all 60 matching' }));
    await setState('Replied');
    expect(patches()).toEqual([]);
    await screen.findByText(/You can undo it afterward\./);
    await userEvent.click(await screen.findByRole('button', { name: 'Change 60 sites' }));
    await screen.findByText('60 sites set to “Replied”.');
    expect(patches()).toMatchObject([{ matching: { search: 'site' }, state: 'replied' }]);
    await waitFor(() => expect(screen.queryByText('60 selected')).toBeNull());
    await userEvent.keyboard('z');
    await screen.findByText('The change was undone.');
    expect(undone()).toEqual([{ changeId: patches()[0]?.changeId }]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('all that match can be blocked, and the dialog says that this can be undone', async () => {
    servePage([makeProspect(1)], 60);
    serve('POST /data/site-rules', () => Response.json({ added: 1, bad: [] }));
    serve('POST /data/site-rules/remove', () => Response.json({ updated: 1 }));
    openApp('/prospects?search=site');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Select all 60 matching' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    await screen.findByText(/You can undo it afterward\./);
    await userEvent.click(screen.getByRole('button', { name: 'Change 60 sites' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('The change was undone.');
    const patterns = ['site-1.example'];
    expect(requestsTo('POST /data/site-rules/remove')[0]?.body).toEqual({ kind: 'blocked', patterns });
  });

  test('block: Undo leaves rules that were there before', async () => {
    const known = { pattern: 'site-2.example', reason: '' };
    // The row shows the other rule.
    servePage([makeProspect(1), makeProspect(2, { rule: { ...known, kind: 'mine' } })]);
    const rules = (['mine', 'blocked'] as const).map((kind) => ({
      ...known,
      kind,
      id: kind,
      created_at: '2026-01-02',
    }));
    serve('GET /data/site-rules', () => Response.json(rules));
    serve('POST /data/site-rules', () => Response.json({ added: 1, bad: [] }));
    serve('POST /data/site-rules/remove', () => Response.json({ updated: 1 }));
    openApp('/prospects');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave out' }));
    await userEvent.click(screen.getByRole('button', { name: 'Block' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('The change was undone.');
    expect(requestsTo('POST /data/site-rules')[0]?.body).toMatchObject({ kind: 'blocked', lines: ['site-1.example'] });
    expect(requestsTo('POST /data/site-rules/remove')[0]?.body).toEqual({
      kind: 'blocked',
      patterns: ['site-1.example'],
    });
  });
});

describe('import', () => {
  const open = async () => {
    servePage([]);
    openApp('/prospects');
    await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
    return within(await screen.findByRole('dialog'));
  };

  test('the second click of a double click does not close the dialog that the first one opened', async () => {
    await open();
    const dialog = screen.getByRole('dialog');
    const backdrop = dialog.querySelector('.modal-backdrop button') as HTMLElement;
    fireEvent.click(backdrop, { detail: 2 });
    expect(screen.getByRole('dialog')).toBe(dialog);
    fireEvent.click(backdrop, { detail: 1 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a file: columns can be mapped by hand, bad lines are listed, the rest is imported', async () => {
    serve('POST /data/prospects/import', ({ body }) => {
      const { rows } = body as { rows: { site: string }[] };
      const bad = rows.flatMap(({ site }, index) => (site.includes('@') ? [{ line: index + 1, text: site }] : []));
      return Response.json({ imported: rows.length - bad.length, bad });
    });
    const dialog = await open();
    const lines = [
      'where,first,second',
      'a.example,2026-01-01,2026-02-01',
      'no site,,',
      'x@gmail.com,,',
      'b.example,,',
    ];
    await userEvent.upload(dialog.getByLabelText('CSV or Excel file'), new File([lines.join('\n')], 'past.csv'));
    await dialog.findByText('4 lines. What do the columns mean?');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Date of contact' }), 'second (2026-02-01)');
    dialog.getByText('1 line will not be imported:');
    await userEvent.click(dialog.getByRole('button', { name: 'Import 3 lines' }));
    await dialog.findByText('2 sites imported.');
    dialog.getByText('2 lines could not be imported:');
    // The text of the line, once.
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
      'Line 3: “no site” is not a site',
      'Line 4: does not belong to a site (x@gmail.com)',
    ]);
    expect(requestsTo('POST /data/prospects/import')[0]?.body).toEqual({
      rows: [{ site: 'a.example', contacted_at: '2026-02-01' }, { site: 'x@gmail.com' }, { site: 'b.example' }],
    });
  });

  test('says which columns mark people who opted out', async () => {
    serve('POST /data/prospects/import', () => Response.json({ imported: 2, bad: [] }));
    const dialog = await open();
    const lines = ['website,status,is_unsubscribed', 'a.example,COMPLETED,true', 'b.example,COMPLETED,false'];
    await userEvent.upload(dialog.getByLabelText('CSV or Excel file'), new File([lines.join('\n')], 'past.csv'));
    await dialog.findByText(/ Lines marked in “is_unsubscribed” are imported as “Do not contact”\.$/);
    await userEvent.click(dialog.getByRole('button', { name: 'Import 2 lines' }));
    await dialog.findByText('2 sites imported.');
    expect(requestsTo('POST /data/prospects/import')[0]?.body).toEqual({
      rows: [
        { site: 'a.example', state: 'do_not_contact' },
        { site: 'b.example', state: 'contacted' },
      ],
    });
  });

  test('a file in the old encoding of a computer is read as it was written', async () => {
    serve('POST /data/prospects/import', () => Response.json({ imported: 1, bad: [] }));
    const dialog = await open();
    const bytes = Uint8Array.from('site,note\na.example,Gr\u00fc\u00dfe', (character) => character.charCodeAt(0));
    await userEvent.upload(dialog.getByLabelText('CSV or Excel file'), new File([bytes], 'past.csv'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 1 line' }));
    await dialog.findByText('1 site imported.');
    const rows = [{ site: 'a.example', note: 'Grüße' }];
    expect(requestsTo('POST /data/prospects/import')[0]?.body).toEqual({ rows });
  });

  test('a long one is sent in pieces, and says how far it came if one is refused', async () => {
    serve('POST /data/prospects/import', () =>
      requestsTo('POST /data/prospects/import').length === 1
        ? Response.json({ imported: 1_000, bad: [] })
        : Response.json(
            { error: 'too-many-requests', message: 'You can import up to 300,000 sites a day.' },
            { status: 429 },
          ),
    );
    const dialog = await open();
    const lines = Array.from({ length: 1_500 }, (_, index) => `site-${index}.example`);
    await userEvent.upload(dialog.getByLabelText('CSV or Excel file'), new File([lines.join('\n')], 'past.csv'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 1,500 lines' }));
    await dialog.findByText(/^Zeus received only the first 1,000 lines. You can import up to 300,000 sites a day./);
    dialog.getByText('1,000 sites imported.');
  });

  test('refuses text that is not a table, with a message', async () => {
    const dialog = await open();
    const input = dialog.getByLabelText('CSV or Excel file');
    await userEvent.upload(input, new File(['PK\u0003\u0004\0\0'], 'past.csv'));
    await dialog.findByText(/^This file is damaged\./);
    await userEvent.upload(input, new File([' \n'], 'past.csv'));
    await dialog.findByText('The file is empty.');
    dialog.getByText('Add a file or paste some lines first.');
  });

  test('of an Excel file, the first sheet with sites is chosen', async () => {
    const dialog = await open();
    const workbook = makeXlsx({
      Notes: [['Hello']],
      Past: [
        ['Site', 'Sent on'],
        ['a.example', '2026-01-01'],
      ],
    });
    await userEvent.upload(dialog.getByLabelText('CSV or Excel file'), new File([workbook], 'past.xlsx'));
    const sheet = await dialog.findByRole<HTMLSelectElement>('combobox', { name: 'Sheet' });
    expect(sheet.selectedOptions[0]?.text).toBe('Past');
    dialog.getByRole('button', { name: 'Import 1 line' });
    await userEvent.selectOptions(sheet, 'Notes');
    dialog.getByText('Choose the column with the sites first.');
  });
});

describe('sites to leave out', () => {
  const makeRule = (number: number) => ({
    ...{ id: `rule-${number}`, kind: 'blocked', pattern: `spam-${number}.example`, reason: 'Spam' },
    created_at: '2026-01-02',
  });

  test('a file fills the blocklist, and lines that are not sites stay for correction', async () => {
    servePage([]);
    serve('POST /data/site-rules', () => Response.json({ added: 1, bad: [{ line: 2, text: 'two words' }] }));
    openApp('/prospects');
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Add to blocked sites' });
    await userEvent.type(field, 'typed.example{Enter}');
    const file = new File(['spam.example\ntwo words\n'], 'blocked.csv');
    await userEvent.upload(screen.getByLabelText('CSV or Excel file for blocked sites'), file);
    await waitFor(() => expect(field.value).toBe('typed.example\nspam.example\ntwo words'));
    await userEvent.click(screen.getAllByRole('button', { name: 'Add' })[0] as HTMLElement);
    await screen.findByText('1 line is not a site.');
    expect(field.value).toBe('two words');
  });

  test('a removed one can be brought back, the focus moves on, and the list above follows', async () => {
    let rules = [1, 2].map(makeRule);
    const ruleOf = (domain: string) => rules.find(({ pattern }) => pattern === domain) ?? null;
    serve('GET /data/prospects', () => {
      const rule = ruleOf('spam-1.example') as Prospect['rule'];
      return Response.json({ total: 1, rows: [makeProspect(1, { domain: 'spam-1.example', rule })] });
    });
    serve('GET /data/site-rules', () => Response.json(rules));
    serve('POST /data/site-rules/remove', ({ body }) => {
      rules = rules.filter(({ id }) => !(body as { ids: string[] }).ids.includes(id));
      return Response.json({ updated: 1 });
    });
    serve('POST /data/site-rules', () => {
      rules = [1, 2].map(makeRule);
      return Response.json({ added: 1, bad: [] });
    });
    openApp('/prospects');
    await screen.findByTitle('Spam');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove spam-1.example' }));
    await screen.findByText('spam-1.example removed.');
    await waitFor(() => expect(screen.queryByTitle('Spam')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove spam-2.example' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const again = { kind: 'blocked', lines: ['spam-1.example'], reason: 'Spam' };
    await waitFor(() => expect(requestsTo('POST /data/site-rules').map(({ body }) => body)).toEqual([again]));
    await screen.findByTitle('Spam');
  });

  test('a failure to load them is not shown as an empty list', async () => {
    servePage([]);
    serve('GET /data/site-rules', () =>
      Response.json({ error: 'bad-input', message: 'No such list.' }, { status: 400 }),
    );
    openApp('/prospects');
    const section = within(await screen.findByRole('region', { name: 'Sites to leave out' }));
    await section.findByText('No such list.');
    serve('GET /data/site-rules', () => Response.json([makeRule(1)]));
    await userEvent.click(section.getByRole('button', { name: 'Try again' }));
    await section.findByText('spam-1.example');
    expect(section.queryByText('No such list.')).toBeNull();
  });
});
