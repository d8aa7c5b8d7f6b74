import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BacklinkPrice } from '../../shared/api/prices.ts';
import type { Campaign } from '../../shared/campaign.ts';
import type { SearchResult } from '../../shared/search-result.ts';
import { openAndSee, openApp } from '../test/app.tsx';
import { goOffline, goOnline } from '../test/connection.ts';
import { enter } from '../test/fill.ts';
import { campaignId, makeCampaign, makeSearchResult } from '../test/rows.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';

const address = `/campaign/search-results/${campaignId}`;
const getBacklinks = 'POST /api/campaign/get-backlinks';
const priceRoute = `GET /data/campaigns/${campaignId}/backlink-price`;
const confirm = () => screen.findByRole('button', { name: 'Find backlinks' });
const limitField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Maximum backlinks' });
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Get backlinks' });

function serveResults(change: Partial<Campaign>, results: readonly SearchResult[]) {
  serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(change)));
  serve('GET /data/search-results', () => Response.json(results));
  for (const result of results) {
    serve(`PATCH /data/search-results/${result.id}`, ({ body }) => Response.json({ ...result, ...body }));
  }
}

/** The price of getting the backlinks of these results. */
function servePrice(kept: readonly number[], change: Partial<BacklinkPrice> = {}) {
  const keptIds = kept.map((n) => makeSearchResult(n).id);
  const price = { results: kept.length, known: 39, unknown: 0, most: 39, balance: 60, keptIds, ...change };
  serve(priceRoute, () => Response.json(price));
}

const picking: Partial<Campaign> = { status: 'Waiting to Pick Search Results' };

beforeEach(() => {
  keepSession();
  serve('GET /data/requests', () => Response.json([]));
});

test('shows the source of each result and figure, and why figures are missing', async () => {
  serveResults({ ...picking, figures_problem: 'account' }, [
    makeSearchResult(1, {
      source: 'serper',
      figure_sources: { domain_rating: 'openpagerank', search_traffic: 'dataforseo' },
    }),
    makeSearchResult(2, { source: null, domain_rating: -1 }),
  ]);
  await openAndSee(address, 'Result 1');
  expect(screen.getByText('via Serper')).toBeTruthy();
  expect(screen.getByTitle(/^DR from Open PageRank/).textContent).toBe('79');
  expect(screen.getByTitle('Traffic from DataForSEO').textContent).toBe('14.2K');
  // Nothing is said about an unknown figure, or one with an unknown source.
  expect(screen.getAllByTitle(/^DR from/)).toHaveLength(1);
  expect(screen.getByText(/figures are missing because this server currently can’t use a service.*N\/A/)).toBeTruthy();
});

test('shows the figures of each result; "Get backlinks" needs a kept one, and goes to the list', async () => {
  serveResults(picking, [
    makeSearchResult(1),
    makeSearchResult(2, { search_traffic: 0, traffic_value: -1, url_rating: -1 }),
  ]);
  serve(getBacklinks, () => Response.json({ error: false, message: 'On it.' }));
  servePrice([1]);
  const { location } = openApp(address);
  await screen.findByText('Result 1');
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(headers.slice(1)).toEqual(['Page', 'DR', 'UR', 'Ref. domains', 'Dofollow', 'Backlinks', 'Traffic', 'Value']);
  const cells = screen.getAllByRole('row')[2]?.querySelectorAll('td');
  expect([...(cells ?? [])].slice(2).map(({ textContent }) => textContent)).toEqual([
    '78',
    'N/A',
    '1.2K',
    '900',
    '2K',
    '<1',
    'N/A',
  ]);
  expect((await button()).disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Result 1' }));
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  expect(document.title).toBe('Search Results for Best Golf Courses In America · Zeus');
  await userEvent.click(await button());
  await userEvent.click(await confirm());
  await waitFor(() => expect(location()?.pathname).toBe('/'));
  expect(requestsTo(getBacklinks)[0]?.body).toEqual({ campaignId, keptIds: [makeSearchResult(1).id], limit: 39 });
  expect(requestsTo(`PATCH /data/search-results/${makeSearchResult(1).id}`)[0]?.body).toEqual({ keep: true });
  await screen.findByText('On it.');
});

describe('the price', () => {
  const results = [makeSearchResult(1, { keep: true }), makeSearchResult(2, { keep: true })];

  test('is said before anything is ordered, with what is unknown, and a limit that the user sets', async () => {
    serveResults(picking, results);
    servePrice([1, 2], { known: 39, unknown: 1, most: 1_039, balance: 50 });
    serve(getBacklinks, () => Response.json({ error: false, message: 'On it.' }));
    await openAndSee(address, '2 of 2 selected');
    await userEvent.click(await button());
    await screen.findByText('39 backlinks');
    screen.getByText('For 1 result, Zeus doesn’t know the number yet, so there may be more.');
    expect(screen.getAllByText('50 credits')).toHaveLength(2);
    const limit = await limitField();
    expect(limit.value).toBe('50');
    for (const wrong of ['0', '1.5', 'many', '10,001']) {
      enter(limit, wrong);
      await userEvent.click(await confirm());
      await screen.findByText('Enter a whole number from 1 to 10,000.');
    }
    enter(limit, '12');
    screen.getByText('12 credits');
    expect(requestsTo(getBacklinks)).toEqual([]);
    await userEvent.click(await confirm());
    await waitFor(() => expect(requestsTo(getBacklinks).map(({ body }) => body?.limit)).toEqual([12]));
  });

  test('can be declined', async () => {
    serveResults(picking, results);
    servePrice([1, 2]);
    await openAndSee(address, '2 of 2 selected');
    await userEvent.click(await button());
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(getBacklinks)).toEqual([]);
  });

  test('without credits there is a link to /billing, and nothing to order', async () => {
    serveResults(picking, results);
    servePrice([1, 2], { balance: 0 });
    await openAndSee(address, '2 of 2 selected');
    await userEvent.click(await button());
    const link = await screen.findByRole('link', { name: 'Get more credits' });
    expect(link.getAttribute('href')).toBe('/billing');
    expect(screen.queryByRole('button', { name: 'Find backlinks' })).toBeNull();
  });

  test('of another selection than the one on screen is not shown', async () => {
    serveResults(picking, results);
    servePrice([1]);
    await openAndSee(address, '2 of 2 selected');
    serveResults(picking, [makeSearchResult(1, { keep: true }), makeSearchResult(2)]);
    await userEvent.click(await button());
    await screen.findByText(/^Your selection has changed/);
    await screen.findByText('1 of 2 selected');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('get backlinks and choices that are being saved', () => {
  const save = `PATCH /data/search-results/${makeSearchResult(1).id}`;

  /** Ticks a result whose save is answered later, and requests backlinks. */
  async function tickAndGet() {
    serveResults(picking, [makeSearchResult(1), makeSearchResult(2, { keep: true })]);
    let answer = (_: Response) => {};
    serve(save, () => new Promise<Response>((resolve) => (answer = resolve)));
    serve(getBacklinks, () => Response.json({ error: false, message: 'On it.' }));
    servePrice([1, 2]);
    const app = openApp(address);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Result 1' }));
    await screen.findByText('2 of 2 selected');
    await userEvent.click(await button());
    await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBe('true'));
    await waitFor(() => expect(requestsTo(save)).toHaveLength(1));
    return { ...app, answer: (response: Response) => answer(response) };
  }

  test('waits for them and sends what the user saw', async () => {
    const { answer, location } = await tickAndGet();
    expect(requestsTo(priceRoute)).toEqual([]);
    answer(Response.json({}));
    await userEvent.click(await confirm());
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    expect(requestsTo(getBacklinks).map(({ body }) => body)).toEqual([
      { campaignId, keptIds: [makeSearchResult(1).id, makeSearchResult(2).id], limit: 39 },
    ]);
  });

  test('asks nothing of a user who has moved on, and does not lead them away', async () => {
    const { answer, location } = await tickAndGet();
    await userEvent.click(screen.getByRole('link', { name: 'Help' }));
    await screen.findByRole('heading', { level: 1, name: 'Help' });
    answer(Response.json({}));
    await waitFor(() => expect(requestsTo(priceRoute)).toHaveLength(1));
    expect(location()?.pathname).toBe('/help');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requestsTo(getBacklinks)).toEqual([]);
  });

  test('starts nothing if one cannot be saved', async () => {
    const { answer } = await tickAndGet();
    answer(Response.json({ error: 'bad-input', message: 'No.' }, { status: 400 }));
    await screen.findByText(/^Your last changes could not be saved\./);
    expect(requestsTo(getBacklinks)).toEqual([]);
  });

  test('shows the saved selection if it differs', async () => {
    serveResults(picking, [makeSearchResult(1, { keep: true }), makeSearchResult(2, { keep: true })]);
    const message = 'Your selection has changed.';
    serve(getBacklinks, () => {
      serve('GET /data/search-results', () =>
        Response.json([makeSearchResult(1), makeSearchResult(2, { keep: true })]),
      );
      return Response.json({ error: 'selection-changed', message }, { status: 409 });
    });
    servePrice([1, 2]);
    await openAndSee(address, '2 of 2 selected');
    await userEvent.click(await button());
    await userEvent.click(await confirm());
    await screen.findByText(message);
    expect(screen.queryByRole('link', { name: message })).toBeNull();
    await screen.findByText('1 of 2 selected');
    // Its price is that of the former selection.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('Retry shows its price, also after the selection has changed', async () => {
  const failed: Partial<Campaign> = { status: 'Something went wrong', failed_step: 'backlinks' };
  const results = [makeSearchResult(1, { keep: true }), makeSearchResult(2, { keep: true })];
  serveResults(failed, results);
  let isSaved = false;
  serve(`PATCH /data/search-results/${makeSearchResult(2).id}`, ({ body }) => {
    isSaved = true;
    return Response.json({ ...results[1], ...body });
  });
  const retryPrice = `GET /data/campaigns/${campaignId}/retry-price`;
  serve(retryPrice, () => Response.json({ most: isSaved ? 1 : 30, balance: 20 }));
  await openAndSee(address, 'It costs at most 20 backlink credits. You have 20.');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Result 2' }));
  await screen.findByText('It costs at most 1 backlink credit. You have 20.');
});

test('Retry sends the selection the user saw, and shows the saved one if they differ', async () => {
  const failed: Partial<Campaign> = { status: 'Something went wrong', failed_step: 'backlinks' };
  serveResults(failed, [makeSearchResult(1, { keep: true }), makeSearchResult(2, { keep: true }), makeSearchResult(3)]);
  const route = `POST /api/campaign/${campaignId}/retry`;
  serve(route, () => {
    serveResults(failed, [makeSearchResult(1, { keep: true }), makeSearchResult(2), makeSearchResult(3)]);
    return Response.json({ error: 'selection-changed', message: 'Your selection has changed.' }, { status: 409 });
  });
  serve(`GET /data/campaigns/${campaignId}/retry-price`, () => Response.json({ most: 30, balance: 20 }));
  await openAndSee(address, '2 of 3 selected');
  await screen.findByText('It costs at most 20 backlink credits. You have 20.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('Your selection has changed.');
  expect(requestsTo(route)[0]?.body).toEqual({ keptIds: [makeSearchResult(1).id, makeSearchResult(2).id] });
  await screen.findByText('1 of 3 selected');
});

test('without a connection backlinks are not requested, immediately or later', async () => {
  serveResults(picking, [makeSearchResult(1, { keep: true }), makeSearchResult(2)]);
  const save = `PATCH /data/search-results/${makeSearchResult(2).id}`;
  servePrice([1]);
  await openAndSee(address, 'Result 1');
  await userEvent.click(await button());
  await confirm();
  goOffline();
  await userEvent.click(await confirm());
  await screen.findByText('Zeus cannot be reached. Check your connection and try again.');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  // With a choice that waits for the connection, too.
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Result 2' }));
  await screen.findByText('2 of 2 selected');
  const ordered = requestsTo(getBacklinks).length;
  await userEvent.click(await button());
  await screen.findByText('Zeus cannot be reached. Check your connection and try again.');
  await userEvent.click(screen.getByRole('link', { name: /Campaigns/ }));
  serve(getBacklinks, () => Response.json({ error: false, message: 'On it.' }));
  goOnline();
  await waitFor(() => expect(requestsTo(save)).toHaveLength(1));
  await screen.findByText(/^Oh no!/);
  expect(requestsTo(getBacklinks)).toHaveLength(ordered);
});

test('a refusal is a link to /billing with its message', async () => {
  serveResults(picking, [makeSearchResult(1, { keep: true })]);
  const message = 'You have no backlink credits left.';
  serve(getBacklinks, () => Response.json({ error: 'no-credit', message }, { status: 402 }));
  servePrice([1]);
  await openAndSee(address, 'Result 1');
  await userEvent.click(await button());
  await userEvent.click(await confirm());
  expect((await screen.findByRole('link', { name: message })).getAttribute('href')).toBe('/billing');
});

test('a choice shows immediately and is undone if it cannot be saved', async () => {
  serveResults(picking, [makeSearchResult(1)]);
  const { promise: waiting, resolve: refuse } = Promise.withResolvers<void>();
  serve(`PATCH /data/search-results/${makeSearchResult(1).id}`, async () => {
    await waiting;
    return Response.json({ error: 'unexpected', message: 'Not now.' }, { status: 500 });
  });
  await openAndSee(address, 'Result 1');
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Result 1' });
  await userEvent.click(box());
  await waitFor(() => expect(box().checked).toBe(true));
  refuse();
  await screen.findByText('Your change could not be saved, so it was undone. Not now.');
  await waitFor(() => expect(box().checked).toBe(false));
});

test('saves a page of rows in one call', async () => {
  serveResults(picking, [makeSearchResult(1), makeSearchResult(2)]);
  serve('PUT /data/search-results', () => Response.json({ updated: 2 }));
  await openAndSee(address, 'Result 1');
  await userEvent.click(screen.getByRole('button', { name: 'Select page' }));
  await screen.findByText('2 of 2 selected');
  await waitFor(() => expect(requestsTo('PUT /data/search-results')).toHaveLength(1));
  const [call] = requestsTo('PUT /data/search-results');
  expect(call?.query.get('campaignId')).toBe(campaignId);
  expect(call?.body).toEqual([
    { id: makeSearchResult(1).id, keep: true },
    { id: makeSearchResult(2).id, keep: true },
  ]);
});

describe('a selection of all that match', () => {
  /** Answers as the server would: it keeps the rows with a DR of at least 70, also one that the page has not read yet. */
  function serveFiltered() {
    const rows = Array.from({ length: 30 }, (_, index) => makeSearchResult(index + 1));
    serveResults(picking, rows);
    serve('PUT /data/search-results/selection', ({ body }) => {
      if (rows.length === 30) rows.push(makeSearchResult(31, { domain_rating: 99 }));
      for (const row of rows) if (row.domain_rating >= 70) row.keep = body?.keep === true;
      return Response.json({ updated: 11 });
    });
    serve('POST /data/search-results/undo', () => {
      for (const row of rows) row.keep = false;
      return Response.json({ updated: 11 });
    });
  }

  test('sends the filter of the URL, not the rows, and reads those that arrived meanwhile', async () => {
    serveFiltered();
    await openAndSee(`${address}?dr-min=70&find=result`, '0 of 30 selected');
    screen.getByText('· 10 match');
    await userEvent.click(screen.getByRole('button', { name: 'Select all matching' }));
    await screen.findByText('11 of 31 selected');
    screen.getByText('· 11 match');
    const [call] = requestsTo('PUT /data/search-results/selection');
    expect(call?.query.get('campaignId')).toBe(campaignId);
    expect(call?.body).toEqual({
      ...{ filter: { minDr: 70, words: 'result' }, keep: true },
      changeId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    expect(requestsTo('PUT /data/search-results')).toEqual([]);
  });

  test('a double click is one change', async () => {
    serveFiltered();
    await openAndSee(`${address}?dr-min=70`, '0 of 30 selected');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Select all matching' }));
    await screen.findByText('11 of 31 selected');
    await userEvent.keyboard('z');
    await screen.findByText('0 of 31 selected');
    await waitFor(() => expect(requestsTo('POST /data/search-results/undo')).toHaveLength(1));
    expect(requestsTo('PUT /data/search-results/selection')).toHaveLength(1);
  });

  test('can be undone by its message or by Z', async () => {
    serveFiltered();
    openApp(`${address}?dr-min=70`);
    for (const undo of [
      () => screen.findByRole('button', { name: 'Undo' }).then(userEvent.click),
      () => userEvent.keyboard('z'),
    ]) {
      await screen.findByText(/^0 of 3\d selected/);
      await userEvent.click(screen.getByRole('button', { name: 'Select all matching' }));
      await screen.findByText(/^1\d of 3\d selected/);
      await undo();
      await screen.findByText(/^0 of 3\d selected/);
    }
    await waitFor(() => expect(requestsTo('POST /data/search-results/undo')).toHaveLength(2));
    const changesOf = (route: string) => requestsTo(route).map(({ body }) => body?.changeId);
    expect(changesOf('POST /data/search-results/undo')).toEqual(changesOf('PUT /data/search-results/selection'));
    expect(new Set(changesOf('POST /data/search-results/undo')).size).toBe(2);
  });

  test('if it cannot be saved, there is nothing to undo', async () => {
    serveFiltered();
    serve('PUT /data/search-results/selection', () =>
      Response.json({ error: 'not-found', message: 'Gone.' }, { status: 404 }),
    );
    await openAndSee(address, '0 of 30 selected');
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    await screen.findByText(/^Your change could not be saved/);
    await screen.findByText('0 of 30 selected');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });
});

test('filters are kept in the URL and can be cleared', async () => {
  serveResults(picking, [makeSearchResult(1), makeSearchResult(2, { source: 'serper', search_traffic: 5 })]);
  await openAndSee(address, 'Result 1');
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await userEvent.type(screen.getByRole('spinbutton', { name: 'Maximum Traffic' }), '10');
  await waitFor(() => expect(screen.queryByText('Result 1')).toBeNull());
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Serper');
  expect(window.location.search).toBe('?traffic-max=10&source=serper');
  screen.getByRole('button', { name: 'Filters (2)' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByText('Result 1');
  expect(window.location.search).toBe('');
});

test('while nothing is selected, the button says why it is off', async () => {
  serveResults(picking, [makeSearchResult(1)]);
  serve(`PATCH /data/search-results/${makeSearchResult(1).id}`, () => Response.json({}));
  openApp(address);
  const why = await screen.findByText('Select at least one search result.');
  expect((await button()).getAttribute('aria-describedby')).toBe(why.id);
  await userEvent.click((await screen.findByText('Result 1')).closest('td') as HTMLElement);
  await waitFor(() => expect(screen.queryByText('Select at least one search result.')).toBeNull());
});

test('while Zeus works it says what it does, and nothing can be requested yet', async () => {
  const step_started_at = new Date(Date.now() - 65_000).toISOString();
  serveResults({ status: 'Waiting for Search Results', step_started_at }, [makeSearchResult(1, { keep: true })]);
  await openAndSee(address, 'Looking up the pages that rank for “Best Golf Courses In America”.');
  expect(screen.getByRole('timer').textContent).toMatch(/^1:\d\d$/);
  expect((await button()).disabled).toBe(true);
});

describe('stop', () => {
  const stop = `POST /api/campaign/${campaignId}/stop`;
  const step_started_at = '2026-11-15T08:31:00.000Z';
  const running: Partial<Campaign> = { status: 'Waiting for Backlinks', step_started_at };
  const stopButton = () => screen.findByRole('button', { name: 'Stop' });

  test('ends the step that is on screen, and shows what the campaign has', async () => {
    serveResults(running, [makeSearchResult(1, { keep: true })]);
    serve(stop, () => {
      serveResults(picking, [makeSearchResult(1, { keep: true })]);
      return Response.json({ stopped: true });
    });
    openApp(address);
    await userEvent.click(await stopButton());
    await screen.findByText('Stopped. You keep what Zeus has found so far.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect(requestsTo(stop).map(({ body }) => body)).toEqual([{ startedAt: step_started_at }]);
  });

  test('without a connection fails at once and is not sent later', async () => {
    serveResults(running, [makeSearchResult(1, { keep: true })]);
    openApp(address);
    await stopButton();
    goOffline();
    await userEvent.click(await stopButton());
    await screen.findByText('Zeus cannot be reached. Check your connection and try again.');
    const sent = requestsTo(stop).length;
    serve(stop, () => Response.json({ stopped: true }));
    goOnline();
    // Whatever waited for the connection has been sent by the time another page has read its rows.
    await userEvent.click(screen.getByRole('link', { name: /Campaigns/ }));
    await screen.findByText(/^Oh no!/);
    expect(requestsTo(stop)).toHaveLength(sent);
  });

  test('before anything was found leaves a way to search again', async () => {
    const status_message = 'You stopped this search before it found anything. Nothing was charged.';
    serveResults({ status: 'Stopped', failed_step: 'search-results', status_message }, []);
    serve(`POST /api/campaign/${campaignId}/retry`, () => Response.json({ ok: true }));
    await openAndSee(address, status_message);
    serveResults({ status: 'Waiting for Search Results' }, []);
    await userEvent.click(screen.getByRole('button', { name: 'Search again' }));
    await screen.findByText(/^Looking up the pages that rank for/);
  });
});

test.each([
  [{ status: 'No organic result' }, /^No organic results for “Best Golf Courses In America”\./, '/campaign'],
  [
    { status: 'Waiting to Pick Backlinks', type: 'Magic Campaign' },
    /^Magic Search campaigns have no search results/,
    `/campaign/backlinks/${campaignId}`,
  ],
] as const)('none to show: %o', async (change, sentence, way) => {
  serveResults(change, []);
  await openAndSee(address, sentence);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toContain(way);
  expect(screen.queryByRole('table')).toBeNull();
});

test('a campaign that does not exist says so', async () => {
  const gone = () => Response.json({ error: 'not-found', message: 'No.' }, { status: 404 });
  serve(`GET /data/requests/${campaignId}`, gone);
  serve('GET /data/search-results', gone);
  await openAndSee(address, 'This campaign does not exist. It may have been deleted.');
  expect(screen.queryByRole('button', { name: 'Get backlinks' })).toBeNull();
});
