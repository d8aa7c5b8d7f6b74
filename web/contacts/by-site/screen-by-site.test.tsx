import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openApp } from '../../test/app.tsx';
import { campaignId, makeBacklink, makeCampaign, makeContact, rowId, serveRows } from '../../test/rows.ts';
import { requestsTo, serve } from '../../test/server.ts';
import { keepSession } from '../../test/session.ts';

const address = `/campaign/contacts/${campaignId}`;
const noCredit = () => Response.json({ error: 'no-credit', type: 'no credit', message: 'No.' }, { status: 402 });
const getEmail = (number: number) => `POST /api/campaign/get-email/${rowId('contact', number)}`;
const getEmails = 'POST /api/campaign/get-emails';

beforeEach(() => {
  keepSession();
  serve('GET /data/live', () => new Promise<Response>(() => {}));
  serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign()));
});

describe('Screen by site', () => {
  test('shows one backlink per page, in a loop, by button and arrow key', async () => {
    serveRows([makeBacklink(1), makeBacklink(2), makeBacklink(3, { keep: false })], []);
    openApp(address);
    await screen.findByText('1 of 2');
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByRole('heading', { name: 'Page 2' });
    await userEvent.click(screen.getByRole('button', { name: 'Next backlink' }));
    await screen.findByRole('heading', { name: 'Page 1' });
  });

  test('the header shortens a long URL and shows its ratings', async () => {
    const url = `https://site-1.example/${'a'.repeat(100)}`;
    serveRows([makeBacklink(1, { url_from: url, ahrefs_rank: -1, traffic_value: -1 })], []);
    openApp(address);
    await screen.findByText(`${url.slice(0, 80)}...`);
    screen.getByText('Traffic Value');
    screen.getByText('N/A');
    screen.getByText('Domain Rating');
    screen.getByText('89');
  });

  test('each email is an address, a button, a search or nothing', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    serveRows(
      [makeBacklink(1)],
      [
        makeContact(1, 1, { highlighted: true, page: 'https://people.example/ada', twitter: 'javascript:alert(1)' }),
        makeContact(2, 1, { email: null, verification: null, keep: false }),
        makeContact(3, 1, { email: false, verification: null, keep: false }),
        makeContact(4, 1, { email: null, verification: null, is_fetching: true, keep: false }),
        makeContact(5, 1, { verification: 'catch_all', keep: false }),
        makeContact(6, 1, { email: null, verification: null, is_fetching: true, next_check_at: inAnHour, keep: false }),
      ],
    );
    openApp(address);
    const row = async (number: number) =>
      within((await screen.findByText(`Ada Number${number}`)).closest('tr') as HTMLElement);
    const author = await row(1);
    author.getByText('Article Author');
    author.getByText('Valid');
    author.getByText((_text, element) => element?.tagName === 'SPAN' && element.textContent === 'ada.1@site-1.example');
    expect(author.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer');
    expect(author.queryByRole('link', { name: /Twitter/ })).toBeNull();
    const unfetched = await row(2);
    unfetched.getByRole('button', { name: /Get email/ });
    expect(unfetched.queryByText(/Valid|Unknown/)).toBeNull();
    (await row(3)).getByText('No email found.');
    (await row(4)).getByText('Looking…');
    (await row(5)).getByText('Catch-all');
    (await row(6)).getByText(/^Zeus can’t ask the mail server yet\. It will try again on /);
    expect(document.querySelector('main img[src^="http"]')).toBeNull();
  });

  test('looks for an email and shows it', async () => {
    serveRows([makeBacklink(1)], [makeContact(1, 1, { email: null, verification: null })]);
    serve(getEmail(1), () => {
      serveRows([makeBacklink(1)], [makeContact(1, 1, { verification: 'unknown' })]);
      return Response.json({
        noEmailFound: false,
        error: false,
        id: rowId('contact', 1),
        email: 'ada.1@site-1.example',
      });
    });
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Get email for Ada Number1' }));
    await screen.findByText('Not confirmed yet');
    expect(requestsTo(getEmail(1))[0]?.body).toBeNull();
  });

  test('none found, and a search that takes long', async () => {
    const rows = [makeContact(1, 1, { email: null }), makeContact(2, 1, { email: null })];
    serveRows([makeBacklink(1)], rows);
    serve(getEmail(1), () => {
      serveRows([makeBacklink(1)], [makeContact(1, 1, { email: false }), makeContact(2, 1, { email: null })]);
      return Response.json({ noEmailFound: true, error: false, id: rowId('contact', 1) });
    });
    serve(getEmail(2), () => {
      serveRows(
        [makeBacklink(1)],
        [makeContact(1, 1, { email: false }), makeContact(2, 1, { email: null, is_fetching: true })],
      );
      return Response.json({ pending: true, id: rowId('contact', 2) }, { status: 202 });
    });
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Get email for Ada Number1' }));
    await screen.findByText('No email found.');
    await userEvent.click(screen.getByRole('button', { name: 'Get email for Ada Number2' }));
    const looking = await screen.findByText('Looking…');
    // The button is gone; the email's place has its focus.
    expect(document.activeElement?.contains(looking) && document.activeElement !== document.body).toBe(true);
    await waitFor(() => expect(requestsTo('GET /data/contacts').length).toBeGreaterThanOrEqual(3));
    screen.getByText('Looking…');
  });

  test('without credits the specified sentence links to billing', async () => {
    serveRows([makeBacklink(1)], [makeContact(1, 1, { email: null })]);
    serve(getEmail(1), noCredit);
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: /Get email/ }));
    const alert = await screen.findByRole('alert');
    const card = within(alert).getByRole('link', {
      name: 'You do not have enough email credits to perform this action. Click here to purchase more email credits.',
    });
    expect(card.getAttribute('href')).toBe('/billing');
    expect(card.textContent).toBe(alert.textContent);
    screen.getByRole('button', { name: /Get email/ });
  });

  test('a search that ends late without enough credits says so like one that ends at once', async () => {
    serveRows([makeBacklink(1)], [makeContact(1, 1, { email: null })]);
    serve(getEmail(1), () => {
      const fetch_problem = { end: 'no-credit' as const, message: '' };
      serveRows([makeBacklink(1)], [makeContact(1, 1, { email: null, fetch_problem })]);
      return Response.json({ pending: true, id: rowId('contact', 1) }, { status: 202 });
    });
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: /Get email/ }));
    const alert = await screen.findByRole('alert');
    within(alert).getByText(/^You do not have enough email credits to perform this action\./);
    screen.getByRole('button', { name: /Get email/ });
  });

  test('a search that fails for another reason does not repeat that an earlier one could not be paid for', async () => {
    const fetch_problem = { end: 'no-credit' as const, message: '' };
    serveRows([makeBacklink(1)], [makeContact(1, 1, { email: null, fetch_problem })]);
    serve(getEmail(1), () => Response.json({ error: 'too-many-requests', message: 'Too many.' }, { status: 429 }));
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: /Get email/ }));
    await screen.findByText('Too many.');
    expect(screen.queryByText(/enough email credits to perform this action/)).toBeNull();
  });

  test('an email that could not be looked for says why next to its button, also on a later visit', async () => {
    const stopped = { end: 'could-not-look' as const, message: 'You stopped the search before this email was found.' };
    const unpaid = { end: 'no-credit' as const, message: '' };
    serveRows(
      [makeBacklink(1)],
      [
        makeContact(1, 1, { email: null, fetch_problem: stopped }),
        makeContact(2, 1, { email: null, fetch_problem: unpaid }),
      ],
    );
    openApp(address);
    await screen.findByText('You stopped the search before this email was found. No credit was used.');
    const note = screen.getByText(/^You did not have enough email credits\./);
    expect(within(note).getByRole('link').getAttribute('href')).toBe('/billing');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a choice that cannot be saved is undone with a message', async () => {
    serveRows([makeBacklink(1)], [makeContact(1, 1)]);
    serve(`PATCH /data/contacts/${rowId('contact', 1)}`, () =>
      Response.json({ error: 'unexpected', message: 'The server is tired.' }, { status: 500 }),
    );
    openApp(address);
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Ada Number1' });
    expect(box.checked).toBe(true);
    await userEvent.click(box);
    await screen.findByText(/could not be saved, so it was undone. The server is tired./);
    await waitFor(() => expect(box.checked).toBe(true));
    expect(requestsTo(`PATCH /data/contacts/${rowId('contact', 1)}`)[0]?.body).toEqual({ keep: false });
  });
});

describe('a contact form', () => {
  const form = { contact_form_url: 'https://site-1.example/contact', contact_form_service: 'WPForms' };

  test('is the outcome of a site without an email, and free', async () => {
    serveRows([makeBacklink(1, { ...form, domain_search: 'empty' })], []);
    openApp(address);
    const section = within(await screen.findByRole('region', { name: 'Contact form' }));
    section.getByText(/You have no email for this site.* Contact forms are free\./);
    section.getByText(/site-1\.example\/contact · WPForms/);
    const link = section.getByRole('link', { name: /Open contact form/ });
    expect(link).toMatchObject({ href: form.contact_form_url, target: '_blank', rel: 'noopener noreferrer' });
  });

  test('is also shown next to emails, unless it is not a web address', async () => {
    serveRows(
      [makeBacklink(1, form), makeBacklink(2, { contact_form_url: 'javascript:alert(1)' })],
      [makeContact(1, 1)],
    );
    openApp(address);
    await screen.findByText(/You can also reach this site through its contact form/);
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('heading', { name: 'Page 2' });
    expect(screen.queryByRole('region', { name: 'Contact form' })).toBeNull();
  });
});

test('the profiles of a contact are links, each once', async () => {
  const profiles = ['https://www.linkedin.com/in/ada', 'https://mastodon.social/@ada', 'javascript:alert(1)'];
  serveRows([makeBacklink(1)], [makeContact(1, 1, { page: profiles[0] ?? null, profiles, email: false })]);
  openApp(address);
  const mastodon = await screen.findByRole('link', { name: 'Ada Number1 on Mastodon' });
  expect(mastodon).toMatchObject({ href: profiles[1], target: '_blank', rel: 'noopener noreferrer' });
  const row = within(mastodon.closest('tr') as HTMLElement);
  expect(row.getAllByRole('link')).toHaveLength(2);
});

describe('full domain search', () => {
  test('finds people where none were known', async () => {
    serveRows([makeBacklink(1)], []);
    serve(getEmails, () => {
      serveRows([makeBacklink(1, { domain_search: 'found' })], [makeContact(1, 1)]);
      return Response.json([makeContact(1, 1)]);
    });
    openApp(address);
    const button = await screen.findByRole('button', { name: 'Start full domain search' });
    screen.getByText(/may find generic emails such as contact@ or hello@/);
    screen.getByText(/One email credit is used per search if at least 1 email is returned/);
    const tooltip = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(tooltip?.textContent).toBe('It costs 1 email credit in total if emails are found.');
    await userEvent.click(button);
    await screen.findByText('Ada Number1');
    expect(requestsTo(getEmails)[0]?.body).toEqual({
      mode: 'domain',
      backlinkId: rowId('backlink', 1),
      sendDataBack: true,
      campaignId,
    });
  });

  test('that finds nothing says so and is not offered again', async () => {
    serveRows([makeBacklink(1)], []);
    serve(getEmails, () => {
      serveRows([makeBacklink(1, { domain_search: 'empty' })], []);
      return Response.json([]);
    });
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Start full domain search' }));
    await screen.findByText(
      'Unfortunately, we were not able to find any emails. We recommend browsing the backlink URL directly to find an email to outreach to.',
    );
    expect(screen.queryByRole('button', { name: /domain search/ })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Contacts' }));
  });

  test('offers more if only the author is known, and says when there is nothing', async () => {
    const author = makeContact(1, 1, { highlighted: true });
    serveRows([makeBacklink(1)], [author]);
    serve(getEmails, () => {
      serveRows([makeBacklink(1, { domain_search: 'empty' })], [author]);
      return Response.json([]);
    });
    openApp(address);
    await screen.findByText('Want more emails?');
    await userEvent.click(screen.getByRole('button', { name: 'Try full domain search' }));
    await screen.findByText("We couldn't find any domain email. No credit was used.");
    expect(screen.queryByRole('button', { name: /domain search/ })).toBeNull();
  });

  test('offers more if only a generic email was found in place of an author', async () => {
    const mailbox = { first_name: '', last_name: '', type: 'generic' } as const;
    serveRows(
      [makeBacklink(1), makeBacklink(2, { domain_search: 'empty' })],
      [makeContact(1, 1, mailbox), makeContact(2, 2, mailbox)],
    );
    openApp(address);
    await screen.findByRole('button', { name: 'Try full domain search' });
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText("We couldn't find any other email. No credit was used.");
  });

  test('that ends late without enough credits says so like one that ends at once', async () => {
    serveRows([makeBacklink(1)], []);
    serve(getEmails, () => {
      serveRows([makeBacklink(1, { domain_search_problem: { end: 'no-credit', message: '' } })], []);
      return Response.json({ pending: true }, { status: 202 });
    });
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Start full domain search' }));
    const alert = await screen.findByRole('alert');
    within(alert).getByText(/^You do not have enough email credits to perform this action\./);
    screen.getByRole('button', { name: 'Start full domain search' });
  });

  test('that could not be finished says why below its button, also on a later visit', async () => {
    const unreached = { end: 'could-not-look' as const, message: 'The mail server did not answer.' };
    const unpaid = { end: 'no-credit' as const, message: '' };
    serveRows(
      [makeBacklink(1, { domain_search_problem: unreached }), makeBacklink(2, { domain_search_problem: unpaid })],
      [makeContact(2, 2, { highlighted: true })],
    );
    openApp(address);
    await screen.findByText('The mail server did not answer. No credit was used.');
    await userEvent.keyboard('{ArrowRight}');
    const note = await screen.findByText(/^You did not have enough email credits\./);
    expect(within(note).getByRole('link').getAttribute('href')).toBe('/billing');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('continues if it takes long, and says so if there are no credits', async () => {
    serveRows([makeBacklink(1), makeBacklink(2)], []);
    serve(getEmails, () => {
      serveRows([makeBacklink(1, { domain_search: 'running' }), makeBacklink(2)], []);
      return Response.json({ pending: true }, { status: 202 });
    });
    openApp(address);
    await userEvent.click(await screen.findByRole('button', { name: 'Start full domain search' }));
    await screen.findByRole('button', { name: 'Searching the domain…' });
    serve(getEmails, noCredit);
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(await screen.findByRole('button', { name: 'Start full domain search' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You do not have enough email credits');
  });

  test('a failed search is not called nothing found', async () => {
    const problem = { contact_search: 'failed', contact_search_problem: 'The site did not answer.' } as const;
    serveRows([makeBacklink(1, problem), makeBacklink(2, { contact_search: 'no-credit' })], []);
    openApp(address);
    await screen.findByText(/This backlink could not be searched. The site did not answer. No credit was used./);
    expect(screen.queryByText(/did not find/)).toBeNull();
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText(/was not searched, because your email credits ran out/);
  });

  test('a page that can never be reached offers no search', async () => {
    const problem = {
      contact_search: 'unreachable',
      contact_search_problem: 'nowhere.example does not exist.',
    } as const;
    serveRows([makeBacklink(1, problem)], []);
    openApp(address);
    await screen.findByText('This page can’t be reached. nowhere.example does not exist. No credit was used.');
    expect(screen.queryByRole('button', { name: /domain search|Retry/ })).toBeNull();
    expect(screen.queryByText(/not fully searched|not searched/)).toBeNull();
  });

  test.each([
    [{ contact_search: 'none' }, null],
    [
      { contact_search: 'failed', contact_search_problem: 'Its mail server is silent.' },
      /^The search could not be finished\. Its mail server is silent\./,
    ],
    [{ contact_search: 'no-credit' }, /^The search could not be finished, because your email credits ran out\./],
  ] as const)('above people who were found, %o is not called unsearched', async (state, sentence) => {
    serveRows([makeBacklink(1, state)], [makeContact(1, 1), makeContact(2, 1)]);
    openApp(address);
    await screen.findByText('Ada Number1');
    if (sentence) await screen.findByText(sentence);
    expect(screen.queryByText(/not searched|not be searched/)).toBeNull();
  });
});
