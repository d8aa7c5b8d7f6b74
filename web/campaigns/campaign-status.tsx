// The status of a campaign as its row and its pages show it.
import { type Campaign, campaignBadge, campaignStatusLabel } from '../../shared/campaign.ts';
import { Spinner } from '../ui/spinner.tsx';
import { Badge } from '../ui/values/badge.tsx';
import { formatNumber } from '../ui/values/figures.ts';

type Shown = Pick<Campaign, 'status' | 'progress_done' | 'progress_total' | 'slow_sites'>;

/** "12 of 40", or nothing while the number is unknown. */
export function progressText({ progress_done: done, progress_total: total }: Omit<Shown, 'slow_sites'>): string | null {
  return total > 0 ? `${formatNumber(done)} of ${formatNumber(total)}` : null;
}

/** "Waiting for 3 slow sites", or nothing. */
export function slowSitesText({ slow_sites: slow }: Pick<Campaign, 'slow_sites'>): string | null {
  if (slow === 0) return null;
  return slow === 1 ? 'Waiting for a slow site' : `Waiting for ${formatNumber(slow)} slow sites`;
}

export function CampaignStatus({ campaign }: { campaign: Shown }) {
  const badge = campaignBadge(campaign.status);
  const label = campaignStatusLabel(campaign.status);
  if (badge === 'loader') {
    const progress = [progressText(campaign), slowSitesText(campaign)].filter((text) => text !== null).join(' · ');
    return (
      <span className="flex items-center gap-2.5">
        <Spinner className="size-5 text-warning" />
        <span>
          <span className="block font-medium">{label}</span>
          {progress && <span className="block text-[0.8125rem] text-base-content/75 tabular-nums">{progress}</span>}
        </span>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {badge === 'error' ? <Badge tone="error">Error</Badge> : <Badge tone="accent">Action Needed</Badge>}
      <span className="text-[0.8125rem] text-base-content/75">{label}</span>
    </span>
  );
}
