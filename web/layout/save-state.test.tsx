import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAndSee, openApp } from '../test/app.tsx';
import { goOffline, goOnline } from '../test/connection.ts';
import { campaignId, makeBacklink, makeCampaign, makeSearchResult, serveBlockedSites } from '../test/rows.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';

const result = makeSearchResult(1);
const save = `PATCH /data/search-results/${result.id}`;
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Result 1' });
const unanswered = () => new Promise<Response>(() => {});

/** True if the browser would ask before closing the tab. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Time passes normally, and faster where a test says so. */
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  keepSession();
  serve('GET /data/requests', () => Response.json([]));
  serve(`GET /data/requests/${campaignId}`, () =>
    Response.json(makeCampaign({ status: 'Waiting to Pick Search Results' })),
  );
  serve('GET /data/search-results', () => Response.json([result]));
});
afterEach(() => {
  vi.useRealTimers();
});

const letPass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function tick() {
  await openAndTick();
  await waitFor(() => expect(requestsTo(save)).toHaveLength(1));
}

async function openAndTick(prepare = () => {}) {
  await openAndSee(`/campaign/search-results/${campaignId}`, 'Result 1');
  expect(asksBeforeLeaving()).toBe(false);
  prepare();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(box());
}

test('a pending choice is shown, and the tab asks before closing, until it is saved', async () => {
  let answer = (_: Response) => {};
  serve(save, () => new Promise<Response>((resolve) => (answer = resolve)));
  await tick();
  await screen.findByText('Saving…');
  expect(asksBeforeLeaving()).toBe(true);
  answer(Response.json({ ...result, keep: true }));
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull());
  expect(asksBeforeLeaving()).toBe(false);
});

test('a save without an answer is sent again, and the page says so', async () => {
  let answer = (_: Response) => {};
  serve(save, () => new Promise<Response>((resolve) => (answer = resolve)));
  await tick();
  await letPass(15_000);
  await screen.findByText('Changes not saved yet. Trying again…');
  await letPass(1_000);
  await waitFor(() => expect(requestsTo(save)).toHaveLength(2));
  answer(Response.json({ ...result, keep: true }));
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  expect(box().checked).toBe(true);
  expect(asksBeforeLeaving()).toBe(false);
});

test('a choice made without a connection is pending, and saved when it is back', async () => {
  serve(save, () => Response.json({ ...result, keep: true }));
  await openAndTick(goOffline);
  await screen.findByText('Changes not saved yet.');
  expect(asksBeforeLeaving()).toBe(true);
  expect(requestsTo(save)).toEqual([]);
  goOnline();
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  expect(requestsTo(save)).toHaveLength(1);
});

test('a site that is blocked without a connection is pending like a choice', async () => {
  serve('GET /data/backlinks', () => Response.json([makeBacklink(1, { keep: false })]));
  serveBlockedSites();
  openApp(`/campaign/backlinks/${campaignId}`);
  const block = await screen.findByRole('button', { name: 'Block site-1.example' });
  goOffline();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(block);
  await screen.findByText('Changes not saved yet.');
  expect(asksBeforeLeaving()).toBe(true);
  goOnline();
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBeNull());
  expect(requestsTo('POST /data/site-rules')).toHaveLength(1);
  expect(asksBeforeLeaving()).toBe(false);
});

test('a choice that never arrives is undone with a message', async () => {
  serve(save, unanswered);
  await tick();
  for (let tries = 1; tries <= 3; tries += 1) {
    await waitFor(() => expect(requestsTo(save)).toHaveLength(tries));
    await letPass(15_000);
    await letPass(2_000 * tries);
  }
  await screen.findByText(/^Your change could not be saved, so it was undone\. Zeus did not respond in time\./);
  await waitFor(() => expect(box().checked).toBe(false));
  expect(requestsTo(save)).toHaveLength(3);
  expect(asksBeforeLeaving()).toBe(false);
});
