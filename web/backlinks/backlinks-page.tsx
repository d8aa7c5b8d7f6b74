import { ArrowRight, Download, Link2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import { backlinksFile, csvName } from '../../shared/csv.ts';
import { warnBelowBacklinks } from '../../shared/limits.ts';
import { useCampaign } from '../campaigns/use-campaign.ts';
import { WorkPanel } from '../campaigns/work-panel.tsx';
import { PageHeader } from '../layout/page-header.tsx';
import { ProgressSteps } from '../layout/progress-steps.tsx';
import { paths } from '../paths.ts';
import { saveCsv } from '../platform/save-file.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Banner } from '../ui/banner.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { countOf } from '../ui/figures.ts';
import { LoadProblem } from '../ui/load-problem.tsx';
import { useBacklinks, useSaveBacklinks } from './backlinks.api.ts';
import { BacklinksTable } from './backlinks-table.tsx';

export function BacklinksPage() {
  const { campaignId, campaign, isBusy, refetchInterval, query } = useCampaign();
  const { data: backlinks, refetch, ...list } = useBacklinks(campaignId, { refetchInterval });
  const save = useSaveBacklinks(campaignId);
  const error = query.error ?? list.error;
  const isSettled = backlinks !== undefined && campaign !== undefined && !isBusy;
  const handleKeep = (rows: readonly Backlink[], keep: boolean) => save(rows.map(({ id }) => ({ id, keep })));
  return (
    <>
      <ProgressSteps current={1} campaign={campaign} />
      <PageHeader
        title="Backlinks"
        tabTitle={campaign ? `Backlinks for ${campaign.keyword}` : 'Backlinks'}
        intro={<Intro campaign={campaign} backlinks={backlinks} />}
        actions={<Actions campaignId={campaignId} campaign={campaign} backlinks={backlinks} />}
      />
      {campaign && <WorkPanel campaign={campaign} />}
      {campaign?.status === 'Waiting to Pick Backlinks' && campaign.status_message && (
        <Banner tone="info">
          {campaign.status_message}{' '}
          <Link to={paths.billing()} className="text-link">
            Billing
          </Link>
        </Banner>
      )}
      {isSettled && backlinks.length > 0 && backlinks.length < warnBelowBacklinks && <FewBacklinks />}
      {error && !backlinks && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {isSettled && backlinks.length === 0 && <NoBacklinks campaign={campaign} />}
      {!(isSettled && backlinks.length === 0) && (backlinks || !error) && (
        <BacklinksTable backlinks={backlinks} empty={<Waiting />} onKeep={handleKeep} />
      )}
    </>
  );
}

interface ListProps {
  campaign: Campaign | undefined;
  backlinks: readonly Backlink[] | undefined;
}

function Intro({ campaign, backlinks }: ListProps) {
  const count = backlinks && countOf(backlinks.length, 'backlink');
  return (
    <>
      {count && <strong className="text-base-content tabular-nums">{count}</strong>}
      {campaign && ` for ${campaign.keyword}. `}
      Select the backlinks you want to screen.
    </>
  );
}

function Actions({ campaignId, campaign, backlinks = [] }: ListProps & { campaignId: string }) {
  const navigate = useNavigate();
  const hasKept = backlinks.some(({ keep }) => keep);
  return (
    <div className="flex flex-wrap gap-3">
      <button
        type="button"
        className="btn btn-plain"
        disabled={backlinks.length === 0}
        onClick={() => saveCsv(csvName(campaign?.keyword ?? '', 'backlinks'), backlinksFile, backlinks)}
      >
        <Download className="size-4" aria-hidden="true" />
        Download backlinks
      </button>
      <ActionButton isOff={!hasKept} onClick={() => void navigate(paths.screenLeads(campaignId))}>
        Screen backlinks
        <ArrowRight className="size-4" aria-hidden="true" />
      </ActionButton>
    </div>
  );
}

function FewBacklinks() {
  return (
    <Banner tone="warning">
      Zeus has fetched less than 10 backlinks, which isn't optimal...{' '}
      <Link to={paths.newCampaign()} className="text-link">
        Start a new campaign
      </Link>{' '}
      with a more common keyword or a wider range of Domain Rating.
    </Banner>
  );
}

function Waiting() {
  return <p className="py-12 text-center text-base-content/75">The backlinks appear here as Zeus finds them.</p>;
}

function NoBacklinks({ campaign }: { campaign: Campaign }) {
  if (campaign.status === 'Something went wrong') return null;
  const action = (
    <Link to={paths.newCampaign()} className="btn btn-primary">
      Create new campaign
    </Link>
  );
  return (
    <EmptyState icon={Link2} action={action}>
      Zeus found no backlinks for “{campaign.keyword}”. No credit was used. Try a more common keyword or a wider range
      of Domain Rating.
    </EmptyState>
  );
}
