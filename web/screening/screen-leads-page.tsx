import { ArrowLeft, ScanEye } from 'lucide-react';
import { Link } from 'react-router';
import { useCampaign } from '../campaigns/use-campaign.ts';
import { CampaignProblem, isGone } from '../campaigns/work/campaign-problem.tsx';
import { PageHeader } from '../layout/page/page-header.tsx';
import { ProgressSteps } from '../layout/page/progress-steps.tsx';
import { paths } from '../paths.ts';
import { useRows } from '../platform/rows.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Screening } from './screening.tsx';
import { ScreeningSkeleton } from './screening-skeleton.tsx';
import { isLead } from './use-screening.ts';

export function ScreenLeadsPage() {
  const { campaignId, campaign, query } = useCampaign();
  const back = (
    <Link to={paths.backlinks(campaignId)} className="btn btn-plain">
      <ArrowLeft className="size-4" aria-hidden="true" />
      Back to backlinks list
    </Link>
  );
  return (
    <>
      <PageHeader
        steps={<ProgressSteps current={2} campaign={campaign} />}
        title="Screen backlinks"
        tabTitle={campaign ? `Screen backlinks for ${campaign.keyword}` : 'Screen backlinks'}
        actions={isGone(query.error) ? undefined : back}
      />
      <ScreeningFace campaignId={campaignId} keyword={campaign?.keyword ?? ''} ofCampaign={query} />
    </>
  );
}

interface ScreeningFaceProps {
  campaignId: string;
  keyword: string;
  ofCampaign: Pick<ReturnType<typeof useCampaign>['query'], 'error' | 'refetch'>;
}

function ScreeningFace({ campaignId, keyword, ofCampaign }: ScreeningFaceProps) {
  const { data: backlinks, ...ofBacklinks } = useRows('backlinks', campaignId);
  const error = ofCampaign.error ?? ofBacklinks.error;
  if (error && (isGone(error) || !backlinks)) {
    const retry = () => void Promise.all([ofCampaign.refetch(), ofBacklinks.refetch()]);
    return <CampaignProblem error={error} onRetry={retry} />;
  }
  if (!backlinks) return <ScreeningSkeleton />;
  if (!backlinks.some(isLead)) return <NothingSelected campaignId={campaignId} />;
  return <Screening campaignId={campaignId} keyword={keyword} backlinks={backlinks} />;
}

function NothingSelected({ campaignId }: { campaignId: string }) {
  const action = (
    <Link to={paths.backlinks(campaignId)} className="btn btn-primary">
      Select backlinks
    </Link>
  );
  return (
    <EmptyState icon={ScanEye} action={action}>
      No backlinks are selected. In the list of backlinks, select the ones you want to screen.
    </EmptyState>
  );
}
