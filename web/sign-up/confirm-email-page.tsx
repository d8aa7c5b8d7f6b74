import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import type { PlanId } from '../../shared/plan.ts';
import { PageHeader } from '../layout/page/page-header.tsx';
import { PageSkeleton } from '../layout/page/page-skeleton.tsx';
import { keptReturnPath } from '../layout/return-path.ts';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.tsx';
import { describeArrivalError } from '../users/auth-problems.ts';
import { useArrival } from '../users/sign-in/arrival-notice.tsx';
import { AuthCard } from '../users/sign-in/auth-card.tsx';
import { keptPlan } from '../users/sign-up-choices.ts';
import { CheckoutStep } from './checkout-step.tsx';

export function ConfirmEmailPage() {
  const arrival = useArrival();
  const { status } = useSession();
  const plan = keptPlan();
  if (arrival?.errorCode) {
    return <LinkFailed code={arrival.errorCode} plan={plan} isSignedIn={status === 'signed-in'} />;
  }
  if (status === 'loading') return <PageSkeleton />;
  return (
    <div className="card-surface p-6 text-center sm:p-8">
      <PageHeader
        centered
        title="Email Confirmed! One last step..."
        tabTitle="Email confirmed"
        intro={plan ? undefined : 'Create your first campaign and Zeus gets to work.'}
      />
      {plan ? <CheckoutStep plan={plan} /> : <FirstCampaign />}
    </div>
  );
}

function FirstCampaign() {
  const wanted = keptReturnPath();
  return (
    <>
      <Link to={paths.onboarding()} className="btn btn-primary btn-block h-11">
        Create my first campaign
        <ArrowRight className="size-4" aria-hidden="true" />
      </Link>
      {wanted && wanted !== paths.dashboard() && (
        <p className="mt-5 text-sm">
          <Link to={wanted} className="quiet-link">
            Continue where I left off
          </Link>
        </p>
      )}
    </>
  );
}

interface LinkFailedProps {
  code: string;
  plan: PlanId | null;
  isSignedIn: boolean;
}

/** Usually the link was opened before: then the user is signed in, and what the first opening offered still comes next. */
function LinkFailed({ code, plan, isSignedIn }: LinkFailedProps) {
  return (
    <AuthCard title="This link did not work" intro={describeArrivalError(code)}>
      {isSignedIn && plan && <CheckoutStep plan={plan} />}
      {isSignedIn && !plan && (
        <Link to={paths.dashboard()} className="btn btn-primary btn-block h-11">
          Go to my campaigns
        </Link>
      )}
      {!isSignedIn && (
        <>
          <Link to={paths.login()} className="btn btn-primary btn-block h-11">
            Log in
          </Link>
          <p className="text-sm text-base-content/75">
            If your email is not confirmed yet, log in to request a new link.
          </p>
        </>
      )}
    </AuthCard>
  );
}
