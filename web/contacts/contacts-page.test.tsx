import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { evidenceExample } from '../../shared/api/examples.ts';
import { forgetSession } from '../platform/session-source.ts';
import { openApp } from '../test/app.tsx';
import { campaignId, makeBacklink, makeCampaign, makeContact, rowId, serveRows } from '../test/rows.ts';
import { watchSavedFiles } from '../test/saved-files.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession, makeSession } from '../test/session.ts';
import { noteServerTime } from '../ui/values/server-clock.ts';

const address = `/campaign/contacts/${campaignId}`;
const retryPrice = `GET /data/campaigns/${campaignId}/retry-price`;
const main = () => within(screen.getByRole('main'));

async function openView(name: string) {
  openApp(address);
  await userEvent.click(await screen.findByRole('button', { name }));
}

const namesInTable = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByText(/Number\d+/).textContent);

beforeEach(() => {
  keepSession();
  serve('GET /data/live', () => new Promise<Response>(() => {}));
  serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign()));
  serve(retryPrice, () => Response.json({ most: 3, balance: 7 }));
});

describe('the page', () => {
  test('says that the credit for an invalid email was given back', async () => {
    const contact = makeContact(1, 1, { verification: 'invalid' });
    serveRows([makeBacklink(1)], [contact]);
    const known = { ...evidenceExample, id: contact.id, email: String(contact.email), verification: 'invalid' };
    serve(`GET /data/contacts/${contact.id}/evidence`, () => Response.json({ ...known, is_refunded: true }));
    openApp(`${address}?evidence=${contact.id}`);
    await screen.findByText(
      /^This mailbox does not exist or was only temporary\. Emails to it will bounce\. You got your credit back\.$/,
    );
  });

  test('says that emails are loading, and what failed to load', async () => {
    serve('GET /data/backlinks', () => Response.json([]));
    const answer = Promise.withResolvers<Response>();
    serve('GET /data/contacts', () => answer.promise);
    openApp(address);
    await screen.findByText('Loading Emails...');
    answer.resolve(Response.json({ error: 'bad-input', message: 'No, like this.' }, { status: 400 }));
    await screen.findByText('No, like this.');
    serveRows([makeBacklink(1)], []);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { name: 'Page 1' });
  });

  test('a status message is a card that links to billing', async () => {
    const message = '3 of 9 backlinks are not fully searched: your email credits are used up.';
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign({ status_message: message })));
    serveRows([], []);
    openApp(address);
    const card = await screen.findByRole('link', { name: new RegExp(message) });
    expect(card.getAttribute('href')).toBe('/billing');
    await screen.findByText('You didn’t keep any backlinks, so there are no contacts to find.');
  });

  test('a message about backlinks that were ordered later is not shown, since credits may not be the reason', async () => {
    const message = 'You stopped the search for more backlinks.';
    const more = { status: 'Waiting to Pick Backlinks', status_message: message };
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(more)));
    serveRows([makeBacklink(1)], []);
    openApp(address);
    await screen.findByRole('heading', { name: 'Page 1' });
    expect(screen.queryByText(new RegExp(message))).toBeNull();
  });

  test('shows the progress', async () => {
    const working = { status: 'Waiting for Emails', progress_done: 2, progress_total: 9 } as const;
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(working)));
    serveRows([makeBacklink(1, { contact_search: 'waiting' })], []);
    openApp(address);
    await screen.findByText(/2 of 9/);
    await screen.findByText('Zeus is still looking for the people behind this page.');
    expect(main().queryByRole('button', { name: /domain search/ })).toBeNull();
  });

  test.each([-1, 0, 1])('shows the right elapsed time if the clock is %i hours off', async (hours) => {
    const serverNow = Date.now() - hours * 3_600_000;
    const headersAt = (time: number) => ({ date: new Date(time).toUTCString() });
    onTestFinished(() => noteServerTime(new Headers(headersAt(Date.now()))));
    const started = new Date(serverNow - 245_000).toISOString();
    const working = makeCampaign({ status: 'Waiting for Emails', step_started_at: started });
    serve(`GET /data/requests/${campaignId}`, () => Response.json(working, { headers: headersAt(serverNow) }));
    serveRows([makeBacklink(1)], []);
    openApp(address);
    // A busy machine may be a few minutes late, but not an hour.
    expect((await screen.findByRole('timer')).textContent).toMatch(/^[4-9]:\d\d$/);
  });

  test('a failed step says what happened and can be retried', async () => {
    const failed = {
      status: 'Something went wrong',
      failed_step: 'contacts',
      status_message: 'No site answered.',
    } as const;
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(failed)));
    serve(`POST /api/campaign/${campaignId}/retry`, () => Response.json({ ok: true }));
    serveRows([makeBacklink(1)], []);
    openApp(address);
    expect((await screen.findByRole('alert')).textContent).toContain('No site answered.');
    expect(screen.queryByRole('link', { name: /No site answered/ })).toBeNull();
    await screen.findByRole('heading', { name: 'Page 1' });
    await screen.findByText('It costs at most 3 email credits. You have 7.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retries()).toEqual([{ keptIds: [rowId('backlink', 1)] }]);
  });

  test('a retry waits until its price is shown, and says if that cannot be read', async () => {
    const failed = { status: 'Something went wrong', failed_step: 'contacts' } as const;
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(failed)));
    serve(`POST /api/campaign/${campaignId}/retry`, () => Response.json({ ok: true }));
    const price = Promise.withResolvers<Response>();
    serve(retryPrice, () => price.promise);
    serveRows([makeBacklink(1)], []);
    openApp(address);
    const button = await screen.findByRole('button', { name: 'Retry' });
    await waitFor(() => expect(requestsTo(retryPrice).length).toBeGreaterThan(0));
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    price.resolve(Response.json({ error: 'bad-input', message: 'No, like this.' }, { status: 400 }));
    await screen.findByText('The price could not be loaded. No, like this.');
    serve(retryPrice, () => Response.json({ most: 3, balance: 7 }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('It costs at most 3 email credits. You have 7.');
    expect(document.activeElement).toBe(button);
    expect(retries()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(retries()).toHaveLength(1));
  });

  test('without credits there is a link to billing instead of a retry', async () => {
    const failed = { status: 'Something went wrong', failed_step: 'contacts' } as const;
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(failed)));
    serve(retryPrice, () => Response.json({ most: 3, balance: 0 }));
    serveRows([makeBacklink(1)], []);
    openApp(address);
    const panel = within(await screen.findByRole('alert'));
    await panel.findByText('You have no email credits left.');
    expect(panel.getByRole('link', { name: 'Get email credits' }).getAttribute('href')).toBe('/billing');
    expect(panel.queryByRole('button')).toBeNull();
    expect(panel.queryByText(/at most/)).toBeNull();
  });

  test('a retry refused for lack of credits links to billing', async () => {
    const failed = { status: 'Something went wrong', failed_step: 'contacts' } as const;
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign(failed)));
    const message = 'You do not have enough email credits.';
    serve(`POST /api/campaign/${campaignId}/retry`, () =>
      Response.json({ error: 'no-credit', message }, { status: 402 }),
    );
    serveRows([makeBacklink(1)], []);
    openApp(address);
    await screen.findByText('It costs at most 3 email credits. You have 7.');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findByRole('link', { name: message })).getAttribute('href')).toBe('/billing');
  });
});

const retries = () => requestsTo(`POST /api/campaign/${campaignId}/retry`).map(({ body }) => body);

describe('the view is kept in the URL', () => {
  const sites = [1, 2, 3, 4].map((number) => makeBacklink(number));

  test('a reload returns to the same site', async () => {
    serveRows(sites, []);
    openApp(address);
    await screen.findByText('1 of 4');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await screen.findByText('3 of 4');
    cleanup();
    openApp(window.location.pathname + window.location.search);
    await screen.findByText('3 of 4');
    screen.getByRole('heading', { name: 'Page 3' });
  });

  test('a login returns to the same view, page and filters', async () => {
    const contacts = Array.from({ length: 12 }, (_, index) => makeContact(index + 1, 1));
    serveRows(sites, contacts);
    serve('POST /auth/v1/token', () => Response.json(makeSession()));
    await openView('See contacts found');
    await userEvent.click(await screen.findByRole('switch', { name: 'Only show valid emails' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('11–12 of 12');
    forgetSession();
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByText('11–12 of 12');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Only show valid emails' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Only selected emails' }).checked).toBe(false);
  });

  test('a position that no longer exists becomes the last one, an unknown view the first', async () => {
    serveRows(sites, []);
    openApp(`${address}?view=nonsense&site=9`);
    await screen.findByText('4 of 4');
  });
});

test('backlinks that could not be searched are counted and can be retried, next to the list', async () => {
  serve(`POST /api/campaign/${campaignId}/retry`, () => Response.json({ ok: true }));
  const failed = { contact_search: 'failed', contact_search_problem: 'The site did not answer.' } as const;
  const removed = makeBacklink(3, { keep: false, ...failed });
  serveRows([makeBacklink(1), makeBacklink(2, failed), removed], [makeContact(1, 1)]);
  openApp(address);
  expect((await screen.findByRole('alert')).textContent).toContain('1 backlink not fully searched');
  screen.getByText('Its card says why. You were not charged for what is missing, and Retry searches only that.');
  await screen.findByText('It costs at most 3 email credits. You have 7.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(retries()).toEqual([{ keptIds: [rowId('backlink', 1), rowId('backlink', 2)] }]);
});

test('after Stop, the rest is counted and can be continued', async () => {
  serve(`POST /api/campaign/${campaignId}/retry`, () => Response.json({ ok: true }));
  serve(retryPrice, () => Response.json({ most: 10, balance: 7 }));
  const stopped = { contact_search: 'stopped' } as const;
  serveRows([makeBacklink(1, stopped), makeBacklink(2), makeBacklink(3, stopped)], [makeContact(1, 2)]);
  openApp(address);
  await screen.findByText('2 backlinks not searched');
  screen.getByText(/^You stopped the search\. You were not charged for what is missing, /);
  await screen.findByText('It costs at most 7 email credits. You have 7.');
  await screen.findByText(/^You stopped the search before Zeus had finished with this page\. No credit was used\./);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(retries()).toHaveLength(1));
});

test('backlinks beyond the limit are counted, with the way to order them instead of one to billing', async () => {
  const message = '2 of 3 backlinks are not fully searched: your limit was reached.';
  serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign({ status_message: message })));
  const limited = { contact_search: 'limited' } as const;
  serveRows([makeBacklink(1, limited), makeBacklink(2), makeBacklink(3, limited)], [makeContact(1, 2)]);
  openApp(address);
  await screen.findByRole('heading', { name: 'Limit reached' });
  screen.getByText(/^2 backlinks are not fully searched\./);
  await screen.findByText(/^This backlink was not searched, because your limit was reached\./);
  const more = screen.getByRole('link', { name: 'Find more emails' });
  expect(more.getAttribute('href')).toBe(`/campaign/screen-leads/${campaignId}?find_emails=true`);
  expect(screen.queryByText(/Go to Billing/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

describe('See contacts found', () => {
  const rows = [
    makeContact(1, 1),
    makeContact(2, 1, { verification: 'invalid', keep: false }),
    makeContact(3, 1, { email: null, verification: null, keep: false }),
    makeContact(4, 1, { keep: false }),
    makeContact(5, 1, { verification: 'catch_all' }),
  ];

  test('lists contacts with an email, narrowed by the toggles', async () => {
    serveRows([makeBacklink(1)], rows);
    await openView('See contacts found');
    const valid = await screen.findByRole('switch', { name: 'Only show valid emails' });
    const selected = screen.getByRole('switch', { name: 'Only selected emails' });
    expect(namesInTable()).toEqual(['Ada Number1', 'Ada Number2', 'Ada Number4', 'Ada Number5']);
    await userEvent.click(valid);
    expect(namesInTable()).toEqual(['Ada Number1', 'Ada Number4']);
    await userEvent.click(selected);
    expect(namesInTable()).toEqual(['Ada Number1']);
    await userEvent.click(valid);
    expect(namesInTable()).toEqual(['Ada Number1', 'Ada Number5']);
  });

  test('an email unticked under “Only selected emails” stays until the filter changes', async () => {
    serveRows([makeBacklink(1)], [makeContact(1, 1), makeContact(2, 1), makeContact(3, 1, { keep: false })]);
    for (const number of [1, 2]) {
      serve(`PATCH /data/contacts/${rowId('contact', number)}`, ({ body }) =>
        Response.json(makeContact(number, 1, { ...body })),
      );
    }
    await openView('See contacts found');
    const selected = await screen.findByRole('switch', { name: 'Only selected emails' });
    await userEvent.click(selected);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Ada Number1' });
    await userEvent.click(box);
    await waitFor(() => expect(box.checked).toBe(false));
    expect(namesInTable()).toEqual(['Ada Number1', 'Ada Number2']);
    await userEvent.click(box);
    await waitFor(() => expect(box.checked).toBe(true));
    await userEvent.click(box);
    await waitFor(() => expect(requestsTo(`PATCH /data/contacts/${rowId('contact', 1)}`)).toHaveLength(3));
    serveRows([makeBacklink(1)], [makeContact(1, 1, { keep: false }), makeContact(2, 1)]);
    await userEvent.click(screen.getByRole('switch', { name: 'Only show valid emails' }));
    await waitFor(() => expect(namesInTable()).toEqual(['Ada Number2']));
  });

  test('arrow keys change the page, but not while the user types', async () => {
    serveRows(
      [makeBacklink(1)],
      Array.from({ length: 12 }, (_, index) => makeContact(index + 1, 1)),
    );
    await openView('See contacts found');
    await screen.findByText('1–10 of 12');
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('11–12 of 12');
    await userEvent.type(screen.getByRole('searchbox'), '{ArrowLeft}');
    screen.getByText('11–12 of 12');
    screen.getByRole('searchbox').blur();
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByText('1–10 of 12');
  });

  test('copies an email with one click, without selecting the row', async () => {
    serveRows([makeBacklink(1)], [makeContact(1, 1, { keep: false })]);
    openApp(`${address}?view=found`);
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
    await userEvent.click(await screen.findByRole('button', { name: 'Copy ada.1@site-1.example' }));
    await screen.findByText('Copied ada.1@site-1.example.');
    expect(copied).toEqual(['ada.1@site-1.example']);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select Ada/ }).checked).toBe(false);
  });

  test('names the provider of an address', async () => {
    serveRows([makeBacklink(1)], [makeContact(1, 1, { source: 'voila-norbert' })]);
    await openView('See contacts found');
    await screen.findByRole('img', { name: 'Voila Norbert (stand-in)' });
    screen.getByText('Found by Voila Norbert (stand-in)');
  });
});

test('See all backlinks lists the kept ones with their rating', async () => {
  serveRows([makeBacklink(1), makeBacklink(2, { keep: false })], []);
  await openView('See all backlinks');
  const table = within(await screen.findByRole('table', { name: 'Kept backlinks' }));
  expect(table.getAllByRole('row')).toHaveLength(2);
  table.getByText('Page 1');
  table.getByText('89');
});

test('See all backlinks shows the outcome, and only the contact forms if wanted', async () => {
  const form = { contact_form_url: 'https://site-2.example/contact' };
  const profiles = ['https://bsky.app/profile/ada.example'];
  serveRows(
    [
      makeBacklink(1, { contact_form_url: 'https://site-1.example/contact' }),
      makeBacklink(2, form),
      makeBacklink(3),
      makeBacklink(4, { contact_form_url: 'javascript:alert(1)' }),
    ],
    [makeContact(1, 1), makeContact(2, 1), makeContact(3, 3, { email: false, highlighted: true, profiles })],
  );
  await openView('See all backlinks');
  const table = within(await screen.findByRole('table', { name: 'Kept backlinks' }));
  table.getByText('2 emails');
  const link = table.getByRole('link', { name: /^Contact form/ });
  expect(link).toMatchObject({ href: form.contact_form_url, target: '_blank', rel: 'noopener noreferrer' });
  expect(table.getByRole('link', { name: /^Author’s profile/ }).getAttribute('href')).toBe(profiles[0]);
  await userEvent.click(screen.getByRole('switch', { name: 'Only contact forms' }));
  await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2));
  table.getByText('Page 2');
});

describe('Download data', () => {
  test('has an item for each file', async () => {
    const saved = watchSavedFiles();
    for (const file of ['contacts', 'backlinks'])
      serve(`GET /data/campaigns/${campaignId}/${file}.csv`, ({ query }) => new Response(String(query)));
    serveRows(
      [makeBacklink(1), makeBacklink(2, { keep: false })],
      [makeContact(1, 1), makeContact(2, 1, { keep: false }), makeContact(3, 1, { email: null })],
    );
    openApp(address);
    for (const name of [
      /Download selected.*1 email$/,
      /Download all contacts.*2 emails$/,
      /with evidence.*2 emails, contact forms and profiles$/,
      /all backlinks.*1 backlink/,
    ]) {
      const before = saved.length;
      await userEvent.click(await screen.findByRole('button', { name: 'Download data' }));
      await userEvent.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(saved).toHaveLength(before + 1));
    }
    const files = saved.map(async ({ name, file }) => `${name}?${await file.text()}`);
    expect(await Promise.all(files)).toEqual([
      'best-golf-courses-in-america-selected-contacts.csv?which=selected',
      'best-golf-courses-in-america-contacts.csv?which=all',
      'best-golf-courses-in-america-contacts-with-evidence.csv?which=all&columns=everything',
      'best-golf-courses-in-america-kept-backlinks.csv?which=kept',
    ]);
  });
});
