import { ArrowLeft, ScanEye } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { PageHeader } from '../layout/page-header.tsx';
import { ProgressSteps } from '../layout/progress-steps.tsx';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';

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
      <PageHeader title="Screen backlinks" intro="Look at each page once and keep the good ones." actions={back} />
      <EmptyState icon={ScanEye}>The selected backlinks appear here, one at a time.</EmptyState>
    </>
  );
}
