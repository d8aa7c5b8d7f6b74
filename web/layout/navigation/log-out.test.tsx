import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSession } from '../../platform/session-source.ts';
import { openApp } from '../../test/app.tsx';
import { goOffline, goOnline } from '../../test/connection.ts';
import { campaignId, makeCampaign, makeSearchResult } from '../../test/rows.ts';
import { requestsTo, serve } from '../../test/server.ts';
import { keepSession } from '../../test/session.ts';

const slow = { timeout: 20_000 };
const result = makeSearchResult(1);
const save = `PATCH /data/search-results/${result.id}`;
const saved = () => Response.json({ ...result, keep: true });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  keepSession();
  serve(`GET /data/requests/${campaignId}`, () =>
    Response.json(makeCampaign({ status: 'Waiting to Pick Search Results' })),
  );
  serve('GET /data/search-results', () => Response.json([result]));
});
afterEach(() => {
  vi.useRealTimers();
});

const click = (name: string) =>
  userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name }));

async function tick(prepare = () => {}) {
  openApp(`/campaign/search-results/${campaignId}`);
  const box = await screen.findByRole('checkbox', { name: 'Select Result 1' }, slow);
  await screen.findByRole('button', { name: 'Log out' }, slow);
  prepare();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(box);
}

const atLogin = () => screen.findByRole('heading', { level: 1, name: 'Log in' }, slow);

test('without a connection it asks, and staying keeps the choice until it is saved', async () => {
  serve(save, saved);
  await tick(goOffline);
  await click('Log out');
  await screen.findByRole('dialog', { name: 'Log out without saving?' }, slow);
  await click('Stay logged in');
  expect(screen.queryByRole('dialog')).toBeNull();
  goOnline();
  await waitFor(() => expect(requestsTo(save)).toHaveLength(1), slow);
  expect(readSession()).not.toBeNull();
});

test('without a connection, it can discard the choice', async () => {
  await tick(goOffline);
  await click('Log out');
  await screen.findByRole('dialog', { name: 'Log out without saving?' }, slow);
  await click('Log out without saving');
  await atLogin();
  expect(readSession()).toBeNull();
});

/** Makes a choice that is saved when the test says so. */
async function tickUnanswered() {
  const answer = Promise.withResolvers<Response>();
  serve(save, () => answer.promise);
  await tick();
  return answer;
}

test('waits for a choice that is being saved, without asking', async () => {
  const answer = await tickUnanswered();
  await waitFor(() => expect(requestsTo(save)).toHaveLength(1), slow);
  await click('Log out');
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(readSession()).not.toBeNull();
  answer.resolve(saved());
  await atLogin();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks if saving takes long, and no longer speaks of losses once it is done', async () => {
  const answer = await tickUnanswered();
  await click('Log out');
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  await screen.findByRole('dialog', { name: 'Log out without saving?' }, slow);
  answer.resolve(saved());
  await screen.findByRole('dialog', { name: 'Log out?' }, slow);
});

test('stays if the choice had to be undone, so that the message is seen', async () => {
  const answer = await tickUnanswered();
  await click('Log out');
  answer.resolve(Response.json({ error: 'not-found', message: 'This result is gone.' }, { status: 404 }));
  await screen.findByText(/^Your change could not be saved, so it was undone\./, {}, slow);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(readSession()).not.toBeNull();
});
