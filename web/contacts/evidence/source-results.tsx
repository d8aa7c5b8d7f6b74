import type { Evidence } from '../../../shared/contact-evidence.ts';
import { Badge } from '../../ui/values/badge.tsx';
import { contactSourceLabel } from '../cells/contact-source.ts';
import { emailState } from '../cells/email-state.ts';
import { SourceMark } from '../cells/source-icon.tsx';

type SourceResult = Evidence['asked'][number];

const outcomes: Record<SourceResult['outcome'], string> = {
  found: 'Found',
  nothing: 'Nothing found',
  failed: 'Couldn’t check',
  skipped: 'Skipped',
};

/** The sources in the order they were tried, with their results. */
export function SourceResults({ asked }: { asked: Evidence['asked'] }) {
  return (
    <ol className="divide-y divide-base-300 rounded-box border border-base-300">
      {asked.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <li key={i} className="flex gap-3 px-3 py-2.5">
          <SourceMark source={one.source} />
          <div className="min-w-0 grow">
            <p className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="font-medium">{contactSourceLabel(one.source)}</span>
              <OutcomeBadge {...one} />
            </p>
            <p className="text-sm text-pretty wrap-anywhere text-base-content/75">{one.words}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function OutcomeBadge({ outcome, verdict }: SourceResult) {
  const state = verdict && emailState({ verification: verdict, verification_reason: null, next_check_at: null });
  if (outcome === 'found' && state) return <Badge tone={state.tone}>{state.word}</Badge>;
  return <Badge tone={outcome === 'failed' ? 'warning' : 'plain'}>{outcomes[outcome]}</Badge>;
}
