import { Link2 } from 'lucide-react';
import { PageHeader } from '../layout/page-header.tsx';
import { ProgressSteps } from '../layout/progress-steps.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function BacklinksPage() {
  return (
    <>
      <ProgressSteps current={1} />
      <PageHeader title="Backlinks" intro="Select the backlinks you want to screen." />
      <EmptyState icon={Link2}>The backlinks of this campaign appear here.</EmptyState>
    </>
  );
}
