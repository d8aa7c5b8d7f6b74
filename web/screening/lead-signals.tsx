import type { Backlink } from '../../shared/backlink.ts';
import { GroupBadge } from '../backlinks/group-badge.tsx';
import { signalText } from '../backlinks/triage-texts.ts';

/** The group of a lead, and what speaks against it. */
export function LeadSignals({ lead }: { lead: Backlink }) {
  const { triage } = lead;
  return (
    <section aria-label="Signals" className="mt-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <GroupBadge backlink={lead} />
        {triage && triage.score > 0 && <span className="text-base-content/75 tabular-nums">Score {triage.score}</span>}
      </p>
      {triage?.signals.length === 0 && <p className="mt-1.5 text-base-content/75">Zeus found no warning signs.</p>}
      {triage && triage.signals.length > 0 && (
        <ul className="mt-1.5 grid gap-1">
          {triage.signals.map((signal) => (
            <li key={signal.name} className="flex items-baseline justify-between gap-3">
              <span className={`wrap-anywhere ${signal.weight === 0 ? 'text-base-content/75' : ''}`}>
                {signalText(signal)}
              </span>
              <span className="shrink-0 text-xs text-base-content/75 tabular-nums">
                {signal.weight === 0 ? 'ignored' : `+${signal.weight}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
