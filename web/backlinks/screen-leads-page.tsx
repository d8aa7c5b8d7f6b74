import { ArrowLeft, ScanEye } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { PageHeader } from '../layout/page-header.tsx';
import { ProgressSteps } from '../layout/progress-steps.tsx';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadProblem } from '../ui/load-problem.tsx';
import { useBacklinks } from './backlinks.api.ts';
import { Screening } from './screening/screening.tsx';
import { ScreeningSkeleton } from './screening/screening-skeleton.tsx';

export function ScreenLeadsPage() {
  const { campaignId = '' } = useParams();
  const back = (
    <Link to={paths.backlinks(campaignId)} className="btn btn-plain">
      <ArrowLeft className="size-4" aria-hidden="true" />
      Back to backlinks list
    </Link>
  );
  return (
    <>
      <ProgressSteps current={2} />
      <PageHeader title="Screen backlinks" actions={back} />
      <ScreeningFace campaignId={campaignId} />
    </>
  );
}

function ScreeningFace({ campaignId }: { campaignId: string }) {
  const { data: backlinks, error, refetch } = useBacklinks(campaignId);
  // Once begun it stays, also when the last lead is removed: the removal can be undone.
  const [isBegun, setBegun] = useState(false);
  if (!isBegun && backlinks?.some(({ keep }) => keep)) setBegun(true);
  if (!backlinks) {
    return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <ScreeningSkeleton />;
  }
  if (!isBegun) return <NothingSelected campaignId={campaignId} />;
  return <Screening campaignId={campaignId} backlinks={backlinks} />;
}

function NothingSelected({ campaignId }: { campaignId: string }) {
  const action = (
    <Link to={paths.backlinks(campaignId)} className="btn btn-primary">
      Select backlinks
    </Link>
  );
  return (
    <EmptyState icon={ScanEye} action={action}>
      No backlink is selected. Select the ones you want to look at in the backlinks list.
    </EmptyState>
  );
}
