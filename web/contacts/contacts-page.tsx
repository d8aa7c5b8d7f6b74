import { Users } from 'lucide-react';
import { PageHeader } from '../layout/page-header.tsx';
import { ProgressSteps } from '../layout/progress-steps.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function ContactsPage() {
  return (
    <>
      <ProgressSteps current={3} />
      <PageHeader title="Contacts" />
      <EmptyState icon={Users}>The people behind your backlinks appear here.</EmptyState>
    </>
  );
}
