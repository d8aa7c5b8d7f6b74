import { useMutation } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { describeAuthError } from '../auth-problems.ts';
import { signOutElsewhere } from './account.api.ts';
import { AccountSection } from './account-section.tsx';

export function SessionsSection() {
  const leave = useMutation({ mutationFn: signOutElsewhere });
  return (
    <AccountSection title="Other devices" intro="Logged in somewhere else? Log out everywhere except here.">
      {leave.data && <Banner tone="error">{describeAuthError(leave.data)}</Banner>}
      {leave.data === null && <Banner tone="success">You are logged out on all other devices.</Banner>}
      <button
        type="button"
        className="btn btn-plain h-11"
        aria-disabled={leave.isPending}
        onClick={() => !leave.isPending && leave.mutate()}
      >
        {leave.isPending && <Spinner />}
        Log out of other devices
      </button>
    </AccountSection>
  );
}
