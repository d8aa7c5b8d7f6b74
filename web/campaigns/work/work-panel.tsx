// What a campaign page shows above its rows: progress, or what went wrong and what to do.

import { Square } from 'lucide-react';
import type { Campaign } from '../../../shared/campaign.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { formatDuration } from '../../ui/values/dates.ts';
import { useNow } from '../../ui/values/relative-time.tsx';
import { progressText, slowSitesText } from '../campaign-status.tsx';
import { type KeptRows, useStopCampaign } from '../campaigns.api.ts';
import { type Work, workOf } from './campaign-work.ts';
import { ProblemPanel } from './problem-panel.tsx';

interface WorkPanelProps {
  campaign: Campaign;
  /** What the page shows as kept. */
  kept?: KeptRows | undefined;
}

/** Nothing while it is the user's turn. */
export function WorkPanel({ campaign, kept }: WorkPanelProps) {
  if (campaign.failed_step !== null) return <FailurePanel campaign={campaign} kept={kept} />;
  const work = workOf(campaign);
  return work && <RunningPanel campaign={campaign} work={work} />;
}

function RunningPanel({ campaign, work }: { campaign: Campaign; work: Work }) {
  const stop = useStopCampaign();
  const { progress_done: done, progress_total: total } = campaign;
  const progress = progressText(campaign);
  const slowSites = slowSitesText(campaign);
  return (
    <section aria-label="Progress" className="card-surface mb-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <Spinner className="size-6 mt-0.5 text-warning" />
        <div className="min-w-0 grow basis-60">
          <p className="font-semibold" aria-live="polite">
            {work.now}
          </p>
          <p className="mt-0.5 text-sm text-base-content/75">
            {work.usually} You can leave this page. Zeus keeps working, and new rows appear as they are found.
          </p>
          {slowSites && (
            <p className="mt-0.5 text-sm text-base-content/75">
              {slowSites}. Zeus keeps trying for a while before it gives up on a site.
            </p>
          )}
          {stop.isError && (
            <p role="alert" className="mt-2 font-medium text-error">
              {stop.error.message}
            </p>
          )}
        </div>
        <dl className="flex gap-6 text-sm tabular-nums sm:text-right">
          {progress && (
            <div>
              <dt className="text-base-content/75">Done</dt>
              <dd className="font-bold">
                {progress} {work.counted}
              </dd>
            </div>
          )}
          {campaign.step_started_at && (
            <div>
              <dt className="text-base-content/75">Elapsed time</dt>
              <dd className="min-w-16 font-bold">
                <TimePassed since={campaign.step_started_at} />
              </dd>
            </div>
          )}
        </dl>
        <ActionButton tone="plain" icon={Square} isBusy={stop.isPending} onClick={() => stop.mutate(campaign)}>
          Stop
        </ActionButton>
      </div>
      <ProgressBar label={work.now} share={total > 0 ? done / total : null} />
    </section>
  );
}

function ProgressBar({ label, share }: { label: string; share: number | null }) {
  const percent = share === null ? null : Math.round(Math.min(share, 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="mt-4 h-1.5 overflow-hidden rounded-full bg-base-300"
    >
      {percent === null ? (
        <div className="progress-unknown h-full rounded-full bg-base-content/70" />
      ) : (
        <div
          className="h-full rounded-full bg-base-content/70 transition-[width] duration-500"
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}

function TimePassed({ since }: { since: string }) {
  const passedMs = useNow(1_000) - Date.parse(since);
  return <span role="timer">{formatDuration(passedMs)}</span>;
}

function FailurePanel({ campaign, kept }: WorkPanelProps) {
  if (campaign.status === 'Stopped') {
    return (
      <ProblemPanel campaign={campaign} kept={kept} title="Stopped" action="Search again" isNeutral>
        {campaign.status_message}
      </ProblemPanel>
    );
  }
  return (
    <ProblemPanel campaign={campaign} kept={kept} title="Something went wrong">
      {campaign.status_message ?? 'Zeus could not finish this step. You keep what it found and only paid for that.'}
    </ProblemPanel>
  );
}
