// Campaigns on search engines alone: no link database, and our own index is off. The search engines are the stand-ins of
// a practice web that this file starts, with a Zeus of its own.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf } from '../../practice/templates/view.ts';
import { practiceForTests } from '../../server/test/practice-web.ts';
import { copyReadyHome } from '../../server/test/ready-home.ts';
import { startZeusProcess, temporaryHome, type ZeusProcess } from '../../server/test/zeus-process.ts';
import { openStory } from '../browser.ts';
import { heading, newUser } from '../people.ts';
import { followWhen, longWait, startCampaign } from './campaigns.ts';
import { backlinksOf, callAs, contactsOf, deliverBacklinks, organicCampaign, statusIs } from './prepared.ts';

const story = openStory();
const long = 240_000;
const temporary = temporaryHome();
const home = join(temporary.home, 'home');
const practice = practiceForTests();
let zeus: ZeusProcess;

beforeAll(async () => {
  const { vendorUrl } = practice;
  await copyReadyHome(home);
  zeus = await startZeusProcess({
    home,
    env: {
      ...{ PRACTICE: vendorUrl, SERPER_API_KEY: 'practice', SERPAPI_API_KEY: 'practice' },
      ...{ SEARXNG_URL: `${vendorUrl}/searxng`, SEARCH_SOURCES: 'serper,serpapi,searxng' },
      ...{ BACKLINK_SOURCES: 'by-search', MAGIC_SOURCES: 'by-search' },
      VENDOR_URLS: `serper=${vendorUrl}/serper,serpapi=${vendorUrl}/serpapi`,
      VENDOR_LIMITS: 'searxng.perSecond=100,searxng.perMinute=1000',
    },
  });
}, long);
afterAll(async () => {
  await zeus?.end();
  temporary.remove();
});

test(
  'from the keyword through backlinks found by search engines to the authors of the pages',
  async () => {
    const keyword = 'Best Golf Courses In America';
    const page = await story.newPage({ baseURL: zeus.address });
    await newUser(page);
    await page.goto('/campaign?onboarding=true');
    await heading(page, 'New campaign').waitFor();
    await page.getByRole('textbox', { name: 'Keyword' }).fill(keyword);
    await startCampaign(page);
    await followWhen(page, keyword, 'Waiting to Pick Search Results');
    await page.getByText('1–10 of 100').waitFor(longWait);
    for (const place of [1, 2]) await page.getByRole('checkbox').nth(place).click();
    await page.getByText('2 of 100 selected').waitFor(longWait);
    await page.getByText('Saving…').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Get backlinks' }).click();
    await page.getByRole('textbox', { name: 'Maximum backlinks' }).fill('6');
    await page.getByRole('button', { name: 'Find backlinks' }).click();
    await followWhen(page, keyword, 'Waiting to Pick Backlinks');
    await heading(page, 'Backlinks').waitFor();
    await page.getByRole('checkbox').nth(1).waitFor(longWait);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const found = await backlinksOf(page, id);
    expect(found.length).toBeGreaterThan(2);
    expect(new Set(found.map(({ source }) => source))).toEqual(new Set(['by-search']));
    const choice = found.map((backlink, index) => ({ id: backlink.id, keep: index < 4 }));
    await callAs(page, 'PUT', `/data/backlinks?campaignId=${id}`, choice);
    await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
    await statusIs(page, id, 'Waiting to Download Emails');
    const authors = (await contactsOf(page, id)).filter(
      ({ email, highlighted }) => highlighted && typeof email === 'string',
    );
    expect(authors.length).toBeGreaterThan(0);
    await page.goto(`/campaign/contacts/${id}`);
    await heading(page, 'Contacts').waitFor();
    await page.getByRole('article').waitFor(longWait);
  },
  long,
);

test(
  'a search source that knows dates offers them, and only pages of that time are found',
  async () => {
    const page = await story.newPage({ baseURL: zeus.address });
    await newUser(page);
    await page.goto('/campaign?onboarding=true');
    await page.getByRole('textbox', { name: 'Keyword' }).fill('golf courses');
    await page.getByText('Refine the search').click();
    await page.getByLabel('Published').selectOption({ label: 'Between two days' });
    await page.getByLabel('First day').fill('2019-02-03');
    await page.getByLabel('Last day').fill('2022-11-12');
    await startCampaign(page);
    await followWhen(page, 'golf courses', 'Waiting to Pick Search Results');
    await page.getByText('published Feb 3, 2019 to Nov 12, 2022').waitFor(longWait);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const results = await callAs<{ url: string }[]>(page, 'GET', `/data/search-results?campaignId=${id}`);
    const dates = new Map(practice.world.pages.map((one) => [addressOf(one, practice.port), one.published]));
    const days = results.map(({ url }) => dates.get(url) ?? 'unknown');
    expect(days.length).toBeGreaterThan(0);
    expect(days.filter((day) => !(day >= '2019-02-03' && day <= '2022-11-12'))).toEqual([]);
  },
  long,
);

test(
  'the first search engine is down, the second out of money, the third answers',
  async () => {
    practice.vendors.setMood('serper', 'failing');
    practice.vendors.setMood('serpapi', 'broke');
    const paid = () => [practice.vendors.bill('serper'), practice.vendors.bill('serpapi')];
    const before = paid();
    const page = await story.newPage({ baseURL: zeus.address });
    await newUser(page);
    const id = await organicCampaign(page, 'Managed WordPress Hosting');
    const list = `/data/search-results?campaignId=${id}`;
    const results = await callAs<{ id: string }[]>(page, 'GET', list);
    const choice = results.map((result, index) => ({ id: result.id, keep: index < 2 }));
    await callAs(page, 'PUT', list, choice);
    await deliverBacklinks(page, id, 2);
    expect((await backlinksOf(page, id)).length).toBeGreaterThan(0);
    expect(paid()).toEqual(before);
    expect(practice.vendors.bill('searxng').calls).toBeGreaterThan(0);
  },
  long,
);
