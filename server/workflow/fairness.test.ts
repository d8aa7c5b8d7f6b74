// No user waits for another's campaign: heavy users with sites that never answer, next to a small campaign. No clock is
// involved. The small campaign must end while the heavy ones still wait for their sites; without fair turns it would end
// minutes after them.
import { describe, expect, test } from 'vitest';
import { createBacklinks, createCampaign } from '../test/build.ts';
import { campaignSteps } from '../test/campaign-steps.ts';
import { openForTests } from '../test/for-tests.ts';
import { practiceAppForTests } from '../test/practice-app.ts';

const zeus = practiceAppForTests({ sites: 0 });
const steps = campaignSteps(zeus);
const light = openForTests(() => zeus.newUser());

const sites = (kind: string, count: number, path = '/') =>
  Array.from(
    { length: count },
    (_, i) => `http://site-${crypto.randomUUID()}-${i}.${kind}.localhost:${zeus.practice.port}${path}`,
  );
const ownList = (token: string, backlinks: string[]) => steps.create(token, { campaignType: 'BYOB', backlinks });
interface CampaignState {
  status: string;
  slow_sites: number;
}
const statusOf = async (campaignId: string) => {
  const [row] = await zeus.ctx.db.sql<
    CampaignState[]
  >`select status, slow_sites from requests where id = ${campaignId}`;
  return row;
};
const twoPages = () => zeus.practice.sites.slice(0, 2).map((site) => new URL('/', site).href);

test('own lists of sites that never answer do not delay a small list', async () => {
  const heavy = await Promise.all([zeus.newUser(), zeus.newUser()]);
  const lists: string[] = [];
  // 24 jobs of 25 pages each, twice as many as run at once.
  for (const { token } of heavy) {
    for (let i = 0; i < 3; i++) lists.push(await ownList(token, sites('silent', 100)));
  }
  const small = await ownList(light.token, twoPages());
  expect(await zeus.settled(small)).toMatchObject({ status: 'Waiting to Pick Backlinks' });
  for (const id of lists) expect(await statusOf(id)).toMatchObject({ status: 'Analyzing Backlinks' });
  await expect
    .poll(async () => (await Promise.all(lists.map(statusOf))).some((row) => row && row.slow_sites > 0), {
      timeout: 30_000,
    })
    .toBe(true);
  for (const { token } of heavy) {
    for (const { id } of (await zeus.get('/data/requests', token)).json) {
      await zeus.ask(`/data/requests/${id}`, { method: 'DELETE', token });
    }
  }
}, 120_000);

describe('finding contacts', () => {
  test('sites whose about page never answers do not delay a small campaign', async () => {
    const heavy = await zeus.newUser();
    for (const { id } of [heavy, light]) await steps.give(id, 'email', 50);
    /** Sites that are ready for the contact search. */
    const ready = async (userId: string, urls: string[]) => {
      const campaignId = await createCampaign(zeus.ctx.db, userId, { type: 'BYOB' });
      const rows = urls.map((url_from) => ({ url_from, domain: new URL(url_from).hostname, keep: true }));
      await createBacklinks(zeus.ctx.db, { userId, campaignId }, rows);
      return campaignId;
    };
    // Twice as many as are searched at once.
    const large = await ready(heavy.id, sites('half-silent', 80, '/article'));
    const small = await ready(light.id, twoPages());
    await zeus.post('/api/campaign/get-emails', heavy.token, { campaignId: large, mode: 'author' });
    await zeus.post('/api/campaign/get-emails', light.token, { campaignId: small, mode: 'author' });
    expect(await zeus.settled(small)).toMatchObject({ status: 'Waiting to Download Emails' });
    expect(await statusOf(large)).toMatchObject({ status: 'Waiting for Emails' });
    await expect.poll(async () => (await statusOf(large))?.slow_sites, { timeout: 30_000 }).toBeGreaterThan(0);
  }, 120_000);
});
