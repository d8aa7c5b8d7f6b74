import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { type PlanId, plans } from '../../shared/plan.ts';
import { useUpgrade } from '../billing/billing.api.ts';
import type { LoginState } from '../layout/return-path.ts';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.tsx';
import { Banner } from '../ui/banner.tsx';
import { Spinner } from '../ui/spinner.tsx';

/**
 * Continues to the checkout of the plan that was chosen before the sign-up. The plan stays stored until it is paid
 * (billing/upgrade-notice.tsx), so that users who cancel can come back to it.
 */
export function CheckoutStep({ plan }: { plan: PlanId }) {
  const { status } = useSession();
  const checkout = useUpgrade();
  const { name, dollarsPerMonth } = plans.find(({ id }) => id === plan) ?? { name: plan, dollarsPerMonth: 0 };
  const { isLeaving } = checkout;
  return (
    <>
      <p className="mb-6">
        You chose the <strong>{name}</strong> plan, ${dollarsPerMonth} a month.
      </p>
      {checkout.isError && (
        <div className="text-left">
          <Banner tone="error">
            The checkout could not be opened. {checkout.error.message} You can also choose your plan on the{' '}
            <Link to={paths.billing()} className="text-link">
              Billing page
            </Link>
            .
          </Banner>
        </div>
      )}
      {status === 'signed-in' ? (
        <button
          type="button"
          className="btn btn-primary btn-block h-11"
          aria-disabled={isLeaving}
          onClick={() => !isLeaving && checkout.go(plan)}
        >
          {isLeaving && <Spinner />}
          Continue to checkout
          <ArrowRight className="size-4" aria-hidden="true" />
        </button>
      ) : (
        <Link
          to={paths.login()}
          state={{ from: paths.confirmEmail() } satisfies LoginState}
          className="btn btn-primary btn-block h-11"
        >
          Log in to continue
        </Link>
      )}
      <p className="mt-5 text-sm">
        <Link to={paths.onboarding()} className="quiet-link">
          Start without a plan
        </Link>
      </p>
    </>
  );
}
