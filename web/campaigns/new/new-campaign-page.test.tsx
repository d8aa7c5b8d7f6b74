import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { greetingDelayMs } from '../../../shared/limits.ts';
import { settings } from '../../platform/settings.ts';
import { makeXlsx } from '../../platform/spreadsheets/test/make-xlsx.ts';
import { openApp } from '../../test/app.tsx';
import { enter, fill } from '../../test/fill.ts';
import { makeCampaign } from '../../test/rows.ts';
import { requestsTo, serve } from '../../test/server.ts';
import { keepSession } from '../../test/session.ts';

const route = 'POST /api/campaign/new';
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const start = () => userEvent.click(screen.getByRole('button', { name: 'Start campaign' }));
const magicRoute = 'GET /data/magic-price';
/** Confirms the price of a Magic Search. */
const confirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Start search' }));
const bodies = () => requestsTo(route).map(({ body }) => body);
const keys = () => requestsTo(route).map(({ headers }) => headers.get('idempotency-key'));

/** The elements scrolled to from now on. */
function watchScrolling(): Element[] {
  const scrolled: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this);
  });
  return scrolled;
}

async function open(address = '/campaign') {
  const app = openApp(address);
  await screen.findByText('100 backlink credits');
  return app;
}

beforeEach(() => {
  keepSession();
  serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 100, email_credits: 25 }));
  serve('GET /data/requests', () => Response.json([]));
  serve(magicRoute, () => Response.json({ most: 100, likely: null, balance: 100 }));
  serve(route, () => Response.json({ id: 'c1' }));
});

describe('by keyword', () => {
  test('organic: the keyword is required, empty filters use their defaults', async () => {
    const { location } = await open();
    await start();
    await screen.findByText('Keyword cannot be empty');
    expect(document.activeElement).toBe(screen.getByLabelText('Keyword'));
    await userEvent.type(screen.getByLabelText('Keyword'), '  golf  ');
    await start();
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    const expected = { keyword: 'golf', minDR: 0, maxDR: 100, magicCampaign: false, minTraffic: 0, minWords: 0 };
    const skip = { blocked: true, inCampaign: true, linkingToMe: true, contactedDays: 100 };
    expect(bodies()).toEqual([{ ...expected, skip }]);
    await screen.findByText('Your campaign has started.');
  });

  test("with a search service: uses the last campaign's country and language, unless others are chosen", async () => {
    settings.places = true;
    onTestFinished(() => {
      settings.places = false;
    });
    const last = { id: 'user-1', credits: 100, email_credits: 25, search_country: 'de', search_language: 'de' };
    serve('GET /data/profiles/me', () => Response.json(last));
    await open();
    fill({ Keyword: 'golf' });
    expect((await screen.findByLabelText<HTMLSelectElement>('Country')).selectedOptions[0]?.text).toBe('Germany');
    await userEvent.selectOptions(screen.getByLabelText('Country'), 'Switzerland');
    // No source searches by place in Magic Search.
    await userEvent.click(screen.getByRole('radio', { name: /Magic/ }));
    expect(screen.queryByLabelText('Country')).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: /Organic/ }));
    await start();
    await waitFor(() => expect(bodies()).toMatchObject([{ keyword: 'golf', country: 'ch', language: 'de' }]));
  });

  test('names the sources of each step, and says what they cannot know and how unknown DR is treated', async () => {
    settings.sources = {
      ...{ search: ['serper', 'searxng'], backlinks: ['ahrefs', 'by-search'], magic: [] },
      ...{ metrics: ['openpagerank', 'zeus-own'], people: [], domains: [], unknown: ['traffic', 'trafficValue'] },
    };
    settings.traffic = false;
    onTestFinished(() => {
      delete settings.sources;
      settings.traffic = true;
    });
    await open();
    expect(screen.getByText('Google (via Serper), then SearXNG')).toBeTruthy();
    expect(screen.getByText('Ahrefs, then web search')).toBeTruthy();
    expect(screen.getByText('Open PageRank, then the Zeus index')).toBeTruthy();
    expect(screen.getByText('With this setup, traffic is unknown.')).toBeTruthy();
    expect(screen.getByText('Sites with an unknown DR are always kept.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /Magic/ }));
    expect(screen.getByText('not set up')).toBeTruthy();
    expect(screen.getByText(/pages with unknown traffic are kept/)).toBeTruthy();
    settings.sources.unknown = ['ratings'];
    await userEvent.click(screen.getByRole('radio', { name: /Organic/ }));
    expect(screen.getByText(/No DR source is set up.*are always kept/)).toBeTruthy();
    expect(screen.getByText(/DR is only known for sites in the Zeus index/)).toBeTruthy();
  });

  test('says what the Zeus index has from Common Crawl', async () => {
    settings.sources = {
      ...{ search: ['zeus-own'], backlinks: ['zeus-own'], magic: ['zeus-own'], metrics: ['zeus-own'] },
      ...{ people: [], domains: [], unknown: [] },
    };
    settings.practice = false;
    onTestFinished(() => {
      delete settings.sources;
      settings.practice = true;
    });
    const crawls = [
      { name: 'CC-MAIN-2026-30', pages: 21_500_000, links: 86_000_000, share: 0.01 },
      { name: 'CC-MAIN-2026-26', pages: 900, links: 4_000, share: 0.00001 },
    ];
    const ranks = { release: 'cc-main-2026-apr-may-jun', domains: 10_000_000 };
    const graph = { release: 'cc-main-2026-apr-may-jun', domains: 121_000_000, links: 3_900_000_000 };
    serve('GET /data/link-index', () => Response.json({ ranks, graph, crawls }));
    await open();
    const note = await screen.findByText(/The Zeus index includes this Common Crawl data/);
    expect(note.textContent).toContain('21.5M pages and 86M links (CC-MAIN-2026-30, 1% of the crawl)');
    expect(note.textContent).toContain('900 pages and 4K links (CC-MAIN-2026-26, under 0.01% of the crawl)');
    expect(note.textContent).toContain('links between 121M domains (cc-main-2026-apr-may-jun)');
    expect(note.textContent).toContain('ratings of 10M domains (cc-main-2026-apr-may-jun)');
  });

  test('several keywords: pasted or typed one per line, each once, in one request', async () => {
    serve(route, () => Response.json({ id: 'c1', ids: ['c1', 'c2'] }));
    const { location } = await open();
    await userEvent.click(screen.getByLabelText('Keyword'));
    await userEvent.paste('golf trips\n\n Golf  trips \ntee times');
    const area = await screen.findByLabelText('Keywords');
    await waitFor(() => expect(document.activeElement).toBe(area));
    expect(area).toHaveProperty('value', 'golf trips\ntee times');
    await userEvent.type(area, '{Enter}club fitting');
    expect(screen.getByText(/^One per line, up to 20\..* 3 so far\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /^Magic Search/ }));
    expect(screen.getByText('Up to 300 backlink credits:')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /^Organic Search/ }));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Start 3 campaigns' }));
    await screen.findByText('Your 3 campaigns have started.');
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    // A second click that comes late is the same request for the server.
    expect(new Set(keys()).size).toBe(1);
    expect(bodies()[0]).toMatchObject({ keywords: ['golf trips', 'tee times', 'club fitting'] });
    expect(bodies()[0]).not.toHaveProperty('keyword');
  });

  test('several keywords: too many or too long ones are refused, and the text stays', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Enter several' }));
    let area = await screen.findByLabelText('Keywords');
    enter(area, 'golf\n');
    await userEvent.click(screen.getByRole('button', { name: 'Enter just one' }));
    expect(await screen.findByLabelText('Keyword')).toHaveProperty('value', 'golf');
    await userEvent.click(screen.getByRole('button', { name: 'Enter several' }));
    area = await screen.findByLabelText('Keywords');
    const many = Array.from({ length: 21 }, (_, n) => `golf ${n}`).join('\n');
    enter(area, many);
    await userEvent.click(screen.getByRole('button', { name: 'Start 21 campaigns' }));
    await screen.findByText('Enter at most 20 keywords. You entered 21.');
    expect(area).toHaveProperty('value', many);
    enter(area, `golf\n${'x'.repeat(201)}`);
    await userEvent.click(screen.getByRole('button', { name: 'Start 2 campaigns' }));
    await screen.findByText('A keyword can have at most 200 characters.');
    expect(bodies()).toEqual([]);
  });

  test('a refined search: words, kinds of pages and the number of results; dates only if a source knows them', async () => {
    await open();
    expect(screen.queryByLabelText('Published')).toBeNull();
    const filled = { Keyword: 'golf', 'Words to include': 'walking, "tee time"', 'Words to exclude': 'Golf' };
    fill({ ...filled, 'Number of results': '101' });
    await userEvent.click(screen.getByRole('switch', { name: 'Resource pages' }));
    await userEvent.click(screen.getByRole('switch', { name: /^Guest posts/ }));
    await start();
    await screen.findByText('Your keyword contains “Golf”, so nothing would be left.');
    expect(screen.getByText('Enter a whole number from 1 to 100.')).toBeTruthy();
    fill({ 'Words to exclude': 'casino,', 'Number of results': '40' });
    await start();
    const targeting = {
      ...{ include: ['walking', 'tee time'], exclude: ['casino'] },
      ...{ footprints: ['guest-posts', 'resources'], results: 40 },
    };
    await waitFor(() => expect(bodies()).toMatchObject([{ targeting }]));
  });

  test('a range of days, where the search source supports it', async () => {
    settings.dates = 'period';
    onTestFinished(() => {
      settings.dates = null;
    });
    await open();
    const optionsOf = () => [...screen.getByLabelText<HTMLSelectElement>('Published').options].map(({ text }) => text);
    expect(optionsOf()).toEqual(['Any time', 'Past day', 'Past week', 'Past month', 'Past year']);
    settings.dates = 'range';
    fill({ Keyword: 'golf' });
    await userEvent.selectOptions(screen.getByLabelText('Published'), 'Between two days');
    fill({ 'First day': '2026-03-02', 'Last day': '2026-03-01' });
    await start();
    await screen.findByText('Must not be before the first day.');
    fill({ 'Last day': '' });
    await start();
    await waitFor(() => expect(bodies()).toMatchObject([{ targeting: { dates: { from: '2026-03-02' } } }]));
    expect(bodies()[0]?.targeting).toEqual({ dates: { from: '2026-03-02' } });
  });

  test('the list that is shown next has the new campaign from the start', async () => {
    openApp('/');
    await screen.findByText(/^Oh no!/);
    await userEvent.click(screen.getAllByRole('link', { name: 'Create new campaign' })[0] as HTMLElement);
    enter(await screen.findByLabelText('Keyword'), 'golf');
    let answer = () => {};
    const campaigns = [makeCampaign({ keyword: 'golf' })];
    serve('GET /data/requests', () => new Promise((resolve) => (answer = () => resolve(Response.json(campaigns)))));
    const before = requestsTo('GET /data/requests').length;
    await start();
    await waitFor(() => expect(requestsTo('GET /data/requests').length).toBeGreaterThan(before));
    expect(screen.queryByText(/^Oh no!/)).toBeNull();
    answer();
    await screen.findByRole('link', { name: 'golf' });
  });

  test('a campaign that starts late does not navigate if the user has moved on', async () => {
    let answer = () => {};
    serve(route, () => new Promise<Response>((resolve) => (answer = () => resolve(Response.json({ id: 'c1' })))));
    // From the list, so that its page is loaded and would be shown immediately.
    const { location } = openApp('/');
    await screen.findByText(/^Oh no!/);
    await userEvent.click(screen.getAllByRole('link', { name: 'Create new campaign' })[0] as HTMLElement);
    enter(await screen.findByLabelText('Keyword'), 'golf');
    await start();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    await userEvent.click(screen.getByRole('link', { name: 'Help' }));
    await screen.findByRole('heading', { level: 1, name: 'Help' });
    answer();
    await screen.findByText('Your campaign has started.');
    await userEvent.click(screen.getByRole('button', { name: 'Close message' }));
    await waitFor(() => expect(screen.queryByText('Your campaign has started.')).toBeNull());
    expect(location()?.pathname).toBe('/help');
  });

  test('without credits the form says so before it is filled in, and promises nothing', async () => {
    serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits: 0, email_credits: 25 }));
    openApp('/campaign');
    await screen.findByText(/^You have no backlink credits left/);
    expect(screen.getByRole('link', { name: 'Get more credits' }).getAttribute('href')).toBe('/billing');
    expect(screen.queryByText(/Starting is free/)).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Bring your own backlinks' }));
    await screen.findByText('Free.');
    expect(screen.queryByText(/^You have no backlink credits left/)).toBeNull();
  });

  describe('magic: the price comes first', () => {
    const fillMagic = async () => {
      await open();
      await userEvent.click(screen.getByRole('radio', { name: /^Magic Search/ }));
      const filled = { Keyword: 'golf', 'Minimum Words': '500', 'Minimum Traffic': '100' };
      fill(filled);
      await start();
    };

    test('what it may find, the maximum, the balance and a limit', async () => {
      const likely = { low: 22, high: 35, basis: 'own' };
      serve(magicRoute, () => Response.json({ most: 100, likely, balance: 60 }));
      await fillMagic();
      const dialog = await screen.findByRole('dialog', { name: 'Start Magic Search' });
      expect(within(dialog).getByText('22 to 35 backlinks')).toBeTruthy();
      expect(within(dialog).getByLabelText('Maximum backlinks')).toHaveProperty('value', '60');
      expect(within(dialog).getAllByText('60 credits')).toHaveLength(2);
      enter(within(dialog).getByLabelText('Maximum backlinks'), '101');
      await confirm();
      await within(dialog).findByText('Enter a whole number from 1 to 100.');
      enter(within(dialog).getByLabelText('Maximum backlinks'), '50');
      expect(within(dialog).getByText('50 credits')).toBeTruthy();
      await confirm();
      await waitFor(() => expect(bodies()).toHaveLength(1));
      expect(bodies()[0]).toMatchObject({ magicCampaign: true, limit: 50 });
    });

    test('canceled: nothing starts, and the form is as it was', async () => {
      await fillMagic();
      await screen.findByText(/^The number of backlinks is only known after the search\./);
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByLabelText('Keyword')).toHaveProperty('value', 'golf');
      expect(bodies()).toEqual([]);
    });

    test('several searches: the maximum is for each keyword', async () => {
      await open();
      await userEvent.click(screen.getByRole('radio', { name: /^Magic Search/ }));
      await userEvent.click(screen.getByLabelText('Keyword'));
      await userEvent.paste('golf\ntennis');
      const filled = { 'Minimum Words': '500', 'Minimum Traffic': '100' };
      fill(filled);
      await userEvent.click(screen.getByRole('button', { name: 'Start 2 campaigns' }));
      await screen.findByText(/You get 100 at most for each keyword\./);
    });

    test('without an answer it fails after a while, and the same search sent again after a reload has the same key', async () => {
      serve(route, () => new Promise<Response>(() => {}));
      await fillMagic();
      await screen.findByRole('dialog');
      vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      await confirm();
      await waitFor(() => expect(keys()).toHaveLength(1));
      await act(() => vi.advanceTimersByTimeAsync(30_000));
      await screen.findByText(/^Zeus did not respond in time\./);
      vi.useRealTimers();
      await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      cleanup();
      // It did arrive, and has used credits by now.
      serve(magicRoute, () => Response.json({ most: 100, likely: null, balance: 70 }));
      serve(route, () => Response.json({ id: 'c1', ids: ['c1'] }));
      const { location } = await open();
      await start();
      await confirm();
      await waitFor(() => expect(location()?.pathname).toBe('/'));
      expect(bodies()[1]).toEqual(bodies()[0]);
      expect(keys()[1]).toBe(keys()[0]);
      // Now that it is answered, the same search is another one.
      cleanup();
      serve(magicRoute, () => Response.json({ most: 100, likely: null, balance: 100 }));
      await fillMagic();
      await confirm();
      await waitFor(() => expect(keys()).toHaveLength(3));
      expect(bodies()[2]).toEqual(bodies()[0]);
      expect(keys()[2]).not.toBe(keys()[0]);
    });

    test('without credits there is nothing to confirm', async () => {
      serve(magicRoute, () => Response.json({ most: 100, likely: null, balance: 0 }));
      await fillMagic();
      await screen.findByText(/^You don't have enough credits to create a campaign\./);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(bodies()).toEqual([]);
    });
  });

  test('magic: words and traffic are required, and the cost is shown', async () => {
    await open();
    expect(screen.getByText(/^Starting is free\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /^Magic Search/ }));
    expect(screen.getByText('Up to 100 backlink credits:')).toBeTruthy();
    fill({ Keyword: 'golf', 'Minimum Words': '0' });
    const scrolled = watchScrolling();
    await start();
    const sentence = await screen.findByText('Minimum Words & Traffic must be filled out and > 0');
    const [words, maximum] = [screen.getByLabelText('Minimum Words'), screen.getByLabelText('Maximum DR')];
    expect(document.activeElement).toBe(words);
    expect(scrolled).toEqual([words]);
    // Between the previous fields and its own, so that anyone who sees the field sees the sentence.
    expect(maximum.compareDocumentPosition(sentence)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(sentence.compareDocumentPosition(words)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByText('Enter a number above 0.')).toHaveLength(2);
    expect(screen.getByLabelText('Minimum Traffic').getAttribute('aria-invalid')).toBe('true');
    fill({ 'Minimum Words': '500', 'Minimum Traffic': '100', 'Maximum DR': '60' });
    await start();
    await confirm();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]).toMatchObject({ magicCampaign: true, minWords: 500, minTraffic: 100, minDR: 0, maxDR: 60 });
  });

  test('an impossible range of ratings is refused', async () => {
    await open();
    fill({ Keyword: 'golf', 'Minimum DR': '70', 'Maximum DR': '30' });
    await start();
    await screen.findByText('Must be at least the minimum.');
    expect(bodies()).toEqual([]);
  });

  test('a number that cannot be used is refused with a fitting message', async () => {
    await open();
    await userEvent.click(screen.getByRole('radio', { name: /^Magic Search/ }));
    const filled = { Keyword: 'golf', 'Minimum DR': '', 'Maximum DR': '', 'Minimum Words': '500' };
    for (const [label, text, message] of [
      ['Minimum DR', '50-', 'Enter a number, using digits only.'],
      ['Maximum DR', '5e', 'Enter a number, using digits only.'],
      ['Minimum DR', '12.5', 'Enter a whole number, without decimals.'],
      ['Maximum DR', '3,000,000,000', 'Enter a number from 0 to 100.'],
      ['Minimum Words', 'some', 'Enter a number, using digits only.'],
      ['Minimum Traffic', '3,000,000,000', 'Enter a number up to 2,000,000,000.'],
      ['Minimum Words', '12.5', 'Enter a whole number, without decimals.'],
    ] as const) {
      fill({ ...filled, 'Minimum Traffic': '1,000', [label]: text });
      await start();
      const field = screen.getByLabelText(label);
      await waitFor(() => expect(document.activeElement).toBe(field));
      expect(screen.getAllByText(/^Enter a (?:whole )?number/).map(({ textContent }) => textContent)).toEqual([
        message,
      ]);
      expect(screen.queryByText(/^Minimum Words & Traffic/)).toBeNull();
      expect(field).toHaveProperty('value', text);
    }
    expect(bodies()).toEqual([]);
  });

  test('switching the source or the form loses nothing', async () => {
    await open();
    const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
    await choose(/^Magic Search/);
    const filled = { Keyword: 'golf', 'Maximum DR': '60', 'Minimum Words': '500', 'Minimum Traffic': '1,000' };
    fill(filled);
    await choose(/^Organic Search/);
    await choose(/^Magic Search/);
    await userEvent.click(screen.getByRole('link', { name: 'Bring your own backlinks' }));
    enter(await screen.findByLabelText('Your backlinks'), 'https://a.example/');
    fill({ 'Campaign name': 'Mine' });
    await userEvent.click(screen.getByRole('link', { name: 'Search by keyword instead' }));
    await screen.findByLabelText('Keyword');
    for (const [name, value] of Object.entries(filled)) {
      expect(screen.getByLabelText(name)).toHaveProperty('value', value);
    }
    await userEvent.click(screen.getByRole('link', { name: 'Bring your own backlinks' }));
    expect(await screen.findByLabelText('Your backlinks')).toHaveProperty('value', 'https://a.example/');
    expect(screen.getByLabelText('Campaign name')).toHaveProperty('value', 'Mine');
    await userEvent.click(screen.getByRole('link', { name: 'Search by keyword instead' }));
    await screen.findByLabelText('Keyword');
    await start();
    await confirm();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]).toMatchObject({ magicCampaign: true, maxDR: 60, minWords: 500, minTraffic: 1_000 });
  });

  test('a reload or a visit to another page loses nothing, until the campaign has started', async () => {
    await open('/campaign?source=own');
    fill({ 'Your backlinks': 'https://a.example/' });
    cleanup();
    await open('/campaign?source=own');
    expect(screen.getByLabelText('Your backlinks')).toHaveProperty('value', 'https://a.example/');
    await userEvent.click(screen.getByRole('link', { name: 'Search by keyword instead' }));
    enter(await screen.findByLabelText('Keyword'), 'golf');
    fill({ 'Words to include': 'walking' });
    await userEvent.click(screen.getByRole('link', { name: 'Help' }));
    await screen.findByRole('heading', { level: 1, name: 'Help' });
    cleanup();
    const { location } = await open();
    expect(screen.getByLabelText('Keyword')).toHaveProperty('value', 'golf');
    expect(screen.getByLabelText('Words to include')).toHaveProperty('value', 'walking');
    await start();
    await waitFor(() => expect(location()?.pathname).toBe('/'));
    cleanup();
    await open();
    expect(screen.getByLabelText('Keyword')).toHaveProperty('value', '');
  });

  test('without credits it links to billing; the same form again is the same campaign, another one is not', async () => {
    serve(route, () =>
      Response.json(
        {
          error: 'no-credit',
          type: 'no credit',
          message: "You don't have enough credits to create a campaign.",
        },
        { status: 402 },
      ),
    );
    await open();
    fill({ Keyword: 'golf' });
    const scrolled = watchScrolling();
    await start();
    const refusal = await screen.findByText(/^You don't have enough credits to create a campaign\./);
    expect(screen.queryByText(/Starting is free/)).toBeNull();
    await waitFor(() => expect(scrolled[0]?.contains(refusal)).toBe(true));
    expect(screen.getByRole('link', { name: 'Get more credits' }).getAttribute('href')).toBe('/billing');
    await start();
    await waitFor(() => expect(keys()).toHaveLength(2));
    await screen.findByText(/^You don't have enough credits/);
    fill({ Keyword: 'golf courses' });
    await start();
    await waitFor(() => expect(keys()).toHaveLength(3));
    const [first, second, third] = keys();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('a keyword of the practice web is one click away, and what concerns operators is under its own heading', async () => {
    await open();
    const details = screen.getByText('For operators').closest('details');
    expect(details?.open).toBe(false);
    const panel = details?.closest('aside')?.cloneNode(true) as HTMLElement;
    panel.querySelector('details')?.remove();
    expect(panel.textContent).not.toMatch(/PRACTICE|\.env|npm|index|machine/);
    await userEvent.click(screen.getByRole('button', { name: 'Managed WordPress Hosting' }));
    expect(screen.getByLabelText('Keyword')).toHaveProperty('value', 'Managed WordPress Hosting');
  });
});

describe('own backlinks', () => {
  async function openOwn() {
    await open();
    await userEvent.click(screen.getByRole('link', { name: 'Bring your own backlinks' }));
    return screen.findByLabelText('Your backlinks');
  }
  const paste = async (area: HTMLElement, text: string) => {
    await userEvent.click(area);
    await userEvent.paste(text);
  };

  test('the form is in the URL, and its field gets the focus', async () => {
    const { location } = await open('/campaign?onboarding=true');
    await userEvent.click(screen.getByRole('link', { name: 'Bring your own backlinks' }));
    const area = await screen.findByLabelText('Your backlinks');
    expect(location()?.search).toBe('?onboarding=true&source=own');
    await waitFor(() => expect(document.activeElement).toBe(area));
    await userEvent.click(screen.getByRole('button', { name: 'Managed WordPress Hosting' }));
    expect(await screen.findByLabelText('Keyword')).toHaveProperty('value', 'Managed WordPress Hosting');
    expect(location()?.search).toBe('?onboarding=true');
  });

  test('a text is required', async () => {
    await openOwn();
    await start();
    await screen.findByText('Please enter backlinks so Zeus can get to work.');
    expect(bodies()).toEqual([]);
  });

  test('names bad lines, keeps the text, and continues without them', async () => {
    const area = await openOwn();
    await paste(area, 'https://a.example/1\nnot a url\n\nwww.b.example\njavascript:alert(1)\n https://c.example/2 ');
    await screen.findByText('2 lines are not valid URLs:');
    await start();
    await screen.findByText('Please enter valid URLs so Zeus can get to work.');
    for (const line of ['Line 2', 'Line 5']) expect(screen.getByText(line)).toBeTruthy();
    expect(area).toHaveProperty('value', expect.stringContaining('not a url'));
    expect(bodies()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Continue without them' }));
    await waitFor(() => expect(bodies()).toHaveLength(1));
    const backlinks = ['https://a.example/1', 'https://www.b.example/', 'https://c.example/2'];
    expect(bodies()[0]).toEqual({ campaignType: 'BYOB', keyword: 'Own Backlinks', backlinks });
  });

  test("a list with nothing usable gets the specification's sentence, and cannot be continued", async () => {
    const area = await openOwn();
    await paste(area, 'not a url\nftp://files.example/');
    await start();
    await screen.findByText('Please enter valid URLs so Zeus can get to work.');
    expect(screen.queryByRole('button', { name: /^Continue without/ })).toBeNull();
    expect(area).toHaveProperty('value', 'not a url\nftp://files.example/');
    expect(bodies()).toEqual([]);
  });

  test('private addresses that the server refuses are listed with the reason, and the rest can start', async () => {
    serve(route, ({ body }) =>
      (body as { backlinks: string[] }).backlinks.length === 1
        ? Response.json({ id: 'c1', ids: ['c1'] })
        : Response.json(
            {
              ...{ error: 'bad-urls', message: 'Please enter only valid URLs.' },
              lines: [{ line: 2, text: 'http://192.168.0.1/', reason: 'not-public' }],
            },
            { status: 400 },
          ),
    );
    const area = await openOwn();
    await paste(area, 'site.com/page\nhttp://192.168.0.1');
    await start();
    await screen.findByText('not on the public web');
    expect(screen.getByText('Line 2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Continue without it' }));
    await waitFor(() => expect(bodies().at(-1)?.backlinks).toEqual(['https://site.com/page']));
    expect(area).toHaveProperty('value', 'site.com/page\nhttp://192.168.0.1');
  });

  test('a table is pasted: the column with the URLs is preselected, and what is there stays', async () => {
    const area = await openOwn();
    enter(area, 'https://first.example/');
    await paste(area, 'Title\tURL\nOne\twww.a.example\nTwo\t\nThree\tno link\n');
    const dialog = await screen.findByRole('dialog', { name: 'Which column has the URLs?' });
    const choice = within(dialog).getByLabelText<HTMLSelectElement>('Column');
    expect([...choice.options].map(({ text }) => text)).toEqual(['Title (no URLs)', 'URL (1 URL)']);
    expect(choice.selectedOptions[0]?.text).toBe('URL (1 URL)');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 2 lines' }));
    expect(area).toHaveProperty('value', 'https://first.example/\nwww.a.example\nno link');
    await screen.findByText('1 line is not a valid URL:');
    await userEvent.click(screen.getByRole('button', { name: 'Continue without it' }));
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]?.backlinks).toEqual(['https://first.example/', 'https://www.a.example/']);
  });

  test('files: CSV with one column goes into the list, Excel asks for sheet and column, others are refused', async () => {
    const area = await openOwn();
    const input = screen.getByLabelText('CSV or Excel file');
    await userEvent.upload(input, new File(['a.example/1\nb.example/2\n'], 'list.csv', { type: 'text/csv' }));
    await waitFor(() => expect(area).toHaveProperty('value', 'a.example/1\nb.example/2'));
    const workbook = makeXlsx({
      Notes: [['Hello']],
      Links: [
        ['Name', 'Page'],
        ['C', 'c.example/3'],
      ],
    });
    await userEvent.upload(input, new File([workbook], 'list.xlsx', { type: xlsxType }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText<HTMLSelectElement>('Sheet').selectedOptions[0]?.text).toBe('Links');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add 1 line' }));
    expect(area).toHaveProperty('value', 'a.example/1\nb.example/2\nc.example/3');
    fireEvent.drop(area, { dataTransfer: { files: [new File(['PK nothing'], 'x.xlsx')], types: ['Files'] } });
    await screen.findByText(/^This file is damaged\./);
    expect(area).toHaveProperty('value', 'a.example/1\nb.example/2\nc.example/3');
  });

  test('what is typed while a file is being read stays', async () => {
    const area = await openOwn();
    const file = new File([], 'list.csv', { type: 'text/csv' });
    const content = Promise.withResolvers<ArrayBuffer>();
    vi.spyOn(file, 'arrayBuffer').mockReturnValue(content.promise);
    await userEvent.upload(screen.getByLabelText('CSV or Excel file'), file);
    await userEvent.type(area, 'typed.example');
    fill({ 'Campaign name': 'Golf' });
    content.resolve(new TextEncoder().encode('a.example/1\nb.example/2\n').buffer);
    await waitFor(() => expect(area).toHaveProperty('value', 'typed.example\na.example/1\nb.example/2'));
    expect(screen.getByLabelText('Campaign name')).toHaveProperty('value', 'Golf');
  });

  test('of a file with more URLs than a campaign takes, the first are offered', async () => {
    const area = await openOwn();
    const lines = Array.from({ length: 1_200 }, (_, index) => `site${index}.example`);
    const file = new File([['site0.example', 'no link', ...lines].join('\n')], 'list.csv', { type: 'text/csv' });
    await userEvent.upload(screen.getByLabelText('CSV or Excel file'), file);
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/^A campaign takes up to 1,000 URLs\./);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add the first 1,000 URLs' }));
    const added = ['site0.example', 'no link', ...lines.slice(0, 1_000)];
    expect(area).toHaveProperty('value', added.join('\n'));
  });

  test('after an edit, leaves out only lines that are bad now', async () => {
    const area = await openOwn();
    await paste(area, 'https://a.example/\nnot a url\nnor this');
    await start();
    await screen.findByText('2 lines are not valid URLs:');
    await userEvent.clear(area);
    await paste(area, 'https://new.example/\nhttps://b.example/\nhttps://a.example/\nnot a url');
    await screen.findByText('1 line is not a valid URL:');
    expect(screen.getByText('Line 4')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Continue without it' }));
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]?.backlinks).toEqual(['https://new.example/', 'https://b.example/', 'https://a.example/']);
  });

  test('30,000 lines with 50 different URLs are accepted; more than 1,000 different ones are not', async () => {
    const area = await openOwn();
    const list = (different: number) =>
      Array.from({ length: 30_000 }, (_, index) => `https://site-${index % different}.example/`).join('\n');
    enter(area, list(1_001));
    await screen.findByText(
      /^One URL per line, up to 1,000; https:\/\/ is added where it is missing\. Duplicates count once\. 1,001 so far\.$/,
    );
    await start();
    await screen.findByText('Please enter at most 1,000 URLs. Your list has 1,001.');
    enter(area, 'x'.repeat(5 * 1024 * 1024 + 1));
    await start();
    await screen.findByText('Your list is larger than 5 MB. Please split it into several campaigns.');
    expect(bodies()).toEqual([]);
    enter(area, list(50));
    await start();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]?.backlinks).toHaveLength(50);
  });

  test('above the daily limit the form says so and keeps the text', async () => {
    const message = 'You can submit up to 5,000 URLs a day. Please try again in 3 hours.';
    serve(route, () => Response.json({ error: 'too-many-requests', message }, { status: 429 }));
    const area = await openOwn();
    await paste(area, 'https://a.example/');
    await start();
    await screen.findByText(message);
    expect(area).toHaveProperty('value', 'https://a.example/');
  });

  test('lines that only the server refuses are identified by their position in the text', async () => {
    serve(route, () => {
      const lines = [{ line: 2, text: 'https://b.example/' }];
      const refusal = { error: 'bad-urls', type: 'bad-URLs', message: 'Please enter only valid URLs.', lines };
      return Response.json(refusal, { status: 400 });
    });
    const area = await openOwn();
    await paste(area, 'https://a.example/\n\nhttps://b.example/\nhttps://a.example/\nhttps://B.example');
    fill({ 'Campaign name': 'Mine' });
    await start();
    await screen.findByText('Please enter only valid URLs.');
    for (const line of ['Line 3', 'Line 5']) expect(screen.getByText(line)).toBeTruthy();
    serve(route, () => Response.json({ id: 'c1' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue without them' }));
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toEqual({ campaignType: 'BYOB', keyword: 'Mine', backlinks: ['https://a.example/'] });
  });

  test('the page they should link to is optional and must be a URL', async () => {
    serve(route, () => Response.json({ ids: ['c1'] }));
    await paste(await openOwn(), 'https://a.example/');
    const target = screen.getByLabelText('Page they should link to');
    enter(target, 'my page');
    await start();
    await screen.findByText('Enter the URL of the page they should link to, or leave it empty.');
    expect(bodies()).toEqual([]);
    enter(target, 'mine.example/guide');
    await start();
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]).toMatchObject({ backlinks: ['https://a.example/'], target: 'https://mine.example/guide' });
  });
});

test('onboarding has an intro, and a greeting after five seconds', async () => {
  const { setTimeout: startTimer } = globalThis;
  const greetings: (() => void)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === greetingDelayMs ? greetings.push(run) : startTimer(run, ms)) as typeof setTimeout);
  await open('/campaign?onboarding=true');
  for (const step of ['Find backlinks', 'Screen backlinks', 'Find contacts'])
    expect(screen.getAllByText(step)).toHaveLength(1);
  expect(screen.getByText('Welcome to Zeus. Your first campaign takes three steps.')).toBeTruthy();
  expect(screen.queryByText('Hi! Welcome to Zeus.')).toBeNull();
  expect(greetingDelayMs).toBe(5_000);
  await waitFor(() => expect(greetings).toHaveLength(1));
  act(() => greetings[0]?.());
  expect(screen.getByText('Hi! Welcome to Zeus.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close greeting' }));
  expect(screen.queryByText('Hi! Welcome to Zeus.')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
