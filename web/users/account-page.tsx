import { useQuery } from '@tanstack/react-query';
import { PageHeader } from '../layout/page/page-header.tsx';
import { useSession } from '../platform/session.tsx';
import { Banner } from '../ui/banner.tsx';
import { accountQuery } from './account/account.api.ts';
import { DeleteAccountSection } from './account/delete-account-section.tsx';
import { EmailSection } from './account/email-section.tsx';
import { PasswordSection } from './account/password-section.tsx';
import { SessionsSection } from './account/sessions-section.tsx';
import { TwoFactorSection } from './account/two-factor-section.tsx';
import { ArrivalNotice } from './sign-in/arrival-notice.tsx';

export function AccountPage() {
  const { user } = useSession();
  const { data: account, isError, refetch } = useQuery({ ...accountQuery, refetchOnMount: 'always' });
  return (
    <>
      <PageHeader title="Account" intro={account?.email ?? user?.email ?? ''} />
      <ArrivalNotice isOver={account?.newEmail === null} />
      {isError && !account && (
        <Banner tone="error">
          Your account could not be loaded.{' '}
          <button type="button" className="text-link cursor-pointer" onClick={() => void refetch()}>
            Try again
          </button>
        </Banner>
      )}
      {!isError && !account && <Loading />}
      {account && (
        <div className="card-surface divide-y divide-base-300">
          <EmailSection account={account} />
          <PasswordSection account={account} />
          <TwoFactorSection account={account} />
          <SessionsSection />
          <DeleteAccountSection account={account} />
        </div>
      )}
    </>
  );
}

function Loading() {
  return (
    <div role="status" className="appear-late">
      <span className="sr-only">Loading…</span>
      <div className="skeleton h-96 w-full" />
    </div>
  );
}
