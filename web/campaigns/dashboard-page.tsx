import { useQuery } from '@tanstack/react-query';
import { Plus, Target } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Campaign } from '../../shared/campaign.ts';
import { tutorialsBelowCampaigns } from '../../shared/limits.ts';
import { PageHeader } from '../layout/page/page-header.tsx';
import { paths } from '../paths.ts';
import { PrefetchPage } from '../platform/prefetch.ts';
import { profileQuery } from '../platform/profile.ts';
import { settings } from '../platform/settings.ts';
import { TutorialCards } from '../tutorials/tutorial-cards.tsx';
import { gettingStarted } from '../tutorials/tutorials.ts';
import { currentQuery } from '../ui/address.ts';
import { Banner } from '../ui/banner.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadProblem } from '../ui/load-problem.tsx';
import { MailLink } from '../ui/mail-link.tsx';
import { DeleteDialog, RenameDialog } from './campaign-dialogs.tsx';
import { campaignsQuery, useArchiveCampaign, useStopCampaign } from './campaigns.api.ts';
import { CampaignsTable } from './campaigns-table.tsx';

export function DashboardPage() {
  const lacksCredit = useLacksCredit();
  const prefetchPage = use(PrefetchPage);
  const { data: campaigns, error, refetch } = useQuery(campaignsQuery);
  const createButton = (
    <Link to={paths.newCampaign()} className="btn btn-primary" onPointerEnter={() => prefetchPage(paths.newCampaign())}>
      <Plus className="size-4.5" aria-hidden="true" />
      Create new campaign
    </Link>
  );
  return (
    <>
      <PageHeader
        title="Campaigns"
        actions={
          campaigns?.length !== 0 && (
            <div className="flex flex-wrap gap-3">
              <Link to={paths.prospects()} className="btn btn-plain">
                Prospects
              </Link>
              {createButton}
            </div>
          )
        }
      />
      {lacksCredit && <NoCreditBanner />}
      {error && !campaigns && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {campaigns?.length === 0 && (
        <EmptyState icon={Target} action={createButton}>
          Oh no! You don't have any campaign. Create one to get started.
        </EmptyState>
      )}
      {campaigns?.length !== 0 && (campaigns || !error) && <Campaigns campaigns={campaigns} />}
      {campaigns && campaigns.length < tutorialsBelowCampaigns && (
        <>
          <h2 className="mt-12 mb-4 text-xl font-bold tracking-tight">Getting Started</h2>
          <TutorialCards tutorials={gettingStarted} />
        </>
      )}
    </>
  );
}

const noCredit = 'no_credit';

/** Whether the URL requests the message about missing email credits. Removes the parameter when credits are added. */
function useLacksCredit(): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const isSaid = new URLSearchParams(location.search).has(noCredit);
  // The cached balance may be from before the refusal.
  const profile = useQuery({ ...profileQuery, enabled: isSaid, refetchOnMount: 'always' });
  const [lowest, setLowest] = useState(Number.POSITIVE_INFINITY);
  const balance = (profile.isFetchedAfterMount ? profile.data?.email_credits : undefined) ?? lowest;
  if (balance < lowest) setLowest(balance);
  const hasMore = balance > lowest;
  useEffect(() => {
    if (!isSaid || !hasMore) return;
    const query = new URLSearchParams(currentQuery(location));
    query.delete(noCredit);
    void navigate({ search: String(query), hash: location.hash }, { replace: true });
  }, [isSaid, hasMore, location, navigate]);
  return isSaid && !hasMore;
}

function Campaigns({ campaigns }: { campaigns: readonly Campaign[] | undefined }) {
  const [renamed, setRenamed] = useState<Campaign | null>(null);
  const [deleted, setDeleted] = useState<Campaign | null>(null);
  const { mutate: stop, error } = useStopCampaign();
  const archive = useArchiveCampaign();
  return (
    <>
      {error && <Banner tone="error">{error.message}</Banner>}
      <CampaignsTable
        campaigns={campaigns}
        onRename={setRenamed}
        onDelete={setDeleted}
        onStop={stop}
        onArchive={archive}
      />
      {renamed && <RenameDialog key={renamed.id} campaign={renamed} onClose={() => setRenamed(null)} />}
      {deleted && <DeleteDialog key={deleted.id} campaign={deleted} onClose={() => setDeleted(null)} />}
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
