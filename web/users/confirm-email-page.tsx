import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { PageHeader } from '../layout/page-header.tsx';
import { paths } from '../paths.ts';

export function ConfirmEmailPage() {
  return (
    <div className="card-surface p-6 text-center sm:p-8">
      <PageHeader
        centred
        title="Email Confirmed! One last step..."
        tabTitle="Email confirmed"
        intro="Create your first campaign and Zeus gets to work."
      />
      <Link to={paths.onboarding()} className="btn btn-primary btn-block h-11">
        Create my first campaign
        <ArrowRight className="size-4" aria-hidden="true" />
      </Link>
    </div>
  );
}
