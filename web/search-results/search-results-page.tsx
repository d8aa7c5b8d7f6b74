import { Search } from 'lucide-react';
import { PageHeader } from '../layout/page-header.tsx';
import { ProgressSteps } from '../layout/progress-steps.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function SearchResultsPage() {
  return (
    <>
      <ProgressSteps current={1} />
      <PageHeader title="Search Results" intro="Pick the pages whose backlinks you want." />
      <EmptyState icon={Search}>The pages that rank for your keyword appear here.</EmptyState>
    </>
  );
}
