import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BillingView } from '../../shared/billing.ts';
import { openApp } from '../test/app.tsx';
import { goOffline, goOnline } from '../test/connection.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';

const slow = { timeout: 20_000 };
const nothing: BillingView = { mode: 'stripe', portal: false, subscription: null, records: [] };
const starter: BillingView = {
  ...nothing,
  portal: true,
  subscription: {
    plan: 'starter',
    status: 'active',
    renews_at: '2026-12-15T12:00:00Z',
    cancels_at: null,
    next_plan: null,
  },
};
const golf = {
  ...{
    campaign_id: 'c1',
    keyword: 'Golf',
    backlink_spent: 126,
    backlink_refunded: 1,
    email_spent: 0,
    email_refunded: 0,
  },
  ...{ last_entry: 200, last_at: new Date() },
};
const withState = (state: Partial<NonNullable<BillingView['subscription']>>): BillingView =>
  starter.subscription ? { ...starter, subscription: { ...starter.subscription, ...state } } : starter;

function serveBilling(billing: BillingView) {
  serve('GET /data/billing', () => Response.json(billing));
}

beforeEach(() => {
  keepSession();
  serveBilling(nothing);
  serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 1_374, email_credits: 42 }));
  serve('GET /data/billing/use', () => {
    const day = new Date().toISOString().slice(0, 10);
    return Response.json([{ day, backlink: 126, email: 0 }]);
  });
  serve('GET /data/credits', () =>
    Response.json([
      { id: 1, kind: 'backlink', delta: 1_500, reason: 'invoice:in_1', label: 'Growth plan', created_at: new Date() },
    ]),
  );
  serve('GET /data/credits/campaigns', () => Response.json([golf]));
});

const card = async (name: string) => screen.findByRole('region', { name }, slow);

test('shows both balances, their usage, and both plans', async () => {
  openApp('/billing');
  await within(await card('Backlink credits')).findByText('1,374', {}, slow);
  await within(await card('Email credits')).findByText('42', {}, slow);
  const chart = await within(await card('Backlink credits')).findByRole('img', {}, slow);
  expect(chart.getAttribute('aria-label')).toMatch(/^126 backlink credits used in the last 30 days, most on /);
  const unused = await within(await card('Email credits')).findByRole('img', {}, slow);
  expect(unused.getAttribute('aria-label')).toBe('No email credits used in the last 30 days.');
  expect(await screen.findByText('Golf', {}, slow)).toBeTruthy();
  expect(screen.getByText('−126 backlinks')).toBeTruthy();
  expect(screen.getByText('+1,500 backlinks')).toBeTruthy();
  expect((await card('Starter')).textContent).toContain('$29');
  expect((await card('Growth')).textContent).toContain('$79');
  within(await card('Starter')).getByText('500 verified email credits');
  within(await card('Growth')).getByText('2,000 email credits');
  expect(screen.queryByText('Current plan')).toBeNull();
});

test('a campaign opens to what each credit bought, a page at a time, with refunds', async () => {
  const entry = (id: number) => ({
    ...{ id, kind: 'backlink', delta: -1, label: 'Backlink for “Golf”', item: `https://site-${id}.example/` },
    ...{ refund: id === 70 ? { delta: 1, created_at: new Date() } : null, created_at: new Date() },
  });
  serve('GET /data/credits', ({ query }) => {
    if (query.get('campaignId') !== 'c1') return Response.json([]);
    const newest = Number(query.get('before') ?? 71) - 1;
    return Response.json(Array.from({ length: Math.min(newest, 50) }, (_, n) => entry(newest - n)));
  });
  openApp('/billing');
  await userEvent.click(await screen.findByText('Golf', {}, slow));
  const list = within(await screen.findByRole('list', { name: 'Backlinks and emails of Golf' }, slow));
  expect(list.getAllByRole('listitem')).toHaveLength(50);
  expect(list.getAllByRole('listitem')[0]?.textContent).toMatch(/site-70.*−1 backlink\+1 backlink refunded$/);
  expect(list.getByRole('link', { name: /site-69/ }).getAttribute('href')).toBe('https://site-69.example/');
  await userEvent.click(screen.getByRole('button', { name: 'Show more entries' }));
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(70), slow);
  expect(screen.queryByRole('button', { name: 'Show more entries' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(list.getAllByRole('listitem')[50]), slow);
});

test('more credits are shown from the ninth on', async () => {
  const added = (id: number) => ({
    ...{ id, kind: 'backlink', delta: 1, reason: `r${id}`, label: `Offer ${id}` },
    ...{ created_at: new Date() },
  });
  serve('GET /data/credits', () => Response.json(Array.from({ length: 10 }, (_, n) => added(n + 1))));
  openApp('/billing');
  await userEvent.click(await screen.findByRole('button', { name: 'Show 2 more' }, slow));
  expect(document.activeElement).toBe((await screen.findByText('Offer 9')).closest('li'));
});

test('plans, payments and recent use that cannot be loaded say so, and are loaded again', async () => {
  const refusal = () => Response.json({ error: 'bad-input', message: 'Not today.' }, { status: 400 });
  serve('GET /data/billing', refusal);
  serve('GET /data/billing/use', refusal);
  openApp('/billing');
  await waitFor(() => expect(screen.getAllByText('Not today.')).toHaveLength(2), slow);
  await waitFor(() => expect(screen.getAllByText(/^Your recent use could not be loaded\./)).toHaveLength(2), slow);
  serveBilling(nothing);
  serve('GET /data/billing/use', () => Response.json([]));
  await userEvent.click(within(await card('Email credits')).getByRole('button', { name: 'Try again' }));
  await within(await card('Email credits')).findByRole('img', {}, slow);
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
  await screen.findByText('No payments yet.', {}, slow);
  expect(screen.queryByText('Not today.')).toBeNull();
});

test('choosing a plan opens the page the server names, with the stored offer', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  localStorage.setItem('offer', 'LAUNCH');
  serve('POST /api/user/upgrade/growth', () => Response.json({ id: 'cs_1', url: 'https://pay.example/cs_1' }));
  openApp('/billing');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Growth' }, slow));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/cs_1'), slow);
  expect(requestsTo('POST /api/user/upgrade/growth').map(({ body }) => body)).toEqual([{ offer: 'LAUNCH' }]);
});

test('after returning from the checkout with Back, a plan can be chosen again', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  serve('POST /api/user/upgrade/growth', () => Response.json({ id: 'cs_1', url: 'https://pay.example/cs_1' }));
  openApp('/billing');
  const choose = await screen.findByRole('button', { name: 'Choose Growth' }, slow);
  await userEvent.click(choose);
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(1), slow);
  expect(choose.getAttribute('aria-disabled')).toBe('true');
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(choose.getAttribute('aria-disabled')).toBe('false'), slow);
  expect(choose.querySelector('.spinner')).toBeNull();
  await userEvent.click(choose);
  await waitFor(() => expect(assign).toHaveBeenCalledTimes(2), slow);
});

test('opens the plan chosen last, whichever answer comes first', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  let answerGrowth = () => {};
  serve('POST /api/user/upgrade/growth', () => {
    const growth = Response.json({ id: 'cs_1', url: 'https://pay.example/growth' });
    return new Promise<Response>((resolve) => (answerGrowth = () => resolve(growth)));
  });
  serve('POST /api/user/upgrade/starter', () => {
    answerGrowth();
    return Response.json({ id: 'cs_2', url: 'https://pay.example/starter' });
  });
  openApp('/billing');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Growth' }, slow));
  await waitFor(() => expect(requestsTo('POST /api/user/upgrade/growth')).toHaveLength(1), slow);
  await userEvent.click(screen.getByRole('button', { name: 'Choose Starter' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/starter'), slow);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('a checkout that opens late does not navigate if the user has moved on', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const checkout = (name: string) => Response.json({ id: name, url: `https://pay.example/${name}` });
  let answer = () => {};
  serve('POST /api/user/upgrade/growth', () => {
    return new Promise<Response>((resolve) => (answer = () => resolve(checkout('growth'))));
  });
  serve('POST /api/user/upgrade/starter', () => checkout('starter'));
  openApp('/billing');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Growth' }, slow));
  await waitFor(() => expect(requestsTo('POST /api/user/upgrade/growth')).toHaveLength(1), slow);
  await userEvent.click(screen.getByRole('link', { name: 'Help' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Choose Growth' })).toBeNull(), slow);
  answer();
  await userEvent.click(screen.getByRole('link', { name: /Billing/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Starter' }, slow));
  await waitFor(() => expect(assign).toHaveBeenCalled(), slow);
  expect(assign.mock.calls).toEqual([['https://pay.example/starter']]);
});

test('without a connection choosing a plan fails immediately and opens nothing later', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  openApp('/billing');
  const choose = await screen.findByRole('button', { name: 'Choose Starter' }, slow);
  goOffline();
  await userEvent.click(choose);
  expect((await screen.findByRole('alert', {}, slow)).textContent).toMatch(/^Zeus cannot be reached\./);
  serve('POST /api/user/upgrade/starter', () => Response.json({ id: 'cs_1', url: 'https://pay.example/cs_1' }));
  serve('POST /api/user/upgrade/growth', () => Response.json({ id: 'cs_2', url: 'https://pay.example/cs_2' }));
  goOnline();
  await userEvent.click(screen.getByRole('button', { name: 'Choose Growth' }));
  await waitFor(() => expect(assign).toHaveBeenCalled(), slow);
  expect(assign.mock.calls).toEqual([['https://pay.example/cs_2']]);
});

test('a checkout that cannot be opened says why', async () => {
  const message = 'The payment provider cannot be reached right now.';
  serve('POST /api/user/upgrade/starter', () =>
    Response.json({ error: 'payments-unavailable', message }, { status: 502 }),
  );
  openApp('/billing');
  await userEvent.click(await screen.findByRole('button', { name: 'Choose Starter' }, slow));
  expect((await screen.findByRole('alert', {}, slow)).textContent).toBe(message);
});

describe('with a plan', () => {
  test('it is marked, the other one is an upgrade, and both links to manage it open the portal', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    serveBilling(starter);
    serve('POST /api/user/portal', () => Response.json({ id: 'bps_1', url: 'https://pay.example/portal' }));
    openApp('/billing');
    await within(await card('Starter')).findByText('Current plan', {}, slow);
    const upgrade = within(await card('Growth')).getByRole('button', { name: 'Upgrade to Growth' });
    expect(upgrade.className).toContain('btn-primary');
    expect(screen.getByText(/^Renews on /)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Manage plan' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/portal'), slow);
  });

  test('the cheaper plan is not the most prominent button', async () => {
    serveBilling(withState({ plan: 'growth' }));
    openApp('/billing');
    const change = await within(await card('Starter')).findByRole('button', { name: 'Change to Starter' }, slow);
    expect(change.className).not.toContain('btn-primary');
  });

  test.each([
    [withState({ status: 'past_due' }), /last payment did not go through/],
    [withState({ cancels_at: '2026-12-15T12:00:00Z' }), /^Your plan ends on .*until you use them/],
    [withState({ plan: 'growth', next_plan: 'starter' }), /^Your plan changes to Starter on /],
  ])('shows its state', async (billing, sentence) => {
    serveBilling(billing);
    openApp('/billing');
    expect(await screen.findByText(sentence, {}, slow)).toBeTruthy();
  });
});

test('if nothing is sold, it says so and offers nothing', async () => {
  serveBilling({ ...nothing, mode: 'off' });
  openApp('/billing');
  expect(await screen.findByText(/Plans are not available right now/, {}, slow)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose Starter' })).toBeNull();
});

test('payments, refunds and disputes are listed', async () => {
  const record = { plan: null, currency: 'usd', status: '', receipt_url: null, at: '2026-11-15T12:00:00Z' };
  const records: BillingView['records'] = [
    { ...record, id: 4, kind: 'ended', plan: 'starter', amount: 0 },
    { ...record, id: 3, kind: 'dispute', amount: 7_900, status: 'needs_response' },
    { ...record, id: 2, kind: 'refund', amount: 900, status: 'succeeded' },
    ...[
      '/test-invoice/in_1',
      'https://pay.example/invoice',
      'http://pay.example/plain',
      'javascript:alert(1)',
      '//[',
    ].map((receipt_url, index) => ({
      ...record,
      id: 10 + index,
      kind: 'payment' as const,
      plan: 'growth',
      amount: 7_900,
      receipt_url,
    })),
  ];
  serveBilling({ ...starter, records });
  openApp('/billing');
  for (const text of ['Payment disputed', 'Refund', /^Second Starter subscription ended/, /^−\$9\.00/])
    expect(await screen.findByText(text, {}, slow)).toBeTruthy();
  const invoices = screen.getAllByRole('link', { name: /Invoice/ }).map((link) => link.getAttribute('href'));
  expect(invoices).toEqual([`${window.location.origin}/test-invoice/in_1`, 'https://pay.example/invoice']);
});

test.each([
  ['refund', 'pending', 'Refund'],
  ['refund', 'failed', 'Failed refund'],
  ['refund', 'canceled', 'Canceled refund'],
  ['dispute', 'needs_response', 'Payment disputed'],
  ['dispute', 'warning_closed', 'Payment dispute settled'],
  ['dispute', 'prevented', 'Payment dispute settled'],
] as const)('a %s that is %s is called %j', async (kind, status, text) => {
  const at = '2026-11-15T12:00:00Z';
  const record = { id: 1, kind, status, plan: null, amount: 900, currency: 'usd', receipt_url: null, at };
  serveBilling({ ...starter, records: [record] });
  openApp('/billing');
  await screen.findByText(text, {}, slow);
});

test.each([
  ['usd', 2_900, /^\$29\.00$/],
  ['jpy', 4_400, /^¥4,400$/],
  ['kwd', 8_900, /^KWD\s8\.900$/],
])('a payment in %s of %i of its smallest unit is shown as %s', async (currency, amount, text) => {
  const at = '2026-11-15T12:00:00Z';
  const paid = { kind: 'payment' as const, plan: 'starter', status: 'paid', receipt_url: null };
  serveBilling({ ...starter, records: [{ id: 1, ...paid, amount, currency, at }] });
  openApp('/billing');
  await screen.findByText(text, {}, slow);
});

describe('returning from the checkout', () => {
  test('with success says so, syncs, and cleans up the URL', async () => {
    serve('POST /api/user/billing/refresh', () => Response.json(starter));
    localStorage.setItem('plan', 'starter');
    const { location } = openApp('/billing?upgrade=success&session_id=cs_1&tab=2#plans');
    const banner = await screen.findByText(/^Congrats!/, {}, slow);
    expect(banner.textContent).toBe(
      'Congrats! Your plan has been successfully updated. Click here to start using your new credits now.',
    );
    expect(within(banner).getByRole('link', { name: 'Click here' }).getAttribute('href')).toBe('/campaign');
    await within(await card('Starter')).findByText('Current plan', {}, slow);
    expect(requestsTo('POST /api/user/billing/refresh')).toHaveLength(1);
    expect(localStorage.getItem('plan')).toBeNull();
    const cleaned = { pathname: '/billing', search: '?tab=2', hash: '#plans' };
    await waitFor(() => expect(location()).toMatchObject(cleaned), slow);
  });

  test('with a cheaper plan syncs and says when it starts, without congratulating on new credits', async () => {
    serve('POST /api/user/billing/refresh', () =>
      Response.json(withState({ plan: 'growth', next_plan: 'starter', renews_at: '2026-12-15T12:00:00Z' })),
    );
    openApp('/billing?upgrade=scheduled');
    await screen.findByText('Your plan changes to Starter on December 15, 2026.', {}, slow);
    expect(screen.queryByText(/Congrats/)).toBeNull();
  });

  test('after a canceled checkout says so without alarm, and keeps the stored plan', async () => {
    localStorage.setItem('plan', 'growth');
    const { location } = openApp('/billing?upgrade=canceled');
    const notice = await screen.findByText(/^You canceled the checkout, so you were not charged\./, {}, slow);
    expect(notice.closest('[role=status]')).toBeTruthy();
    expect(screen.queryByText(/Oops/)).toBeNull();
    await waitFor(() => expect(location()?.search).toBe(''), slow);
    expect(localStorage.getItem('plan')).toBe('growth');
    expect(requestsTo('POST /api/user/billing/refresh')).toHaveLength(0);
  });

  test('with an error says so, and requests nothing', async () => {
    const { location } = openApp('/billing?upgrade=error');
    expect((await screen.findByRole('alert', {}, slow)).textContent).toBe(
      'Oops! An error occured with your purchase. Please try again below or contact our support at support@zeus.example for more information.',
    );
    await waitFor(() => expect(location()?.search).toBe(''), slow);
    expect(requestsTo('POST /api/user/billing/refresh')).toHaveLength(0);
  });

  test.each(['', '?upgrade=', '?upgrade=maybe'])('with %j shows no banner', async (search) => {
    openApp(`/billing${search}`);
    await screen.findByRole('button', { name: 'Choose Starter' }, slow);
    expect(screen.queryByText(/Congrats|Oops/)).toBeNull();
  });
});
