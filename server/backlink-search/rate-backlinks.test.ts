// Figures of found backlinks: looked up before filtering, and bought only for what the credits can pay for.
import { beforeEach, expect, test } from 'vitest';
import { pageFigures } from '../../practice/vendors/page-figures.ts';
import type { Mood } from '../../practice/vendors/stand-in.ts';
import type { FoundBacklink } from '../engine/backlinks/found-backlink.ts';
import { createCampaign } from '../test/build.ts';
import { practiceAppForTests } from '../test/practice-app.ts';
import { rateBacklinks } from './rate-backlinks.ts';

const sources = ['dataforseo', 'openpagerank'] as const;
const zeus = practiceAppForTests({
  ...{ sites: 0, work: false },
  env: ({ vendorUrl }) => ({
    ...{ DATAFORSEO_LOGIN: 'practice', DATAFORSEO_PASSWORD: 'practice', OPENPAGERANK_API_KEY: 'practice' },
    VENDOR_URLS: sources.map((name) => `${name}=${vendorUrl}/${name}`).join(','),
    METRICS_SOURCES: 'openpagerank,dataforseo',
    PRACTICE: vendorUrl,
  }),
});
beforeEach(async () => {
  behave('good');
  await zeus.ctx.db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests`;
});

const behave = (mood: Mood) => {
  for (const name of sources) zeus.practice.vendors.setMood(name, mood);
};

const unknownUrl = 'http://nobody-knows.localhost/page';

/** As found by a source without figures: two pages of strong sites, one of a weak one, and one unknown to all sources. */
function found(): FoundBacklink[] {
  const { world, port } = zeus.practice;
  const pages = world.sites.flatMap((site) => site.pages.filter(({ recipe }) => recipe !== null).slice(0, 1));
  const strong = pages.filter(({ site }) => site.strength >= 4).slice(0, 2);
  const weak = pages.filter(({ site }) => site.strength === 1).slice(0, 1);
  const urls = [...strong, ...weak].map(({ site, path }) => `http://${site.host}:${port}${encodeURI(path)}`);
  return [...urls, unknownUrl].map(foundAt);
}

function foundAt(urlFrom: string): FoundBacklink {
  return {
    ...{ urlFrom, urlTo: null, domain: new URL(urlFrom).hostname, source: 'by-search', title: '', anchor: '', rel: '' },
    ...{ domainRating: -1, urlRating: -1, searchTraffic: -1, trafficValue: -1 },
  };
}

interface RateOptions {
  credits: number;
  minTraffic?: number;
  minDomainRating?: number;
  blocked?: string[];
  most?: number;
}

async function rate(options: RateOptions, pages = found()) {
  const { ctx } = zeus;
  const { id: userId } = await zeus.newUser({ backlink: options.credits });
  const campaignId = await createCampaign(ctx.db, userId);
  const blocked = (options.blocked ?? []).map((pattern) => ({ user_id: userId, kind: 'blocked', pattern }));
  if (blocked.length > 0) await ctx.db.kysely.insertInto('site_rules').values(blocked).execute();
  const skip = { blocked: true, inCampaign: true, linkingToMe: true, contactedDays: 100 };
  return rateBacklinks(ctx, pages, {
    ...{
      userId,
      campaignId,
      skip,
      minDomainRating: options.minDomainRating ?? 0,
      maxDomainRating: 100,
      minTraffic: options.minTraffic ?? 0,
    },
    ...{ most: options.most ?? 100, backlinksLeft: null, since: null },
    call: { outbound: ctx.outbound, log: ctx.log },
  });
}

test('drops weak sites, keeps unknown ones, and states the source of every figure', async () => {
  const { rows, problem } = await rate({ credits: 10, minDomainRating: 40 });
  expect(problem).toBeNull();
  const [first, second, , unknown] = found();
  expect(rows.map(({ urlFrom }) => urlFrom).sort()).toEqual(
    [first, second, unknown].map((one) => one?.urlFrom ?? '').sort(),
  );
  const truth = pageFigures(zeus.practice.world, first?.urlFrom ?? '');
  expect(rows.find(({ urlFrom }) => urlFrom === first?.urlFrom)).toMatchObject({
    ...{ domainRating: truth?.domainRating, urlRating: truth?.urlRating, searchTraffic: truth?.searchTraffic },
    figureSources: { domainRating: 'openpagerank', urlRating: 'dataforseo', searchTraffic: 'dataforseo' },
  });
  expect(rows.find(({ urlFrom }) => urlFrom === unknownUrl)).toMatchObject({ domainRating: -1, figureSources: {} });
});

test('figures no filter needs are bought only for what the credits can pay for', async () => {
  const { rows } = await rate({ credits: 1 });
  expect(rows).toHaveLength(4);
  expect(rows.filter(({ urlRating }) => urlRating >= 0)).toHaveLength(1);
  const asked = await zeus.ctx.db.sql`select sum(units) as rows from provider_calls where source = 'dataforseo'`;
  // The rank of the site unknown to Open PageRank, and the rank and traffic of one page.
  expect(asked).toEqual([{ rows: 3 }]);
});

test('no figures are bought for sites that will be left out, unless a filter needs them', async () => {
  const [first, second] = found();
  const blocked = [first, second].map((one) => one?.domain ?? '');
  const paid = async () => {
    const [row] = await zeus.ctx.db.sql`select coalesce(sum(units), 0)::int as units from provider_calls`;
    await zeus.ctx.db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests`;
    return row?.units as number;
  };
  const { rows } = await rate({ credits: 10, blocked });
  // They are still there for the report.
  expect(rows.filter(({ domain }) => blocked.includes(domain))).toMatchObject([
    { domainRating: -1, urlRating: -1, figureSources: {} },
    { domainRating: -1, urlRating: -1, figureSources: {} },
  ]);
  const withoutThem = await paid();
  await rate({ credits: 10 });
  expect(withoutThem).toBeLessThan(await paid());
  const filtered = await rate({ credits: 10, blocked, minDomainRating: 40 });
  expect(filtered.rows.find(({ domain }) => domain === first?.domain)).toMatchObject({
    domainRating: pageFigures(zeus.practice.world, first?.urlFrom ?? '')?.domainRating,
    urlRating: -1,
  });
});

test('minimum traffic drops pages with unknown traffic, unless no source could be asked', async () => {
  const known = await rate({ credits: 10, minTraffic: 1 });
  expect(known.rows.map(({ urlFrom }) => urlFrom)).not.toContain(unknownUrl);
  expect(known.rows.length).toBeGreaterThan(0);
  behave('refused');
  await zeus.ctx.db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests`;
  const { rows, problem } = await rate({ credits: 10, minTraffic: 1 });
  expect(problem).toBe('account');
  expect(rows.map(({ urlFrom }) => urlFrom)).toContain(unknownUrl);
});

test('looks at the next pages if minimum traffic drops the first', async () => {
  const { world, port } = zeus.practice;
  const pages = world.sites.flatMap((site) =>
    site.pages
      .filter(({ recipe }) => recipe !== null)
      .slice(0, 1)
      .flatMap(({ path }) => {
        const url = `http://${site.host}:${port}${encodeURI(path)}`;
        const figures = pageFigures(world, url);
        return figures ? [{ url, domainRating: figures.domainRating, searchTraffic: figures.searchTraffic ?? -1 }] : [];
      }),
  );
  // A stronger site with fewer visitors comes first in the order, and is dropped.
  const byRating = pages.toSorted((a, b) => b.domainRating - a.domainRating);
  const [stronger, visited] =
    byRating
      .flatMap((one, index) => byRating.slice(index + 1).map((other) => [one, other] as const))
      .find(([one, other]) => one.domainRating > other.domainRating && other.searchTraffic > one.searchTraffic + 1) ??
    [];
  const urls = [stronger?.url ?? '', visited?.url ?? ''];
  const options = { credits: 10, minTraffic: visited?.searchTraffic ?? 0, most: 1 };
  const { rows } = await rate(options, urls.map(foundAt));
  expect(rows.map(({ urlFrom }) => urlFrom)).toEqual([visited?.url]);
});
