import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '../../shared/campaign.ts';
import { campaignStatuses } from '../../shared/campaign-values.ts';
import { campaignsPerRead } from '../../shared/limits.ts';
import { openApp } from '../test/app.tsx';
import { makeCampaign } from '../test/rows.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';
import { campaignsQuery } from './campaigns.api.ts';

const list = 'GET /data/requests';
const id = (number: number) => `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const rowOf = async (keyword: string) => {
  const link = await screen.findByRole('link', { name: keyword });
  return within(link.closest('tr') as HTMLElement);
};

function serveCampaigns(...changes: Partial<Campaign>[]) {
  const campaigns = changes.map((change, index) =>
    makeCampaign({ id: id(index), keyword: `Keyword ${index}`, ...change }),
  );
  serve(list, () => Response.json(campaigns));
  return campaigns;
}

beforeEach(() => {
  keepSession();
});

describe('the list', () => {
  test("shows type and status, and links to the status's page", async () => {
    serveCampaigns(
      { status: 'Waiting to Pick Search Results' },
      { status: 'Waiting to Pick Backlinks', type: 'Magic Campaign' },
      { status: 'Waiting to Download Emails', type: 'BYOB' },
      { status: 'Something went wrong', failed_step: 'contacts' },
    );
    openApp('/');
    const headers = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
    expect(headers).toEqual(['Keyword', 'Type', 'Status', 'Backlinks', 'Contacts', 'Valid emails', 'Actions']);
    const first = await rowOf('Keyword 0');
    expect(first.getByText('Organic Search')).toBeTruthy();
    expect(first.getByText('Action Needed')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /^Keyword/ }).map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      `/campaign/search-results/${id(0)}`,
      `/campaign/backlinks/${id(1)}`,
      `/campaign/contacts/${id(2)}`,
      `/campaign/contacts/${id(3)}`,
    ]);
    expect((await rowOf('Keyword 1')).getByText('Magic Search')).toBeTruthy();
    expect((await rowOf('Keyword 2')).getByText('Own Backlinks')).toBeTruthy();
  });

  test('reads all campaigns if one call does not return them all', async () => {
    const campaigns = Array.from({ length: campaignsPerRead + 1 }, (_, n) =>
      makeCampaign({ id: id(n), keyword: `Keyword ${n}` }),
    );
    serve(list, ({ query }) => {
      const from = query.has('before') ? campaigns.findIndex((one) => one.id === query.get('before')) + 1 : 0;
      return Response.json(campaigns.slice(from, from + campaignsPerRead));
    });
    const client = new QueryClient();
    expect(await client.fetchQuery(campaignsQuery)).toEqual(campaigns);
    expect(requestsTo(list)).toHaveLength(2);
  });

  test('shows every status with its badge and progress', async () => {
    serveCampaigns(
      ...campaignStatuses.map((status) => ({ keyword: status, status, progress_done: 12, progress_total: 40 })),
    );
    openApp('/');
    for (const status of campaignStatuses) {
      const row = await rowOf(status);
      const badge = row.queryByText('Error') ?? row.queryByText('Action Needed');
      const isWorking = status.includes('Waiting for') || status.includes('Analyzing');
      expect(badge?.textContent).toBe(
        isWorking ? undefined : status === 'No organic result' ? 'Error' : 'Action Needed',
      );
      expect(row.queryByText('12 of 40') !== null).toBe(isWorking);
    }
    await screen.findByText('Waiting for Emails (takes about 20 mins)');
  });

  test('says that a campaign waits for slow sites', async () => {
    const progress = { progress_done: 12, progress_total: 40 };
    serveCampaigns(
      { keyword: 'One', status: 'Waiting for Emails', ...progress, slow_sites: 1 },
      { keyword: 'Many', status: 'Analyzing Backlinks', ...progress, slow_sites: 28 },
    );
    openApp('/');
    (await rowOf('One')).getByText('12 of 40 · Waiting for a slow site');
    (await rowOf('Many')).getByText('12 of 40 · Waiting for 28 slow sites');
  });

  test('shows statuses, types and failed steps of a newer server, and opens a page for each', async () => {
    serveCampaigns(
      { status: 'Waiting for Ratings', progress_done: 1, progress_total: 2 },
      { status: 'Paused', type: 'Podcasts' as Campaign['type'] },
      { status: 'Something went wrong', failed_step: 'outreach' as Campaign['failed_step'] },
    );
    openApp('/');
    const working = await rowOf('Keyword 0');
    expect(working.getByText('Waiting for Ratings')).toBeTruthy();
    expect(working.getByText('1 of 2')).toBeTruthy();
    const paused = await rowOf('Keyword 1');
    expect(paused.getByText('Action Needed')).toBeTruthy();
    expect(paused.getByText('Own Backlinks')).toBeTruthy();
    const links = screen.getAllByRole('link', { name: /^Keyword/ }).map((link) => link.getAttribute('href'));
    expect(links).toEqual([0, 1, 2].map((number) => `/campaign/backlinks/${id(number)}`));
  });

  test.each([
    [3, 1],
    [4, 0],
  ])('%i campaigns: tutorials %i', async (count, shown) => {
    serveCampaigns(...Array.from({ length: count }, () => ({})));
    openApp('/');
    await rowOf('Keyword 0');
    expect(screen.queryAllByRole('heading', { name: 'Getting Started' })).toHaveLength(shown);
  });

  test('is empty', async () => {
    serveCampaigns();
    openApp('/?no_credit=true');
    await screen.findByText("Oh no! You don't have any campaign. Create one to get started.");
    expect(screen.getByRole('alert').textContent).toMatch(
      /^You do not have enough email credits to retrieve emails\. Please head to Billing page to upgrade your plan\. Any questions, contact .+@.+\.$/,
    );
    expect(screen.getAllByRole('link', { name: 'Create new campaign' })[0]?.getAttribute('href')).toBe('/campaign');
  });

  test('the filter stays visible while it is on, even with few campaigns left', async () => {
    serveCampaigns(...Array.from({ length: 6 }, () => ({})));
    openApp('/');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Filter campaigns' }), 'Keyword 1');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Keyword 0' })).toBeNull());
    serve(`DELETE /data/requests/${id(1)}`, () => {
      serveCampaigns({ keyword: 'The last one' });
      return new Response(null, { status: 204 });
    });
    await userEvent.click((await rowOf('Keyword 1')).getByRole('button', { name: 'Actions for Keyword 1' }));
    await userEvent.click(screen.getByText('Delete'));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete campaign' }));
    await screen.findByText('Nothing matches your filter.');
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Filter campaigns' }));
    await rowOf('The last one');
    screen.getByRole('searchbox', { name: 'Filter campaigns' });
  });

  test('a filter from the address is shown even with few campaigns', async () => {
    serveCampaigns({ keyword: 'Golf' }, { keyword: 'Tea' });
    openApp('/?find=tea');
    await rowOf('Tea');
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'tea');
    expect(screen.queryByRole('link', { name: 'Golf' })).toBeNull();
  });

  test('the no-credit banner is shown whatever the balance', async () => {
    let credits = 10;
    serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: ++credits, email_credits: 25 }));
    serveCampaigns({});
    const { location } = openApp('/?no_credit=true');
    await rowOf('Keyword 0');
    await waitFor(() => screen.getByTitle(`${credits} backlink credits, 25 email credits`));
    screen.getByText(/^You do not have enough email credits/);
    expect(location()?.search).toBe('?no_credit=true');
  });

  test('the no-credit banner and its parameter disappear when credits arrive', async () => {
    let credits = 3;
    serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 0, email_credits: credits }));
    let notify = () => {};
    const notice = 'id: p:1\nevent: profiles\ndata: {"id":null}\n\n';
    serve('GET /data/live', () => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => (notify = () => controller.enqueue(new TextEncoder().encode(notice))),
      });
      return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
    });
    serveCampaigns({});
    const { location } = openApp('/?no_credit=true&find=Keyword');
    await screen.findByText(/^You do not have enough email credits/);
    await screen.findByTitle('0 backlink credits, 3 email credits');
    await waitFor(() => expect(requestsTo('GET /data/live')).toHaveLength(1));
    credits = 0;
    notify();
    await screen.findByTitle('0 backlink credits, 0 email credits');
    screen.getByText(/^You do not have enough email credits/);
    expect(location()?.search).toBe('?no_credit=true&find=Keyword');
    credits = 2;
    notify();
    await waitFor(() => expect(screen.queryByText(/^You do not have enough/)).toBeNull());
    await waitFor(() => expect(location()?.search).toBe('?find=Keyword'));
  });

  test('failed to load, then loads', async () => {
    serve(list, () => Response.json({ error: 'bad-input', message: 'Not today.' }, { status: 400 }));
    openApp('/');
    await screen.findByText('Not today.');
    serveCampaigns({});
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await rowOf('Keyword 0');
  });
});

describe('counts and archive', () => {
  const route = `PATCH /data/requests/${id(0)}`;
  const menu = async (keyword: string, item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `Actions for ${keyword}` }));
    await userEvent.click(screen.getByRole('button', { name: item }));
  };

  test('each campaign shows what it has, and can be sorted by it', async () => {
    serveCampaigns({ backlink_count: 7, contact_count: 5, valid_email_count: 3 }, { backlink_count: 1_200 });
    openApp('/');
    await rowOf('Keyword 0');
    const cells = (keyword: string) =>
      [...(screen.getByText(keyword).closest('tr')?.querySelectorAll('td.text-right') ?? [])].map(
        (cell) => cell.textContent,
      );
    expect([cells('Keyword 0'), cells('Keyword 1')]).toEqual([
      ['7', '5', '3'],
      ['1,200', '0', '0'],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Backlinks' }));
    expect(screen.getAllByRole('link', { name: /^Keyword/ }).map(({ textContent }) => textContent)).toEqual([
      'Keyword 1',
      'Keyword 0',
    ]);
  });

  test('an archived campaign leaves the list at once, and Undo brings it back', async () => {
    const campaigns = serveCampaigns({}, {});
    serve(route, ({ body }) => {
      Object.assign(campaigns[0] ?? {}, { archived_at: body?.archived ? '2026-11-16T10:00:00.000Z' : null });
      return Response.json(campaigns[0]);
    });
    openApp('/');
    await menu('Keyword 0', 'Archive');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Keyword 0' })).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await rowOf('Keyword 0');
    await waitFor(() =>
      expect(requestsTo(route).map(({ body }) => body)).toEqual([{ archived: true }, { archived: false }]),
    );
  });

  test('archived ones have their own view, kept in the URL, and a search finds them in either', async () => {
    serveCampaigns({ archived_at: '2026-11-16T10:00:00.000Z' }, {});
    openApp('/');
    await rowOf('Keyword 1');
    expect(screen.queryByRole('link', { name: 'Keyword 0' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Archived 1' }));
    await rowOf('Keyword 0');
    expect(window.location.search).toBe('?show=archived');
    await userEvent.click(screen.getByRole('button', { name: 'Active 1' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter campaigns' }), 'keyword 0');
    (await rowOf('Keyword 0')).getByText(/Archived/);
  });

  test('with all of them archived, the list says so', async () => {
    serveCampaigns({ archived_at: '2026-11-16T10:00:00.000Z' });
    openApp('/');
    await screen.findByText('All your campaigns are archived.');
    expect(screen.queryByText(/You don't have any campaign/)).toBeNull();
  });
});

describe('actions of a row', () => {
  async function choose(action: string) {
    serveCampaigns({ keyword: 'Golf', status: 'Waiting for Backlinks' });
    openApp('/');
    await userEvent.click((await rowOf('Golf')).getByRole('button', { name: 'Actions for Golf' }));
    await userEvent.click(screen.getByText(action));
    return screen.findByRole('dialog');
  }

  test('stop, while Zeus is working', async () => {
    serveCampaigns({ keyword: 'Golf', status: 'Waiting for Backlinks' }, { keyword: 'Tea' });
    const stop = `POST /api/campaign/${id(0)}/stop`;
    serve(stop, () => {
      serveCampaigns({ keyword: 'Golf', status: 'Waiting to Pick Backlinks' }, { keyword: 'Tea' });
      return Response.json({ stopped: true });
    });
    openApp('/');
    await userEvent.click((await rowOf('Tea')).getByRole('button', { name: 'Actions for Tea' }));
    expect(screen.queryByText('Stop')).toBeNull();
    await userEvent.click((await rowOf('Golf')).getByRole('button', { name: 'Actions for Golf' }));
    await userEvent.click(screen.getByText('Stop'));
    await (await rowOf('Golf')).findByText('Waiting to Pick Backlinks');
    expect(requestsTo(stop)).toHaveLength(1);
  });

  test('rename', async () => {
    const dialog = within(await choose('Rename'));
    serve(`PATCH /data/requests/${id(0)}`, ({ body }) => Response.json(makeCampaign({ ...body })));
    const field = dialog.getByLabelText('Name');
    await userEvent.clear(field);
    await userEvent.keyboard('{Enter}');
    await dialog.findByText('Name cannot be empty');
    serveCampaigns({ keyword: 'Tea' });
    await userEvent.type(field, ' Tea {Enter}');
    await rowOf('Tea');
    expect(requestsTo(`PATCH /data/requests/${id(0)}`).map(({ body }) => body)).toEqual([{ keyword: 'Tea' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('delete cannot be canceled once it is under way, and says so', async () => {
    const dialog = within(await choose('Delete'));
    let answer = (_: Response) => {};
    const route = `DELETE /data/requests/${id(0)}`;
    serve(route, () => new Promise<Response>((resolve) => (answer = resolve)));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete campaign' }));
    await dialog.findByText('Deleting… This can no longer be canceled.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(requestsTo(route)).toHaveLength(1));
    dialog.getByText('Deleting… This can no longer be canceled.');
    answer(Response.json({ error: 'unexpected', message: 'Not now.' }, { status: 500 }));
    await dialog.findByText('Not now.');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await rowOf('Golf');
  });

  test('a campaign that no longer exists counts as deleted', async () => {
    const dialog = within(await choose('Delete'));
    serve(`DELETE /data/requests/${id(0)}`, () => {
      serveCampaigns();
      return Response.json({ error: 'not-found', message: 'No.' }, { status: 404 });
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete campaign' }));
    await screen.findByText('“Golf” was deleted.');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('delete says what is deleted, and an error stays in the dialog', async () => {
    const dialog = within(await choose('Delete'));
    expect(dialog.getByText(/Zeus stops working on it\. Credits you have spent are not refunded\./)).toBeTruthy();
    const route = `DELETE /data/requests/${id(0)}`;
    serve(route, () => Response.json({ error: 'unexpected', message: 'Not now.' }, { status: 500 }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete campaign' }));
    await dialog.findByText('Not now.');
    serve(route, () => new Response(null, { status: 204 }));
    serveCampaigns();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete campaign' }));
    await screen.findByText(/^Oh no!/);
    await screen.findByText('“Golf” was deleted.');
    const title = screen.getByRole('heading', { level: 1, name: 'Campaigns' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });
});
