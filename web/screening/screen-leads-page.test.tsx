import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Backlink } from '../../shared/backlink.ts';
import type { Triage } from '../../shared/triage.ts';
import { defaultWeights, groupOf, type SignalName } from '../../shared/triage-values.ts';
import { settings } from '../platform/settings.ts';
import { openAndSee, openApp } from '../test/app.tsx';
import { goOffline } from '../test/connection.ts';
import { leaveDialog } from '../test/dialogs.ts';
import { enter } from '../test/fill.ts';
import { campaignId, makeBacklink, makeCampaign, rowId, serveBlockedSites } from '../test/rows.ts';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';
import { setSingleKeys } from '../ui/shortcuts/single-keys.ts';

const address = `/campaign/screen-leads/${campaignId}`;
const patch = (number: number) => `PATCH /data/backlinks/${rowId('backlink', number)}`;
const saved = (number: number) => requestsTo(patch(number)).map(({ body }) => body);
const picture = (number: number) => `/data/backlinks/${rowId('backlink', number)}/screenshot`;

function serveLeads(leads: readonly Backlink[]) {
  serve('GET /data/backlinks', () => Response.json(leads));
  for (const lead of leads) {
    serve(`GET /data/backlinks/${lead.id}/screenshot`, () =>
      Response.json({ state: 'ready', url: `/files/screenshots/${lead.id}.jpg` }),
    );
    serve(`PATCH /data/backlinks/${lead.id}`, ({ body }) => Response.json({ ...lead, ...body }));
  }
}

beforeEach(() => {
  keepSession();
  serve('GET /data/live', () => new Promise<Response>(() => {}));
  serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 100, email_credits: 7 }));
  serve('GET /data/requests', () => Response.json([]));
  serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign({ mode: null })));
});

describe('deciding', () => {
  beforeEach(() =>
    serveLeads([
      makeBacklink(1, { screened: true, contact_search: 'none' }),
      makeBacklink(2, { contact_search: 'none' }),
      makeBacklink(3, { contact_search: 'none', ahrefs_rank: -1 }),
      makeBacklink(4, { keep: false }),
    ]),
  );

  test('counts what was removed on an earlier visit, and allows undoing it', async () => {
    serveLeads([makeBacklink(1, { keep: false, screened: true }), makeBacklink(2), makeBacklink(3, { keep: false })]);
    await openAndSee(address, '2 of 2');
    screen.getByText('0 kept · 1 removed');
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByText('Removed');
    await userEvent.keyboard('k');
    await screen.findByText('1 kept · 0 removed');
  });

  test('resumes where it was left, over the kept backlinks only', async () => {
    await openAndSee(address, '2 of 3');
    await screen.findByRole('heading', { name: 'Page 2' });
    expect(screen.getByText('“anchor 2”')).toBeTruthy();
    expect((await screen.findByRole('img', { name: 'Screenshot of Page 2' })).getAttribute('src')).toContain(
      rowId('backlink', 2),
    );
    await waitFor(() => expect(requestsTo(`GET ${picture(3)}`)).toHaveLength(1));
    const link = screen.getByRole('link', { name: /Open page/ });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(screen.getByRole('link', { name: /Back to backlinks list/ }).getAttribute('href')).toContain('/backlinks/');
  });

  const isBlocked = 'site-1.example is blocked. New campaigns leave it out.';

  test('B blocks the site, removes all its leads and moves on; U undoes all of it', async () => {
    const leads = [makeBacklink(1), makeBacklink(2, { domain: 'site-1.example' }), makeBacklink(3)];
    serveLeads(leads);
    serve('PUT /data/backlinks', () => Response.json({ updated: 2 }));
    serveBlockedSites();
    await openAndSee(address, '1 of 3');
    await userEvent.keyboard('b');
    await screen.findByText('0 kept · 2 removed');
    await screen.findByText('3 of 3');
    await waitFor(() => expect(requestsTo('POST /data/site-rules')).toHaveLength(1));
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByText('Blocked');
    screen.getByText(isBlocked);
    await userEvent.keyboard('u');
    await screen.findByText('0 kept · 0 removed');
    expect(screen.queryByText(isBlocked)).toBeNull();
    await waitFor(() => expect(requestsTo('POST /data/site-rules/remove')).toHaveLength(1));
    const ids = leads.slice(0, 2).map(({ id }) => id);
    await waitFor(() =>
      expect(requestsTo('PUT /data/backlinks').map(({ body }) => body)).toEqual([
        ids.map((id) => ({ id, keep: false, screened: true })),
        ids.map((id) => ({ id, keep: true, screened: false })),
      ]),
    );
  });

  test.each(['blocked', 'mine'] as const)('B and U leave an earlier rule (%s) as it is', async (kind) => {
    serveLeads([makeBacklink(1), makeBacklink(2, { domain: 'site-1.example' }), makeBacklink(3)]);
    serve('PUT /data/backlinks', () => Response.json({ updated: 2 }));
    serveBlockedSites([{ domain: 'site-1.example', kind, pattern: 'site-1.example', reason: 'Link farm' }]);
    openApp(address);
    await screen.findByTitle('Link farm');
    await userEvent.keyboard('b');
    await screen.findByText('0 kept · 2 removed');
    await screen.findByText('3 of 3');
    expect(screen.queryByText(isBlocked)).toBeNull();
    await userEvent.keyboard('u');
    await screen.findByText('0 kept · 0 removed');
    await waitFor(() => expect(requestsTo('PUT /data/backlinks')).toHaveLength(2));
    await screen.findByTitle('Link farm');
    expect(requestsTo('POST /data/site-rules')).toEqual([]);
    expect(requestsTo('POST /data/site-rules/remove')).toEqual([]);
  });

  test('by key: keep, look back, undo, remove', async () => {
    await openAndSee(address, '2 of 3');
    await userEvent.keyboard('k');
    await screen.findByText('3 of 3');
    expect(screen.getByText('Traffic Value')).toBeTruthy();
    expect(screen.getByText('N/A')).toBeTruthy();
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByText('Kept');
    await userEvent.keyboard('u');
    await waitFor(() => expect(screen.queryByText('Kept')).toBeNull());
    await userEvent.keyboard('R');
    await screen.findByText('1 kept · 1 removed');
    await waitFor(() => expect(saved(2)).toHaveLength(3));
    expect(saved(2)).toEqual([
      { keep: true, screened: true, removal_reason: null },
      { keep: true, screened: false, removal_reason: null },
      { keep: false, screened: true, removal_reason: null },
    ]);
  });

  test('a screen reader hears what was decided and which lead is next', async () => {
    await openAndSee(address, '2 of 3');
    const live = screen.getByText('Now 2 of 3: Page 2').closest('[aria-live]');
    await userEvent.keyboard('k');
    await waitFor(() => expect(live?.textContent).toBe('Kept: Page 2Now 3 of 3: Page 3'));
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(live?.textContent).toBe('Kept: Page 2Now 2 of 3: Page 2'));
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await waitFor(() => expect(live?.textContent).toBe('Kept: Page 2No more leads'));
  });

  test('the single-key shortcuts can be turned off', async () => {
    onTestFinished(() => setSingleKeys(true));
    await openAndSee(address, '2 of 3');
    const button = () => screen.getByRole('button', { name: /^Keep lead/ });
    expect(button().textContent).toBe('Keep leadK');
    await userEvent.click(screen.getByRole('button', { name: /^Keyboard shortcuts/ }));
    await userEvent.click(screen.getByRole('switch', { name: /^Use single letters/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(localStorage.getItem('zeus.single-keys')).toBe('off');
    expect(button().textContent).toBe('Keep lead');
    await userEvent.keyboard('kr?{ArrowRight}');
    await screen.findByText('3 of 3');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(saved(2)).toEqual([]);
  });

  test('1 to 5 remove a lead with a reason, which undo takes back', async () => {
    await openAndSee(address, '2 of 3');
    await userEvent.keyboard('3');
    await screen.findByText('1 kept · 1 removed');
    await userEvent.keyboard('{ArrowLeft}');
    const reason = () => screen.findByRole('button', { name: /Link farm or spam/ });
    await waitFor(async () => expect((await reason()).getAttribute('aria-pressed')).toBe('true'));
    await userEvent.keyboard('u');
    await waitFor(async () => expect((await reason()).getAttribute('aria-pressed')).toBe('false'));
    await userEvent.click(screen.getByRole('button', { name: /Competitor/ }));
    await waitFor(() => expect(saved(2)).toHaveLength(3));
    expect(saved(2)).toEqual([
      { keep: false, screened: true, removal_reason: 'spam' },
      { keep: true, screened: false, removal_reason: null },
      { keep: false, screened: true, removal_reason: 'competitor' },
    ]);
  });

  test('N writes a note and T tags the lead; a failed save keeps the text', async () => {
    serveLeads([makeBacklink(1, { note: 'Old note' }), makeBacklink(2, { tags: ['Resource page'] })]);
    await openAndSee(address, '1 of 2');
    await userEvent.keyboard('n');
    const note = await screen.findByRole('textbox', { name: 'Note' });
    expect((note as HTMLTextAreaElement).value).toBe('Old note');
    serve(patch(1), () => Response.json({ error: 'internal', message: 'Not now.' }, { status: 500 }));
    // Keys are for the text here, not for the lead.
    await userEvent.clear(note);
    await userEvent.type(note, 'kr1');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByText('Not now.');
    expect((note as HTMLTextAreaElement).value).toBe('kr1');
    serve(patch(1), ({ body }) => Response.json({ ...makeBacklink(1), ...body }));
    serve('GET /data/backlinks', () =>
      Response.json([makeBacklink(1, { note: 'kr1' }), makeBacklink(2, { tags: ['Resource page'] })]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('kr1');
    await userEvent.keyboard('t');
    const tags = await screen.findByRole('textbox', { name: 'Tags' });
    enter(tags, 'resource  PAGE, ask in spring,');
    await userEvent.click(screen.getByRole('button', { name: 'Save tags' }));
    await waitFor(() => expect(saved(1).at(-1)).toEqual({ tags: ['Resource page', 'ask in spring'] }));
  });

  test.each([
    ['n', 'Note'],
    ['t', 'Tags'],
  ])('%s: what was typed is discarded by Cancel only', async (key, label) => {
    openApp(address);
    await screen.findByText('2 of 3');
    await userEvent.keyboard(key);
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label });
    enter(field, 'Ask in spring');
    await leaveDialog();
    expect(field.value).toBe('Ask in spring');
    screen.getByText(/^What you entered would be lost\./);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard(key);
    await leaveDialog();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(saved(2)).toEqual([]);
  });

  test('without a connection a note fails at once, even if a decision is waiting for it', async () => {
    await openAndSee(address, '2 of 3');
    goOffline();
    await userEvent.keyboard('k');
    await screen.findByText('3 of 3');
    await userEvent.keyboard('n');
    enter(await screen.findByRole('textbox', { name: 'Note' }), 'On a train');
    serve(patch(3), () => Promise.reject(new TypeError('no connection')));
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await screen.findByText('Zeus cannot be reached. Check your connection and try again.');
    expect(saved(2)).toEqual([]);
  });

  test('a note without an answer holds up no decision, and is canceled with its dialog', async () => {
    let sent: AbortSignal | null | undefined;
    serve(patch(2), ({ body }, signal) => {
      if (body?.note === undefined) return Response.json(makeBacklink(2));
      sent = signal;
      return new Promise<Response>(() => {});
    });
    await openAndSee(address, '2 of 3');
    await userEvent.keyboard('n');
    enter(await screen.findByRole('textbox', { name: 'Note' }), 'Never mind');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(sent?.aborted).toBe(false));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent?.aborted).toBe(true);
    await userEvent.keyboard('k');
    await waitFor(() => expect(saved(2)).toHaveLength(2));
  });

  test('the link to find more emails opens the choice of the mode, with leads undecided', async () => {
    openApp(`${address}?find_emails=true`);
    await screen.findByRole('dialog', { name: 'How should Zeus find emails?' });
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    await screen.findByText('2 of 3');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.search).not.toContain('find_emails');
  });

  test('O opens the page in a new tab, unless it is not a web page', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    onTestFinished(() => open.mockRestore());
    serveLeads([makeBacklink(1), makeBacklink(2, { url_from: 'javascript:alert(1)' })]);
    await openAndSee(address, '1 of 2');
    await userEvent.keyboard('o');
    expect(open).toHaveBeenCalledExactlyOnceWith(makeBacklink(1).url_from, '_blank', 'noopener,noreferrer');
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('2 of 2');
    await userEvent.keyboard('o');
    expect(open).toHaveBeenCalledTimes(1);
  });

  test.each(['dblClick', 'tripleClick'] as const)('a %s decides about one lead', async (click) => {
    await openAndSee(address, '2 of 3');
    await userEvent[click](screen.getByRole('button', { name: /Remove lead/ }));
    await screen.findByText('3 of 3');
    screen.getByText('1 kept · 1 removed');
    await waitFor(() => expect(saved(2)).toHaveLength(1));
    expect(saved(3)).toEqual([]);
  });

  /** What a browser does for each keydown of Enter on a button. */
  const pressEnter = (button: HTMLElement, repeat: boolean) =>
    fireEvent.keyDown(button, { key: 'Enter', repeat }) && fireEvent.click(button);

  test('a held Enter decides about one lead', async () => {
    await openAndSee(address, '2 of 3');
    const remove = screen.getByRole('button', { name: /Remove lead/ });
    for (const repeat of [false, true, true]) pressEnter(remove, repeat);
    await screen.findByText('3 of 3');
    await screen.findByText('1 kept · 1 removed');
    await waitFor(() => expect(saved(2)).toHaveLength(1));
    pressEnter(remove, false);
    await waitFor(() => expect(saved(3)).toHaveLength(1));
  });

  test('Enter still held when the dialog opens does not start a search', async () => {
    serveLeads([makeBacklink(1, { contact_search: 'none' })]);
    serve('POST /api/campaign/get-emails', () => Response.json({ ok: true }));
    await openAndSee(address, '1 of 1');
    pressEnter(screen.getByRole('button', { name: /Keep lead/ }), false);
    const mode = within(await screen.findByRole('dialog')).getByRole('button', { name: /Author Mode/ });
    expect(pressEnter(mode, true)).toBe(false);
    fireEvent.click(mode, { detail: 2 });
    pressEnter(mode, false);
    await waitFor(() => expect(requestsTo('POST /api/campaign/get-emails')).toHaveLength(1));
  });

  test('a press that began before a lead appeared does not decide about it', async () => {
    await openAndSee(address, '2 of 3');
    const early = new KeyboardEvent('keydown', { key: 'r', bubbles: true });
    fireEvent.pointerDown(screen.getByRole('button', { name: /Remove lead/ }));
    await userEvent.keyboard('k');
    await screen.findByText('3 of 3');
    fireEvent.click(screen.getByRole('button', { name: /Remove lead/ }));
    document.body.dispatchEvent(early);
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByText('2 of 3');
    await screen.findByText('2 kept · 0 removed');
    expect(saved(3)).toEqual([]);
  });

  test('a reload returns to the same lead', async () => {
    await openAndSee(address, '2 of 3');
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('3 of 3');
    cleanup();
    await openAndSee(window.location.pathname + window.location.search, '3 of 3');
  });

  test('the position does not carry over to another campaign', async () => {
    const other = campaignId.replaceAll('1', '5');
    const goTo = (id: string) =>
      act(() => {
        window.history.pushState(null, '', address.replace(campaignId, id));
        window.dispatchEvent(new PopStateEvent('popstate'));
      });
    const leads = [1, 2, 3, 4].map((number) => makeBacklink(number));
    const countOf = (asked: URLSearchParams) => (asked.get('campaignId') === other ? 4 : 3);
    serve('GET /data/backlinks', ({ query }) => Response.json(leads.slice(0, countOf(query))));
    serve(`GET /data/requests/${other}`, () => Response.json(makeCampaign({ id: other, mode: null })));
    openApp(address.replace(campaignId, other));
    await screen.findByText('1 of 4');
    goTo(campaignId);
    await screen.findByText('1 of 3');
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('2 of 3');
    goTo(other);
    await screen.findByText('1 of 4');
  });

  test('leaves key combinations to the browser', async () => {
    await openAndSee(address, '2 of 3');
    await userEvent.keyboard('{Control>}r{/Control}');
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('3 of 3');
    expect(saved(2)).toEqual([]);
  });

  test('a failed save is reported and counts as undecided', async () => {
    serve(patch(2), () => Response.json({ error: 'unexpected', message: 'The server is tired.' }, { status: 500 }));
    await openAndSee(address, '2 of 3');
    await userEvent.click(screen.getByRole('button', { name: /Remove lead/ }));
    await screen.findByText(/could not be saved, so it was undone. The server is tired./);
    await screen.findByText('1 kept · 0 removed');
  });
});

describe('groups', () => {
  const weights = { ...defaultWeights };
  const triageOf = (...signals: [SignalName, string][]): Triage => {
    const weighed = signals.map(([name, fact]) => ({ name, fact, weight: weights[name] }));
    const score = weighed.reduce((sum, { weight }) => sum + weight, 0);
    return { group: groupOf(score), score, signals: weighed };
  };
  const serveGroups = () => {
    serveLeads([
      makeBacklink(1, { triage: triageOf() }),
      makeBacklink(2, { triage: triageOf(['many-links', '212'], ['write-for-us', '']) }),
      makeBacklink(3, { triage: triageOf(['parked', 'This domain is for sale']) }),
      makeBacklink(4, { triage: triageOf(['thin', '20']) }),
      makeBacklink(5, { triage: null, screenshot_state: 'waiting' }),
    ]);
    serve('GET /data/triage', () => Response.json({ weights, stale_months: 24 }));
  };
  beforeEach(() => {
    Object.assign(weights, defaultWeights);
    serveGroups();
  });
  const groupButton = (name: RegExp) => screen.findByRole('button', { name });
  const signals = () => within(screen.getByRole('region', { name: 'Signals' }));

  test('shows the group of a lead and the facts behind it', async () => {
    await openAndSee(address, '1 of 5');
    signals().getByText('Looks good');
    signals().getByText('Zeus found no warning signs.');
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('212 links to other sites');
    for (const text of ['Check', 'Score 5', '+3', 'Write for us', '+2']) signals().getByText(text);
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('Parked page: “This domain is for sale”');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await screen.findByText('5 of 5');
    signals().getByText('Not checked yet');
  });

  test('screens one group, keeps it in the URL, and continues with the next', async () => {
    openApp(address);
    await groupButton(/^All 5$/);
    for (const name of [/^Looks good 1$/, /^Probably not 1$/, /^Not checked yet 1$/]) await groupButton(name);
    await userEvent.click(await groupButton(/^Check 2$/));
    await screen.findByText('1 of 2');
    screen.getByRole('heading', { name: 'Page 2' });
    await userEvent.keyboard('r');
    await screen.findByText('2 of 2');
    expect(window.location.search).toContain('group=check');
    cleanup();
    openApp(window.location.pathname + window.location.search);
    await screen.findByRole('heading', { name: 'Page 4' });
    expect((await groupButton(/^Check 2$/)).getAttribute('aria-pressed')).toBe('true');
    await userEvent.keyboard('{ArrowLeft}r');
    await screen.findByText('2 of 2');
    await userEvent.keyboard('k');
    // Other groups are open, so it doesn't ask for emails yet.
    await screen.findByText('“Check” is done: you kept 1 of 2.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Looks good (1)' }));
    await screen.findByText('1 of 1');
    screen.getByRole('heading', { name: 'Page 1' });
  });

  test('G goes through the groups that have leads', async () => {
    await openAndSee(address, '1 of 5');
    for (const [count, title] of [
      ['1 of 1', 'Page 1'],
      ['1 of 2', 'Page 2'],
      ['1 of 1', 'Page 3'],
      ['1 of 1', 'Page 5'],
      ['1 of 5', 'Page 1'],
    ] as const) {
      await userEvent.keyboard('g');
      await screen.findByRole('heading', { name: title });
      await screen.findByText(count);
    }
  });

  test('new weights apply at once, and the lead on screen stays', async () => {
    serve('PUT /data/triage', ({ body }) => {
      Object.assign(weights, body?.weights);
      serveGroups();
      return Response.json({ weights, stale_months: body?.stale_months });
    });
    openApp(address);
    await userEvent.click(await groupButton(/^Check 2$/));
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('heading', { name: 'Page 4' });
    await userEvent.click(screen.getByRole('button', { name: 'Weights' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('With these weights: Looks good 1 · Check 2 · Probably not 1');
    fireEvent.change(dialog.getByRole('slider', { name: 'Many outgoing links' }), { target: { value: '0' } });
    dialog.getByText('With these weights: Looks good 2 · Check 1 · Probably not 1');
    await userEvent.click(dialog.getByRole('button', { name: 'Save weights' }));
    await groupButton(/^Check 1$/);
    await screen.findByText('1 of 1');
    screen.getByRole('heading', { name: 'Page 4' });
    expect(requestsTo('PUT /data/triage')[0]?.body).toMatchObject({ weights: { 'many-links': 0 }, stale_months: 24 });
    await userEvent.click(await groupButton(/^Looks good 2$/));
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('212 links to other sites');
    signals().getByText('ignored');

    // Reset, and a number that makes no sense.
    await userEvent.click(screen.getByRole('button', { name: 'Weights' }));
    const again = within(await screen.findByRole('dialog'));
    await userEvent.click(await again.findByRole('button', { name: 'Reset to defaults' }));
    const months = again.getByRole('spinbutton');
    enter(months, '');
    await userEvent.click(again.getByRole('button', { name: 'Save weights' }));
    await again.findByText('Enter 1 to 240 months.');
    enter(months, '12');
    await userEvent.click(again.getByRole('button', { name: 'Save weights' }));
    await waitFor(() => expect(requestsTo('PUT /data/triage')).toHaveLength(2));
    expect(requestsTo('PUT /data/triage')[1]?.body).toEqual({ weights: defaultWeights, stale_months: 12 });
    await groupButton(/^Check 2$/);
  });

  test('a lead stays in its place when a signal arrives, and joins its group at the end', async () => {
    const leads = [makeBacklink(1, { triage: triageOf() }), makeBacklink(2, { triage: null }), makeBacklink(3)];
    serveLeads(leads);
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    serve('GET /data/live', () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
      });
      return new Response(body);
    });
    await openAndSee(`${address}?group=unchecked`, '1 of 2');
    screen.getByRole('heading', { name: 'Page 2' });
    serveLeads([makeBacklink(1), makeBacklink(2, { triage: triageOf(['thin', '20']) }), makeBacklink(3)]);
    await waitFor(() => expect(stream).toBeDefined());
    stream?.enqueue(new TextEncoder().encode('event: ready\ndata: {}\n\n'));
    await screen.findByText('Only 20 words of text');
    screen.getByRole('heading', { name: 'Page 2' });
    screen.getByText('1 of 3');
    await groupButton(/^Not checked yet 2$/);
  });
});

describe('the end', () => {
  beforeEach(() =>
    serveLeads([
      makeBacklink(1, { screened: true, contact_search: 'none' }),
      makeBacklink(2, { contact_search: 'none' }),
    ]),
  );

  async function finish() {
    const app = openApp(address);
    await screen.findByText('2 of 2');
    await userEvent.keyboard('k');
    return { ...app, modal: within(await screen.findByRole('dialog')) };
  }

  test('asks how to find emails, with the partners, the highest cost and the balance', async () => {
    settings.sources = {
      ...{ search: [], backlinks: [], magic: [], metrics: [], unknown: [] },
      ...{ people: ['hunter', 'prospeo'], domains: [] },
    };
    onTestFinished(() => {
      delete settings.sources;
    });
    serve('POST /api/campaign/get-emails', () => Response.json({ ok: true }));
    serve(`GET /data/campaigns/${campaignId}/email-price`, ({ query }) => {
      const likely = query.get('mode') === 'author' ? { low: 3, high: 9, basis: 'own' } : null;
      return Response.json({ backlinks: 2, most: 10, likely, balance: 7, keptIds: [] });
    });
    const { modal, location } = await finish();
    modal.getByRole('heading', { name: 'How should Zeus find emails?' });
    expect(await modal.findByText('7 email credits')).toBeTruthy();
    await modal.findByText(/Probably 3 to 7, judging by your campaigns\./);
    expect(modal.getByText('7 at most.')).toBeTruthy();
    expect(modal.getByText('2 at most.')).toBeTruthy();
    expect(modal.getByText(/Zeus asks Hunter \(stand-in\), Prospeo \(stand-in\)\./)).toBeTruthy();
    expect(modal.getByText(/No email partners are set up/)).toBeTruthy();
    await userEvent.click(modal.getByRole('button', { name: /Author Mode/ }));
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    expect(location()?.search).toBe('');
    expect(requestsTo('POST /api/campaign/get-emails')[0]?.body).toEqual({
      campaignId,
      mode: 'author',
      keptIds: [rowId('backlink', 1), rowId('backlink', 2)],
      fallbackOrder: ['editor', 'marketing', 'founder', 'form'],
    });
  });

  test('takes a limit, which the highest cost follows', async () => {
    serve('POST /api/campaign/get-emails', () => Response.json({ ok: true }));
    serve(`GET /data/campaigns/${campaignId}/email-price`, () =>
      Response.json({ backlinks: 2, most: 10, likely: { low: 3, high: 5, basis: 'own' }, balance: 7, keptIds: [] }),
    );
    const { modal, location } = await finish();
    const field = await modal.findByRole('textbox', { name: 'Spend at most' });
    expect(document.activeElement).toBe(modal.getByRole('button', { name: /Author Mode/ }));
    await modal.findByText('7 at most.');
    for (const wrong of ['0', '1.5', 'x']) {
      enter(field, wrong);
      await modal.findByText('Enter a whole number from 1 to 50,000.');
      await userEvent.click(modal.getByRole('button', { name: /Author Mode/ }));
      expect(document.activeElement).toBe(field);
    }
    enter(field, '4');
    const author = within(modal.getByRole('button', { name: /Author Mode/ }));
    await author.findByText('4 at most.');
    await author.findByText(/Probably 3 to 4, /);
    within(modal.getByRole('button', { name: /Domain Mode/ })).getByText('2 at most.');
    await userEvent.click(modal.getByRole('button', { name: /Author Mode/ }));
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    expect(requestsTo('POST /api/campaign/get-emails').map(({ body }) => body)).toMatchObject([
      { mode: 'author', limit: 4 },
    ]);
  });

  test('shows whom Zeus looks for, and sends and remembers another order', async () => {
    onTestFinished(() => localStorage.removeItem('author-fallbacks'));
    // Kept by a version whose Author Mode did not look for generic emails.
    onTestFinished(() => localStorage.removeItem('fallback-order'));
    localStorage.setItem('fallback-order', 'generic form');
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign({ mode: null })));
    serve('POST /api/campaign/get-emails', () => Response.json({ ok: true }));
    const { modal, location } = await finish();
    const order = () => modal.getByText('Who comes first:').closest('summary')?.textContent;
    expect(order()).toContain('Author → Editor or content → Marketing or SEO → Founder or owner → Contact form');
    await userEvent.click(modal.getByText('Who comes first:'));
    await userEvent.click(modal.getByRole('button', { name: 'Move Founder or owner up' }));
    await userEvent.click(modal.getByRole('button', { name: 'Move Contact form down' }));
    const shown = () =>
      modal.getAllByRole('listitem').flatMap((item) => item.querySelector('label')?.textContent ?? []);
    expect(shown().slice(-2)).toEqual(['Generic email', 'Contact form']);
    await userEvent.click(modal.getByRole('checkbox', { name: 'Generic email' }));
    await userEvent.click(modal.getByRole('checkbox', { name: 'Editor or content' }));
    expect(order()).toContain('Author → Founder or owner → Marketing or SEO → Generic email → Contact form');
    await userEvent.click(modal.getByRole('button', { name: /Domain Mode/ }));
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    const fallbackOrder = ['founder', 'marketing', 'generic', 'form'];
    expect(requestsTo('POST /api/campaign/get-emails')[0]?.body).toMatchObject({ mode: 'domain', fallbackOrder });
    expect(localStorage.getItem('author-fallbacks')).toBe(fallbackOrder.join(' '));
  });

  test('starts with the order of a campaign that was searched before, else with the last choice', async () => {
    onTestFinished(() => localStorage.removeItem('author-fallbacks'));
    localStorage.setItem('author-fallbacks', 'form nonsense founder form');
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign({ mode: null })));
    const { modal } = await finish();
    await modal.findByText(/Author → Contact form → Founder or owner$/);
    cleanup();
    serve(`GET /data/requests/${campaignId}`, () => Response.json(makeCampaign({ fallback_order: ['marketing'] })));
    const again = await finish();
    await again.modal.findByText(/Author → Marketing or SEO$/);
  });

  /** Removes the last lead, with a save that is answered later, and chooses Author Mode. */
  async function removeAndStart() {
    let answer = () => {};
    serve(patch(2), () => new Promise<Response>((resolve) => (answer = () => resolve(Response.json({})))));
    const app = openApp(address);
    await screen.findByText('2 of 2');
    await userEvent.keyboard('r');
    const modal = within(await screen.findByRole('dialog'));
    await userEvent.click(modal.getByRole('button', { name: /Author Mode/ }));
    await modal.findByText('Saving your changes first…');
    await waitFor(() => expect(saved(2)).toHaveLength(1));
    return { ...app, modal, answer: () => answer() };
  }

  test('a search waits for decisions that are being saved', async () => {
    serve('POST /api/campaign/get-emails', () => Response.json({ ok: true }));
    const { answer, location } = await removeAndStart();
    expect(requestsTo('POST /api/campaign/get-emails')).toEqual([]);
    answer();
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    expect(requestsTo('POST /api/campaign/get-emails').map(({ body }) => body)).toMatchObject([
      { campaignId, mode: 'author', keptIds: [rowId('backlink', 1)] },
    ]);
  });

  test('"Not now" cancels a search that has not been sent yet, without a message', async () => {
    const { answer, modal } = await removeAndStart();
    await userEvent.click(modal.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    answer();
    // Also saved separately, after the first one: anything that waited for that has run by then.
    await userEvent.click(screen.getByRole('button', { name: /Undo/ }));
    await waitFor(() => expect(saved(2)).toHaveLength(2));
    expect(requestsTo('POST /api/campaign/get-emails')).toEqual([]);
    expect(screen.queryByText(/may not have started/)).toBeNull();
  });

  test('a search that fails after the user has left the page says so', async () => {
    const order = Promise.withResolvers<Response>();
    serve('POST /api/campaign/get-emails', () => order.promise);
    const { modal } = await finish();
    await userEvent.click(modal.getByRole('button', { name: /Author Mode/ }));
    await modal.findByText('Starting the search… This can no longer be canceled.');
    act(() => {
      window.history.pushState(null, '', '/');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    order.resolve(Response.json({ error: 'busy', message: 'Zeus is still at work.' }, { status: 409 }));
    await screen.findByText('The search for emails could not be started. Zeus is still at work.');
  });

  test('a search that has been sent cannot be canceled, and says so', async () => {
    let refuseOrder = () => {};
    serve('POST /api/campaign/get-emails', () => {
      const refusal = Response.json({ error: 'busy', message: 'Zeus is still at work.' }, { status: 409 });
      return new Promise<Response>((resolve) => (refuseOrder = () => resolve(refusal)));
    });
    const { modal } = await finish();
    await userEvent.click(modal.getByRole('button', { name: /Author Mode/ }));
    await modal.findByText('Starting the search… This can no longer be canceled.');
    await userEvent.click(modal.getByRole('button', { name: 'Not now' }));
    await userEvent.keyboard('{Escape}');
    modal.getByText('Starting the search… This can no longer be canceled.');
    await waitFor(() => expect(requestsTo('POST /api/campaign/get-emails')).toHaveLength(1));
    refuseOrder();
    await modal.findByText('Zeus is still at work.');
    await userEvent.click(modal.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('without email credits, offers to buy some instead of a search', async () => {
    serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 0, email_credits: 0 }));
    const { modal } = await finish();
    const offers = await modal.findAllByRole('link', { name: /Get email credits$/ });
    expect(offers.map((link) => link.getAttribute('href'))).toEqual(['/billing', '/billing']);
    expect(modal.queryByText(/at most/)).toBeNull();
    expect(modal.queryByRole('button', { name: /Mode/ })).toBeNull();
  });

  test('a mode in which everything was searched needs no credits', async () => {
    serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 0, email_credits: 0 }));
    const searched = { contact_search: 'done', contact_search_mode: 'author' } as const;
    serveLeads([makeBacklink(1, { screened: true, ...searched }), makeBacklink(2, searched)]);
    const { modal } = await finish();
    await modal.findByRole('link', { name: /^Domain Mode/ });
    within(modal.getByRole('button', { name: /^Author Mode/ })).getByText('Nothing left to search.');
  });

  test('without credits goes to the dashboard, which says so', async () => {
    const refusal = { error: 'no-credit', type: 'no credit', message: 'No email credits.' };
    const { modal, location } = await finish();
    // Spent elsewhere after this page had read the balance.
    serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 0, email_credits: 0 }));
    serve('POST /api/campaign/get-emails', () => Response.json(refusal, { status: 402 }));
    await userEvent.click(modal.getByRole('button', { name: /Domain Mode/ }));
    await screen.findByText(/^You do not have enough email credits to retrieve emails/);
    expect(location()?.search).toBe('?no_credit=true');
  });

  test('another error is shown in the modal', async () => {
    serve('POST /api/campaign/get-emails', () =>
      Response.json({ error: 'busy', message: 'Zeus is still at work.' }, { status: 409 }),
    );
    const { modal } = await finish();
    await userEvent.click(modal.getByRole('button', { name: /Author Mode/ }));
    expect((await modal.findByRole('alert')).textContent).toContain('Zeus is still at work.');
  });

  test('removing the last lead asks nothing and can be undone', async () => {
    serveLeads([makeBacklink(1)]);
    await openAndSee(address, '1 of 1');
    await userEvent.keyboard('r');
    await screen.findByText('You removed every lead, so there are no contacts to find.');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Undo/ }));
    await screen.findByRole('heading', { name: 'Page 1' });
  });

  test('skipped leads are offered again', async () => {
    await openAndSee(address, '2 of 2');
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByText('1 lead is still undecided. It counts as kept.');
    await userEvent.click(screen.getByRole('button', { name: 'Continue with the last one' }));
    await screen.findByRole('heading', { name: 'Page 2' });
  });
});

describe('the proof of a link', () => {
  const found = {
    ...{ state: 'found', problem: null, route: 'direct', follow: 'nofollow', place: 'footer', anchor: 'the guide' },
    ...{ sentence: 'We liked the guide a lot.', checked_at: '2026-11-15T08:32:10.000Z', url: '/files/link.webp' },
  };
  const page = {
    ...{ url: 'https://site-1.example/', status: 200, noindex: true, nofollow: false, canonical: null, language: 'de' },
    ...{ published: '2024-06-18', modified: '2024-06-18', words: 900, outgoing: 3, sponsored: 1 },
  };
  const serveProof = (proof: object) => {
    serveLeads([makeBacklink(1)]);
    serve(`GET ${picture(1)}`, () => Response.json({ state: 'ready', url: '/files/top.webp', ...proof }));
  };

  test('shows the link next to the page; L or a click swaps them', async () => {
    serveProof({ link: found, page });
    openApp(address);
    await screen.findByRole('img', { name: 'Screenshot of Page 1' });
    screen.getByText('Nofollow, in the footer');
    expect(screen.getByText('the guide', { selector: 'mark' }).parentElement?.textContent).toBe(found.sentence);
    for (const text of ['Hidden from search engines (noindex)', 'Published Jun 18, 2024', 'In German']) {
      screen.getByText(text);
    }
    screen.getByText('3 outgoing links, 1 sponsored');
    await userEvent.keyboard('l');
    const link = await screen.findByRole('img', { name: 'Screenshot of the link on Page 1' });
    expect(link.getAttribute('src')).toBe('/files/link.webp');
    await userEvent.click(screen.getByRole('button', { name: /Top of the page/ }));
    await screen.findByRole('img', { name: 'Screenshot of Page 1' });
  });

  test.each([
    ['gone', 'removed', 'The page no longer has this link. You got your credit back.'],
    ['unclear', 'blocked', 'The site doesn’t let Zeus read the page. The link may still be there.'],
  ])('says why there is no link to show: %s', async (state, problem, text) => {
    const nothing = { route: null, follow: null, place: null, anchor: '', sentence: '', url: undefined };
    serveProof({ link: { ...found, ...nothing, state, problem } });
    await openAndSee(address, text);
    expect(screen.queryByRole('button', { name: /Link on the page/ })).toBeNull();
  });
});

describe('screenshots', () => {
  test('a failed one says why, shows what is known and can be retried', async () => {
    serveLeads([makeBacklink(1)]);
    const failed = {
      state: 'failed',
      reason: 'timed-out',
      card: { title: 'A title', description: 'Of it' },
    };
    serve(`GET ${picture(1)}`, () => Response.json(failed));
    serve(`POST /api/backlinks/${rowId('backlink', 1)}/screenshot`, () => {
      serve(`GET ${picture(1)}`, () => Response.json({ state: 'ready', url: '/files/screenshots/1.jpg' }));
      return Response.json({ state: 'waiting' });
    });
    await openAndSee(address, 'This page took too long to load.');
    screen.getByText('A title');
    screen.getByText('Of it');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('img', { name: 'Screenshot of Page 1' });
  });

  test.each([
    ['no-such-host', 'This site does not exist.'],
    ['refused', 'Zeus is not allowed to open this URL.'],
  ])('one of a page that can never be opened (%s) offers no retry', async (reason, sentence) => {
    serveLeads([makeBacklink(1)]);
    serve(`GET ${picture(1)}`, () => Response.json({ state: 'failed', reason }));
    await openAndSee(address, sentence);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('one in progress says so', async () => {
    serveLeads([makeBacklink(1)]);
    serve(`GET ${picture(1)}`, () => Response.json({ state: 'waiting' }));
    await openAndSee(address, 'Taking a screenshot of the page…');
  });

  test('one in progress shows the earlier one if there is one', async () => {
    serveLeads([makeBacklink(1, { url_to: 'https://target.example/' })]);
    serve(`GET ${picture(1)}`, () => Response.json({ state: 'waiting', url: '/files/screenshots/old.jpg' }));
    openApp(address);
    const image = await screen.findByRole('img', { name: 'Screenshot of Page 1' });
    expect(image.getAttribute('src')).toBe('/files/screenshots/old.jpg');
    screen.getByText('Checking…');
  });
});

test('nothing selected links back to the list', async () => {
  serveLeads([makeBacklink(1, { keep: false })]);
  await openAndSee(address, /No backlinks are selected/);
  expect(screen.getByRole('link', { name: 'Select backlinks' }).getAttribute('href')).toContain('/backlinks/');
});

test('leads that cannot be loaded say so and can be requested again', async () => {
  serve('GET /data/backlinks', () => Response.json({ error: 'bad-input', message: 'No, like this.' }, { status: 400 }));
  await openAndSee(address, 'No, like this.');
  serveLeads([makeBacklink(1)]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Page 1' });
});

test('a campaign that does not exist says so', async () => {
  const gone = () => Response.json({ error: 'not-found', message: 'No.' }, { status: 404 });
  serve(`GET /data/requests/${campaignId}`, gone);
  serve('GET /data/backlinks', gone);
  await openAndSee(address, 'This campaign does not exist. It may have been deleted.');
});
