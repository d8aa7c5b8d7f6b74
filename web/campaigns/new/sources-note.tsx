import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import type { LinkIndexContents } from '../../../shared/api/link-index.ts';
import type { SourcesInUse } from '../../../shared/public-settings.ts';
import { searchSourceName, sourceName } from '../../../shared/source-names.ts';
import { settings } from '../../platform/settings.ts';
import { formatCount } from '../../ui/values/figures.ts';
import { linkIndexQuery } from '../campaigns.api.ts';
import type { Source } from './campaign-form.ts';

type Step = 'search' | 'backlinks' | 'magic' | 'metrics';

const labels: Record<Step, string> = {
  search: 'Search results',
  backlinks: 'Backlinks',
  magic: 'Magic Search',
  metrics: 'Ratings and traffic',
};
const steps: Record<Source | 'own', readonly Step[]> = {
  organic: ['search', 'backlinks', 'metrics'],
  magic: ['magic', 'metrics'],
  own: ['metrics'],
};
const unknowns: Record<SourcesInUse['unknown'][number], string> = {
  ratings: 'With this setup, DR is only known for sites in the Zeus index.',
  traffic: 'With this setup, traffic is unknown.',
  trafficValue: 'With this setup, traffic value is unknown.',
};

/** Where each step gets its data, and what is unknown there. */
export function SourcesNote({ source }: { source: Source | 'own' }) {
  const { sources } = settings;
  if (!sources) return null;
  const isWorthSaying = (what: SourcesInUse['unknown'][number]) =>
    // Unknown traffic implies an unknown value.
    what !== 'trafficValue' || !sources.unknown.includes('traffic');
  const unknown = sources.unknown.filter(isWorthSaying).map((what) => unknowns[what]);
  return (
    <div className="flex gap-3 rounded-box bg-base-200 px-4 py-3.5">
      <Database className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <dl className="space-y-1">
          {steps[source].map((step) => (
            <div key={step} className="sm:flex sm:gap-2">
              <dt className="shrink-0 text-base-content/75">{labels[step]}:</dt>
              <dd className="font-semibold">
                {sourceList(sources[step], step === 'search' ? searchSourceName : sourceName)}
              </dd>
            </div>
          ))}
        </dl>
        {steps[source].some((step) => sources[step].includes('zeus-own')) && <IndexNote />}
        {unknown.length > 0 && <p className="mt-1 text-base-content/75">{unknown.join(' ')}</p>}
      </div>
    </div>
  );
}

/** What the Zeus index has from Common Crawl; nothing on the practice web, or if nothing is loaded. */
function IndexNote() {
  const { data } = useQuery({ ...linkIndexQuery, enabled: !settings.practice });
  const text = data ? describeIndex(data) : '';
  return text === '' ? null : <p className="mt-1 text-base-content/75">{text}</p>;
}

function describeIndex({ ranks, graph, crawls }: LinkIndexContents): string {
  const parts = [
    ...crawls.map(
      ({ name, pages, links, share }) =>
        `${formatCount(pages)} pages and ${formatCount(links)} links (${name}, ${percent(share)} of the crawl)`,
    ),
    ...(graph
      ? [`${formatCount(graph.links)} links between ${formatCount(graph.domains)} domains (${graph.release})`]
      : []),
    ...(ranks ? [`ratings of ${formatCount(ranks.domains)} domains (${ranks.release})`] : []),
  ];
  return parts.length === 0 ? '' : `The Zeus index includes this Common Crawl data: ${parts.join('; ')}.`;
}

const percent = (share: number) => (share < 0.0001 ? 'under 0.01%' : `${Number((100 * share).toFixed(2))}%`);

/** In the order they are tried. */
function sourceList(sources: readonly string[], nameOf: (source: string) => string): string {
  return sources.map(nameOf).join(', then ') || 'not set up';
}
