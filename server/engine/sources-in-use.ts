// Which sources a campaign uses with the current settings, and what none of them can know.
import type { SourcesInUse } from '../../shared/public-settings.ts';
import { backlinkSources } from './backlinks/sources.ts';
import { partnersOf } from './finding/partners/partners.ts';
import { canState } from './metrics/figures.ts';
import { metricsSources } from './metrics/sources.ts';
import { searchSources } from './search/sources.ts';

export function sourcesInUse(ctx: Parameters<typeof metricsSources>[0]): SourcesInUse {
  const { finders, magic } = backlinkSources(ctx);
  const metrics = metricsSources(ctx);
  const { people, domains } = partnersOf(ctx);
  // Our own index rates the practice web completely, but next to nothing of the real one; imported ranks may not be there.
  const ratesAll =
    ctx.practice !== undefined ||
    metrics.some((one) => !mayKnowNothing.has(one.source) && canState([one], 'domainRating'));
  const unknown = [
    ...(ratesAll ? [] : ['ratings' as const]),
    ...(canState(metrics, 'searchTraffic') ? [] : ['traffic' as const]),
    ...(canState(metrics, 'trafficValue') ? [] : ['trafficValue' as const]),
  ];
  return {
    search: namesOf(searchSources(ctx)),
    // The form names the graph with what else is loaded, since it may not be.
    backlinks: namesOf(finders.filter(({ source }) => source !== 'by-graph')),
    magic: namesOf(magic),
    metrics: namesOf(metrics.filter(({ source }) => source !== 'common-crawl')),
    people: namesOf(people),
    domains: namesOf(domains),
    unknown,
  };
}

const mayKnowNothing: ReadonlySet<string> = new Set(['zeus-own', 'common-crawl']);

const namesOf = (sources: readonly { source: string }[]) => [...new Set(sources.map(({ source }) => source))];
