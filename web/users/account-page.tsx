import { PageHeader } from '../layout/page-header.tsx';
import { useSession } from '../platform/session.tsx';

export function AccountPage() {
  const { user } = useSession();
  return (
    <>
      <PageHeader title="Account" />
      <dl className="card-surface max-w-2xl p-6 sm:p-8">
        <dt className="text-sm font-semibold">Email</dt>
        <dd className="mt-1 break-all">{user?.email}</dd>
      </dl>
    </>
  );
}
