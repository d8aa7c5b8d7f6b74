import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import { backlinksFile } from '../../shared/csv.ts';
import type { Triage } from '../../shared/triage.ts';
import { openAndSee, openApp } from '../test/app.tsx';
import { leaveDialog } from '../test/dialogs.ts';
import { enter } from '../test/fill.ts';
import { campaignId, makeBacklink, makeCampaign, makeSearchResult, serveBlockedSites } from '../test/rows.ts';
import { watchSavedFiles } from '../test/saved-files.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';

const address = `/campaign/backlinks/${campaignId}`;
const warning = /Zeus has fetched less than 10 backlinks, which isn't optimal\.\.\./;
const headers = () =>
  screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .slice(1, -1);
const list = (count: number, change: Partial<Backlink> = {}) =>
  Array.from({ length: count }, (_, index) => makeBacklink(index + 1, { keep: false, ...change }));

function serveBacklinks(change: Partial<Campaign>, backlinks: readonly Backlink[]) {
  serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(change)));
  serve('GET /data/backlinks', () => Response.json(backlinks));
  for (const one of backlinks) {
    serve(`PATCH /data/backlinks/${one.id}`, ({ body }) => Response.json({ ...one, ...body }));
  }
}

const picking: Partial<Campaign> = { status: 'Waiting to Pick Backlinks', mode: null };

beforeEach(() => {
  keepSession();
  serve('GET /data/requests', () => Response.json([]));
});

test('"Get the rest" of a Magic Search takes no more than that can deliver', async () => {
  serveBacklinks({ ...picking, type: 'Magic Campaign', status_message: '30 were left out.' }, list(5));
  serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 500, email_credits: 0 }));
  const price = { results: 0, known: 30, unknown: 0, most: 30, balance: 500, keptIds: [] };
  serve(`GET /data/campaigns/${campaignId}/backlink-price`, () => Response.json(price));
  openApp(address);
  await userEvent.click(await screen.findByRole('button', { name: 'Get the rest' }));
  const limit = await screen.findByLabelText('Maximum backlinks');
  expect(limit).toHaveProperty('value', '30');
  await userEvent.type(limit, '0');
  await userEvent.click(screen.getByRole('button', { name: 'Find backlinks' }));
  await screen.findByText('Enter a whole number from 1 to 30.');
});

test.each([
  ['Magic Campaign', { results: 0, most: 30 }, '30'],
  ['Guest Posts', { results: 1, most: 0 }, '10'],
] as const)('after the search for emails, the rest can still be bought (%s)', async (type, found, proposed) => {
  serveBacklinks({ type, status_message: 'Your email credits ran out.' }, list(5));
  serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 500, email_credits: 0 }));
  servePrice(found);
  await openAndSee(address, /^You can get more backlinks for this campaign\./);
  expect(screen.queryByText(/email credits ran out/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Get the rest' }));
  expect(await screen.findByLabelText('Maximum backlinks')).toHaveProperty('value', proposed);
});

test('after the search for emails, nothing is offered if everything was delivered', async () => {
  serveBacklinks({ type: 'Magic Campaign' }, list(5));
  servePrice({ results: 0, most: 0 });
  await openAndSee(address, '5 backlinks');
  await waitFor(() => expect(requestsTo(`GET /data/campaigns/${campaignId}/backlink-price`)).toHaveLength(1));
  // The answer is shown, if at all, with the next render.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByRole('button', { name: 'Get the rest' })).toBeNull();
});

function servePrice(found: { results: number; most: number }) {
  const price = { known: found.most, unknown: 0, balance: 500, keptIds: [], ...found };
  serve(`GET /data/campaigns/${campaignId}/backlink-price`, () => Response.json(price));
}

test('the header says nothing twice while the list is loading', async () => {
  serveBacklinks(picking, []);
  serve('GET /data/backlinks', () => new Promise<Response>(() => {}));
  openApp(address);
  await screen.findByTitle('Search results for this keyword');
  const intro = screen.getByRole('heading', { level: 1, name: 'Backlinks' }).nextElementSibling;
  expect(intro?.textContent).toBe('For Best Golf Courses In America. Select the ones you want to screen.');
});

test('leads back to the search results of an organic campaign, and these lead to it', async () => {
  serveBacklinks({ ...picking, type: 'Guest Posts' }, list(12));
  serve('GET /data/search-results', () => Response.json([makeSearchResult(1)]));
  openApp(address);
  await userEvent.click(await screen.findByTitle('Search results for this keyword'));
  await userEvent.click(await screen.findByRole('link', { name: 'see those found so far' }));
  await screen.findByText('12 backlinks');
});

test('leads to no search results where there are none', async () => {
  serveBacklinks({ ...picking, type: 'Magic Campaign' }, list(12));
  await openAndSee(address, '12 backlinks');
  expect(screen.queryByTitle('Search results for this keyword')).toBeNull();
});

describe('the list', () => {
  test('counts, keeps, and screens only what is kept', async () => {
    serveBacklinks(picking, list(12));
    const { location } = openApp(address);
    await screen.findByText('12 backlinks');
    expect(headers()).toEqual(['Backlink', 'Anchor', 'Link', 'UR', 'DR']);
    const screenButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Screen backlinks' });
    expect(screenButton().disabled).toBe(true);
    expect(screen.queryByText(warning)).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Page 2' }));
    await waitFor(() => expect(screenButton().disabled).toBe(false));
    await userEvent.click(screenButton());
    await waitFor(() => expect(location()?.pathname).toBe(`/campaign/screen-leads/${campaignId}`));
    expect(requestsTo(`PATCH /data/backlinks/${makeBacklink(2).id}`)[0]?.body).toEqual({ keep: true });
  });

  test('shows who found each backlink and who stated its figures', async () => {
    serveBacklinks({ ...picking, figures_problem: 'unavailable' }, [
      makeBacklink(1, { source: 'ahrefs' }),
      makeBacklink(2, { source: 'by-search', figure_sources: { domain_rating: 'moz' } }),
      makeBacklink(3, { source: 'own', figure_sources: { domain_rating: 'zeus-own', ahrefs_rank: 'moz' } }),
    ]);
    await openAndSee(address, 'via Ahrefs');
    expect(screen.getByTitle('DR from Ahrefs').textContent).toBe('89');
    expect(screen.getByTitle('UR from Ahrefs').textContent).toBe('30');
    expect(screen.getByText('via web search')).toBeTruthy();
    // A web search states no figures itself.
    expect(screen.getByTitle(/^UR from the Zeus index/).textContent).toBe('30');
    expect(screen.getByTitle('DR from Moz (Domain Authority)').textContent).toBe('88');
    expect(screen.queryByText(/via your list/)).toBeNull();
    expect(screen.getByText(/figures are missing.*could not be reached/)).toBeTruthy();
  });

  test('explains a discounted rating on hover', async () => {
    const source = 'zeus-own:discounted/37.2/5/5/6';
    serveBacklinks(picking, [
      makeBacklink(1, { source: 'zeus-own', domain_rating: 7.5, figure_sources: { domain_rating: source } }),
    ]);
    openApp(address);
    const figure = await screen.findByText('7.5');
    const described = figure.closest('[aria-describedby]')?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toMatch(
      /^DR from the Zeus index.*Lowered from 37\.2: this site/,
    );
    // The URL rating is from the same index, but not discounted.
    expect(screen.getByTitle(/^UR from the Zeus index/).title).not.toMatch(/Lowered/);
    await userEvent.hover(figure);
    expect(document.querySelector('.tooltip-box')?.textContent).toMatch(/Lowered from 37\.2/);
  });

  test('shows the group of each backlink, and filters by group and signal', async () => {
    const triageOf = (group: Triage['group'], ...signals: Triage['signals']): Triage => ({ group, score: 0, signals });
    const [thin, stale] = [
      { name: 'thin', fact: '20', weight: 3 },
      { name: 'stale', fact: '2021-03-05', weight: 3 },
    ] as const;
    serveBacklinks(picking, [
      makeBacklink(1, { triage: triageOf('good') }),
      makeBacklink(2, { triage: triageOf('unlikely', thin, stale) }),
      makeBacklink(3, { triage: triageOf('check', thin) }),
      makeBacklink(4),
    ]);
    await openAndSee(`${address}?group=check`, 'Page 3');
    expect(headers()).toEqual(['Backlink', 'Anchor', 'Link', 'Group', 'UR', 'DR']);
    screen.getByText('Little text');
    expect(screen.queryByText('Page 2')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Filters/ }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Any');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Signal' }), 'Little text');
    await screen.findByText('Page 2');
    screen.getByText('+1');
    expect(screen.queryByText('Page 1')).toBeNull();
    await waitFor(() => expect(window.location.search).toContain('signal=thin'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Signal' }), 'Any');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'Not checked yet');
    await screen.findByText('Page 4');
    expect(screen.queryByText('Page 2')).toBeNull();
  });

  test('shortens long texts as specified, and marks a dead page', async () => {
    const anchor = 'a'.repeat(101);
    const [first] = list(1, { title: 't'.repeat(90), url_from: `https://${'u'.repeat(90)}.example/`, anchor });
    serveBacklinks(picking, [{ ...(first as Backlink), page_problem: 'The page does not exist (404).' }]);
    await openAndSee(address, `${'t'.repeat(80)}...`);
    screen.getByText(`${'u'.repeat(80)}...`);
    screen.getByText(`${'a'.repeat(80)}...`);
    screen.getByText('The page does not exist (404).');
  });

  test('shows traffic instead of the rating on rows without one', async () => {
    serveBacklinks(picking, [
      makeBacklink(1, { ahrefs_rank: -1, search_traffic: 0 }),
      makeBacklink(2, { ahrefs_rank: -1, search_traffic: -1 }),
      makeBacklink(3, { ahrefs_rank: -1, search_traffic: 5_400 }),
      makeBacklink(4, { ahrefs_rank: 31, search_traffic: -1 }),
    ]);
    await openAndSee(address, /^<1/);
    expect(headers()).toEqual(['Backlink', 'Anchor', 'Link', 'UR / Traffic', 'DR']);
    const column = screen.getAllByRole('row').map((row) => row.children[4]);
    expect(column.slice(1).map((cell) => cell?.textContent)).toEqual(['<1 visits', 'N/A', '5.4K visits', '31']);
    expect(screen.getAllByText('We were not able to find traffic estimates for this page.')).toHaveLength(1);
  });

  test('has a traffic column if no page is rated', async () => {
    serveBacklinks(picking, [makeBacklink(1, { ahrefs_rank: -1, search_traffic: 120 })]);
    await openAndSee(address, '120');
    expect(headers()).toEqual(['Backlink', 'Anchor', 'Link', 'Traffic', 'DR']);
  });

  test("downloads the server's file once the choices are saved, or says why not", async () => {
    const saved = watchSavedFiles();
    serveBacklinks(picking, [makeBacklink(1, { keep: false })]);
    const saving = Promise.withResolvers<void>();
    serve(`PATCH /data/backlinks/${makeBacklink(1).id}`, () => saving.promise.then(() => Response.json({})));
    const file = `/data/campaigns/${campaignId}/backlinks.csv`;
    serve(`GET ${file}`, () => new Response('the bytes'));
    openApp(address);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Page 1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Download backlinks' }));
    expect(requestsTo(`GET ${file}`)).toEqual([]);
    saving.resolve();
    await waitFor(() => expect(saved).toMatchObject([{ name: 'best-golf-courses-in-america-backlinks.csv' }]));
    expect(await saved[0]?.file.text()).toBe('the bytes');

    serve(`GET ${file}`, () =>
      Response.json({ error: 'unexpected', message: 'The server is tired.' }, { status: 500 }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Download backlinks' }));
    await screen.findByText('The file could not be saved. The server is tired.');
    expect(saved).toHaveLength(1);

    serve(`GET ${file}`, () => Promise.reject(new TypeError('no connection')));
    await userEvent.click(screen.getByRole('button', { name: 'Download backlinks' }));
    await screen.findByText(/the file contains the list as this page last loaded it/);
    expect(saved[1]?.name).toBe('best-golf-courses-in-america-backlinks.csv');
    expect(await saved[1]?.file.text()).toBe(backlinksFile.head + backlinksFile.line(makeBacklink(1)));
  });
});

test('a download without an answer holds up no choice and no other download, and is given up after a while', async () => {
  const saved = watchSavedFiles();
  serveBacklinks(picking, [makeBacklink(1, { keep: false })]);
  const file = `GET /data/campaigns/${campaignId}/backlinks.csv`;
  serve(file, () => new Promise<Response>(() => {}));
  openApp(address);
  const box = await screen.findByRole('checkbox', { name: 'Select Page 1' });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await userEvent.click(screen.getByRole('button', { name: 'Download backlinks' }));
  await waitFor(() => expect(requestsTo(file)).toHaveLength(1));
  const isBusy = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
  expect([isBusy('Download backlinks'), isBusy('Download everything')]).toEqual([true, false]);
  await userEvent.click(box);
  await waitFor(() => expect(requestsTo(`PATCH /data/backlinks/${makeBacklink(1).id}`)).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  await screen.findByText(/the file contains the list as this page last loaded it/);
  expect(saved).toHaveLength(1);
});

describe('blocking a site', () => {
  beforeEach(() => serveBlockedSites());

  test('deselects its row, marks it at once, takes a reason, and can be undone', async () => {
    serveBacklinks(picking, [makeBacklink(1), makeBacklink(2)]);
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Block site-1.example' }));
    await screen.findByText('Blocked');
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Page 1' });
    expect(box().checked).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Add a reason' }));
    enter(await screen.findByRole('combobox', { name: 'Reason' }), 'Link farm');
    await leaveDialog();
    await userEvent.click(screen.getByRole('button', { name: 'Save reason' }));
    const sent = () => requestsTo('POST /data/site-rules').map(({ body }) => body);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toMatchObject([
      { kind: 'blocked', lines: ['site-1.example'], reason: 'From “Best Golf Courses In America”' },
      { kind: 'blocked', lines: ['site-1.example'], reason: 'Link farm' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Unblock site-1.example' }));
    await waitFor(() =>
      expect(requestsTo('POST /data/site-rules/remove')[0]?.body).toEqual({
        kind: 'blocked',
        patterns: ['site-1.example'],
      }),
    );
    await waitFor(() => expect(screen.queryByText('Blocked')).toBeNull());
  });

  test('a refusal selects the row again and says why', async () => {
    serveBacklinks(picking, [makeBacklink(1), makeBacklink(2)]);
    const refusal = { error: 'bad-input', message: 'You can have 10,000 sites and patterns.' };
    serve('POST /data/site-rules', () => Response.json(refusal, { status: 400 }));
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Block site-1.example' }));
    await screen.findByText('site-1.example was not blocked. You can have 10,000 sites and patterns.');
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Page 1' });
    await waitFor(() => expect(box().checked).toBe(true));
    expect(screen.queryByText('Blocked')).toBeNull();
    expect(screen.queryByText(/is blocked\./)).toBeNull();
  });

  test('the message about it closes when the row is unblocked', async () => {
    serveBacklinks(picking, [makeBacklink(1)]);
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Block site-1.example' }));
    await screen.findByText(/is blocked\./);
    await userEvent.click(await screen.findByRole('button', { name: 'Unblock site-1.example' }));
    await screen.findByRole('button', { name: 'Block site-1.example' });
    expect(screen.queryByText(/is blocked\./)).toBeNull();
  });

  test('shows on the Prospects page, also if that was open just before', async () => {
    serveBacklinks(picking, [makeBacklink(1)]);
    serve('GET /data/site-rules', () => Response.json([]));
    serve('GET /data/prospects', () => Response.json({ total: 0, rows: [] }));
    const goTo = (path: string) =>
      act(() => {
        window.history.pushState(null, '', path);
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
    openApp('/prospects');
    await waitFor(() => expect(requestsTo('GET /data/prospects')).toHaveLength(1));
    goTo(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Block site-1.example' }));
    // Once it is saved, the rules are read again, too.
    await waitFor(() => expect(requestsTo(`GET /data/requests/${campaignId}/site-rules`)).toHaveLength(2));
    goTo('/prospects');
    await waitFor(() => expect(requestsTo('GET /data/prospects')).toHaveLength(2));
  });

  test('the second click of a double click does not unblock', async () => {
    serveBacklinks(picking, [makeBacklink(1)]);
    openApp(address);
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Block site-1.example' }));
    await screen.findByText('Blocked');
    await waitFor(() => expect(requestsTo('POST /data/site-rules')).toHaveLength(1));
    expect(requestsTo('POST /data/site-rules/remove')).toHaveLength(0);
  });

  test('a site under a pattern says so and offers no click', async () => {
    serveBacklinks(picking, [makeBacklink(1)]);
    serveBlockedSites([{ domain: 'site-1.example', kind: 'blocked', pattern: '*.example', reason: 'Test' }]);
    openApp(address);
    await screen.findByTitle('*.example · Test');
    expect(screen.queryByRole('button', { name: /lock site-1/ })).toBeNull();
  });
});

describe('the messages above it', () => {
  test.each([
    [3, 1],
    [4, 0],
  ])('%i backlinks: warning %i', async (count, shown) => {
    serveBacklinks(picking, list(count));
    await openAndSee(address, `${count} backlinks`);
    await waitFor(() => expect(screen.queryAllByText(warning)).toHaveLength(shown));
    if (shown)
      expect(screen.getByRole('link', { name: 'Start a new campaign' }).getAttribute('href')).toBe('/campaign');
  });

  test('while Zeus works: its progress, and no warning yet', async () => {
    const step_started_at = new Date().toISOString();
    const progress = { progress_done: 3, progress_total: 21 };
    serveBacklinks({ type: 'BYOB', status: 'Analyzing Backlinks', step_started_at, ...progress }, list(2));
    await openAndSee(address, 'Reading the pages of your list.');
    screen.getByText('3 of 21 pages');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('14');
    expect(screen.queryByText(warning)).toBeNull();
  });

  test('while Zeus waits for slow sites, it says so', async () => {
    const progress = { progress_done: 18, progress_total: 21, slow_sites: 3 };
    serveBacklinks({ type: 'BYOB', status: 'Analyzing Backlinks', ...progress }, list(2));
    await openAndSee(address, /^Waiting for 3 slow sites\./);
  });

  test('work that only a newer server knows is described by its status', async () => {
    serveBacklinks({ status: 'Waiting for Ratings', progress_done: 1, progress_total: 2 }, []);
    await openAndSee(address, 'Waiting for Ratings.');
    screen.getByText('1 of 2');
    screen.getByText('The backlinks appear here as Zeus finds them.');
  });

  test('what went wrong, and a retry', async () => {
    const status_message = 'The link index could not be reached.';
    serveBacklinks({ status: 'Something went wrong', failed_step: 'backlinks', status_message }, list(5));
    serve(`POST /api/campaign/${campaignId}/retry`, () => Response.json({ ok: true }));
    serve(`GET /data/campaigns/${campaignId}/retry-price`, () => Response.json({ most: 12, balance: 1_500 }));
    await openAndSee(address, /The link index could not be reached\./);
    await screen.findByText('It costs at most 12 backlink credits. You have 1,500.');
    serveBacklinks({ status: 'Waiting for Backlinks' }, list(5));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Finding out who links to the pages you picked.');
    // It depends on the search results, which this page does not show.
    expect(requestsTo(`POST /api/campaign/${campaignId}/retry`)[0]?.body).toEqual({});
  });

  test('shows the server’s message about left-out backlinks', async () => {
    serveBacklinks({ ...picking, status_message: '12 backlinks were left out.' }, list(5));
    await openAndSee(address, /^12 backlinks were left out\./);
  });

  test('names sites that were left out under another name, and lets the user keep them apart', async () => {
    serveBacklinks(picking, list(5));
    let isSeparate = false;
    const name = { domain: 'new.example', known_as: 'old.example' };
    serve(`GET /data/requests/${campaignId}/left-out`, () =>
      Response.json([
        { reason: 'blocked', other_campaign: null, sites: 2, other_names: [] },
        { reason: 'contacted', other_campaign: null, sites: 1, other_names: [{ ...name, is_separate: isSeparate }] },
      ]),
    );
    serve('POST /data/separate-sites', ({ body }) => {
      isSeparate = body?.is_separate === true;
      return Response.json({ domain: 'new.example', is_separate: isSeparate });
    });
    await openAndSee(address, /^3 sites left out: 2 blocked, 1 contacted recently\./);
    await screen.findByText(/, which you know as old\.example\./);
    await userEvent.click(screen.getByRole('button', { name: 'Treat them as two sites (new.example)' }));
    await screen.findByText(/Your next campaigns treat them as two sites\./);
    await userEvent.click(screen.getByRole('button', { name: 'Treat them as one site (new.example)' }));
    await screen.findByRole('button', { name: 'Treat them as two sites (new.example)' });
    expect(requestsTo('POST /data/separate-sites').map(({ body }) => body)).toEqual([
      { site: 'new.example', is_separate: true },
      { site: 'new.example', is_separate: false },
    ]);
  });
});

describe('the steps lead to', () => {
  const [screening, contacts] = [`/campaign/screen-leads/${campaignId}`, `/campaign/contacts/${campaignId}`];
  test.each<[string, Partial<Campaign>, string[]]>([
    ['nothing while backlinks are looked for', { status: 'Waiting for Backlinks', mode: null }, []],
    ['screening once there are backlinks', picking, [screening]],
    ['the contacts once emails were ordered', { status: 'Waiting for Emails', mode: 'domain' }, [screening, contacts]],
    // Otherwise nothing would lead to contacts that were paid for.
    ['the contacts also after more backlinks were ordered', { ...picking, mode: 'author' }, [screening, contacts]],
    ['the contacts while more are looked for', { status: 'Waiting for Backlinks' }, [screening, contacts]],
    [
      'the contacts if that failed',
      { status: 'Something went wrong', failed_step: 'backlinks' },
      [screening, contacts],
    ],
  ])('%s', async (_name, change, paths) => {
    serveBacklinks(change, list(5));
    serve(`GET /data/campaigns/${campaignId}/retry-price`, () => Response.json({ most: 3, balance: 7 }));
    await openAndSee(address, '5 backlinks');
    const steps = within(screen.getByRole('list', { name: 'Campaign progress' }));
    await waitFor(() => expect(steps.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(paths));
  });
});

test.each([
  [picking, /^Zeus found no backlinks for “Best Golf Courses In America”\. No credit was used\./, 1],
  [
    { ...picking, status_message: '12 backlinks were left out: your backlink credits ran out.' },
    /^No backlinks were delivered for “Best Golf Courses In America”\. No credit was used\./,
    1,
  ],
  [{ status: 'Waiting to Pick Search Results' } as const, /^There are no backlinks yet\./, 0],
])('none: %o', async (change, sentence, warnings) => {
  serveBacklinks(change, []);
  await openAndSee(address, sentence);
  expect(screen.queryAllByText(warning)).toHaveLength(warnings);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download backlinks' }).disabled).toBe(true);
});

test('none, because the user knows all of the sites', async () => {
  serveBacklinks(picking, []);
  const blocked = { reason: 'blocked', other_campaign: null, sites: 2, other_names: [] };
  serve(`GET /data/requests/${campaignId}/left-out`, () => Response.json([blocked]));
  await openAndSee(address, /^No backlinks were delivered for “Best Golf Courses In America”\. No credit was used\./);
  screen.getByText(/^2 sites left out: 2 blocked\./);
});
