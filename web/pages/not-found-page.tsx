import { Link } from 'react-router';
import { Mark } from '../layout/navigation/mark.tsx';
import { PageHeader } from '../layout/page/page-header.tsx';
import { paths } from '../paths.ts';

export function NotFoundPage() {
  return (
    <div className="grid min-h-[50dvh] place-content-center justify-items-center text-center">
      <Mark className="mb-4 size-24 text-base-content/25" />
      <PageHeader centered title="Sorry, the page cannot be found (404)." tabTitle="Page not found" />
      <Link to={paths.dashboard()} className="btn btn-primary">
        Back to campaigns
      </Link>
    </div>
  );
}
