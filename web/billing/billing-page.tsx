import { Link, useSearchParams } from 'react-router';
import { plans } from '../../shared/plan.ts';
import { PageHeader } from '../layout/page-header.tsx';
import { paths } from '../paths.ts';
import { settings } from '../platform/settings.ts';
import { Banner } from '../ui/banner.tsx';
import { MailLink } from '../ui/mail-link.tsx';
import { PlanCard } from './plan-card.tsx';

export function BillingPage() {
  const [query] = useSearchParams();
  const upgrade = query.get('upgrade');
  return (
    <>
      <PageHeader
        title="Billing"
        intro="Credits pay for backlinks delivered and emails found. Nothing found costs nothing."
      />
      {upgrade === 'success' && <SuccessBanner />}
      {upgrade === 'error' && <FailureBanner />}
      <ul className="grid gap-6 md:grid-cols-2">
        {plans.map((plan) => (
          <li key={plan.id}>
            <PlanCard plan={plan} />
          </li>
        ))}
      </ul>
    </>
  );
}

function SuccessBanner() {
  return (
    <Banner tone="success">
      Congrats! Your plan has been successfully updated.{' '}
      <Link to={paths.newCampaign()} className="text-link">
        Click here
      </Link>{' '}
      to start using your new credits now.
    </Banner>
  );
}

function FailureBanner() {
  return (
    <Banner tone="error">
      Oops! An error occured with your purchase. Please try again below or contact our support at{' '}
      <MailLink address={settings.supportEmail} /> for more information.
    </Banner>
  );
}
