import { Database } from 'lucide-react';
import type { SourcesInUse } from '../../../shared/public-settings.ts';
import { searchSourceName, sourceName } from '../../../shared/source-names.ts';
import { settings } from '../../platform/settings.ts';
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
  ratings: 'DR is known only for sites in the Zeus index with this setup.',
  traffic: "Traffic isn't known with this setup.",
  trafficValue: "Traffic value isn't known with this setup.",
};

/** Where each step gets its data, and what is unknown there. */
export function SourcesNote({ source }: { source: Source | 'own' }) {
  const { sources } = settings;
  if (!sources) return null;
  const isTold = (what: SourcesInUse['unknown'][number]) =>
    // Unknown traffic implies an unknown value.
    what !== 'trafficValue' || !sources.unknown.includes('traffic');
  const unknown = sources.unknown.filter(isTold).map((what) => unknowns[what]);
  return (
    <div className="flex gap-3 rounded-box bg-base-200 px-4 py-3.5">
      <Database className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <dl className="space-y-1">
          {steps[source].map((step) => (
            <div key={step} className="sm:flex sm:gap-2">
              <dt className="shrink-0 text-base-content/75">{labels[step]}:</dt>
              <dd className="font-semibold">
                {asked(sources[step], step === 'search' ? searchSourceName : sourceName)}
              </dd>
            </div>
          ))}
        </dl>
        {unknown.length > 0 && <p className="mt-1 text-base-content/75">{unknown.join(' ')}</p>}
      </div>
    </div>
  );
}

/** In the order they are tried. */
function asked(sources: readonly string[], nameOf: (source: string) => string): string {
  return sources.map(nameOf).join(', then ') || 'not set up';
}
