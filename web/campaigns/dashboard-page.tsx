import { Plus, Target } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { PageHeader } from '../layout/page-header.tsx';
import { paths } from '../paths.ts';
import { settings } from '../platform/settings.ts';
import { TutorialCards } from '../tutorials/tutorial-cards.tsx';
import { gettingStarted } from '../tutorials/tutorials.ts';
import { Banner } from '../ui/banner.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MailLink } from '../ui/mail-link.tsx';

export function DashboardPage() {
  const [query] = useSearchParams();
  const createButton = (
    <Link to={paths.newCampaign()} className="btn btn-primary">
      <Plus className="size-4.5" aria-hidden="true" />
      Create new campaign
    </Link>
  );
  return (
    <>
      <PageHeader title="Campaigns" actions={createButton} />
      {query.has('no_credit') && <NoCreditBanner />}
      <EmptyState icon={Target}>Oh no! You don't have any campaign. Create one to get started.</EmptyState>
      <h2 className="mt-12 mb-4 text-xl font-bold tracking-tight">Getting Started</h2>
      <TutorialCards tutorials={gettingStarted} />
    </>
  );
}

function NoCreditBanner() {
  return (
    <Banner tone="error">
      You do not have enough email credits to retrieve emails. Please head to{' '}
      <Link to={paths.billing()} className="text-link">
        Billing page
      </Link>{' '}
      to upgrade your plan. Any questions, contact <MailLink address={settings.supportEmail} />.
    </Banner>
  );
}
