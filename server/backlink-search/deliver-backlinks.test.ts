import { expect, test } from 'vitest';
import { findCampaignSearch } from '../campaigns/campaign-search.store.ts';
import { readBalance } from '../credits/credits.store.ts';
import { appForTests } from '../test/app.ts';
import { createCampaign } from '../test/build.ts';
import { deliverBacklinks } from './deliver-backlinks.ts';

const zeus = appForTests();

const foundAt = (domain: string) => ({
  ...{ urlFrom: `https://${domain}/page`, urlTo: null, domain, source: 'zeus-own', title: '', anchor: '', rel: '' },
  ...{ domainRating: 1, urlRating: 1, searchTraffic: -1, trafficValue: -1, figureSources: {} },
});

test('a site that one user blocked is still delivered to another', async () => {
  const { kysely } = zeus.ctx.db;
  const [ann, ben] = [await zeus.newUser({ backlink: 10 }), await zeus.newUser({ backlink: 10 })];
  await zeus.ctx.db
    .sql`insert into site_rules (user_id, kind, pattern) values (${ann.id}, 'blocked', 'blocked.example')`;
  const skip = { blocked: true, inCampaign: true, linkingToMe: true, contactedDays: 100 };
  for (const { id: userId } of [ann, ben]) {
    const campaignId = await createCampaign(zeus.ctx.db, userId, { keyword: 'golf' });
    await deliverBacklinks(zeus.ctx, {
      ...{ userId, campaignId, skip, most: 10 },
      pick: async () => [foundAt('blocked.example')],
      close: async () => {},
    });
  }
  const rows = await kysely.selectFrom('backlinks').select('user_id').where('domain', '=', 'blocked.example').execute();
  expect(rows).toEqual([{ user_id: ben.id }]);
});

test('two campaigns that find the same site at once: one gets and pays for it, the other reports it', async () => {
  const { kysely } = zeus.ctx.db;
  const { id: userId, token } = await zeus.newUser({ backlink: 10 });
  const skip = { blocked: true, inCampaign: true, linkingToMe: true, contactedDays: 100 };
  const balance = async () => (await readBalance(kysely, userId, 'backlink')) ?? 0;
  const keywords = ['golf', 'tea', 'chess'];
  const campaigns = await Promise.all(keywords.map((keyword) => createCampaign(zeus.ctx.db, userId, { keyword })));
  const before = await balance();
  await Promise.all(
    campaigns.map((campaignId, index) =>
      deliverBacklinks(zeus.ctx, {
        ...{ userId, campaignId, skip, most: 10 },
        pick: async () => [foundAt('same.example'), foundAt(`only-${keywords[index]}.example`)],
        close: async () => {},
      }),
    ),
  );
  const rows = await kysely.selectFrom('backlinks').select('domain').where('user_id', '=', userId).execute();
  expect(rows.map(({ domain }) => domain).sort()).toEqual([
    ...['only-chess.example', 'only-golf.example', 'only-tea.example', 'same.example'],
  ]);
  expect(before - (await balance())).toBe(4);
  const reports = campaigns.map(async (id) => (await zeus.ask(`/data/requests/${id}/left-out`, { token })).json());
  const leftOut = {
    reason: 'in_campaign',
    other_names: [],
    other_campaign: expect.stringMatching(/^(?:golf|tea|chess)$/),
    sites: 1,
  };
  expect((await Promise.all(reports)).flat()).toEqual([leftOut, leftOut]);
});

test('the ledger names the campaign as its user does, even if it searches for another keyword', async () => {
  const { id: userId, token } = await zeus.newUser({ backlink: 10 });
  const campaignId = await createCampaign(zeus.ctx.db, userId, { keyword: 'golf', search_keyword: 'golf' });
  await zeus.ask(`/data/requests/${campaignId}`, { method: 'PATCH', token, json: { keyword: 'Spring outreach' } });
  const campaign = await findCampaignSearch(zeus.ctx.db.kysely, campaignId);
  if (!campaign) throw new Error('The campaign is not there.');
  expect(campaign.keyword).toBe('golf');
  await deliverBacklinks(zeus.ctx, {
    ...{ ...campaign, campaignId, most: 10 },
    pick: async () => [foundAt('named.example')],
    close: async () => {},
  });
  const [spending] = await (await zeus.ask('/data/credits/campaigns', { token })).json();
  expect(spending).toMatchObject({ campaign_id: campaignId, keyword: 'Spring outreach', backlink_spent: 1 });
});
