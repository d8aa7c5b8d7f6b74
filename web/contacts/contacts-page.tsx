import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { type Campaign, campaignPage } from '../../shared/campaign.ts';
import { useCampaign } from '../campaigns/use-campaign.ts';
import { CampaignProblem, isGone } from '../campaigns/work/campaign-problem.tsx';
import { ProblemPanel } from '../campaigns/work/problem-panel.tsx';
import { WorkPanel } from '../campaigns/work/work-panel.tsx';
import { PageHeader } from '../layout/page/page-header.tsx';
import { ProgressSteps } from '../layout/page/progress-steps.tsx';
import { profileQuery } from '../platform/profile.ts';
import { useRows } from '../platform/rows.ts';
import { Spinner } from '../ui/spinner.tsx';
import { countOf } from '../ui/values/figures.ts';
import { BillingCard } from './billing-card.tsx';
import { useSearchesUnderWay } from './contacts.api.ts';
import { ContactsViews } from './contacts-views.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { LimitReached } from './limit-reached.tsx';

export function ContactsPage() {
  const { campaignId, campaign, refetchInterval, query } = useCampaign();
  const { data: backlinks, ...ofBacklinks } = useRows('backlinks', campaignId, refetchInterval);
  const { data: contacts, ...ofContacts } = useRows('contacts', campaignId, refetchInterval);
  useSearchesUnderWay({ campaignId, backlinks, contacts });
  const kept = useMemo(() => backlinks?.filter(({ keep }) => keep), [backlinks]);
  const found = campaign && kept && contacts ? { campaign, backlinks: kept, contacts } : undefined;
  const error = query.error ?? ofBacklinks.error ?? ofContacts.error;
  const retry = () => void Promise.all([query.refetch(), ofBacklinks.refetch(), ofContacts.refetch()]);
  return (
    <>
      <PageHeader
        steps={<ProgressSteps current={3} campaign={campaign} />}
        title="Contacts"
        tabTitle={campaign ? `Contacts for ${campaign.keyword}` : 'Contacts'}
        intro={campaign?.keyword ?? '\u00a0'}
        actions={found && <DownloadMenu {...found} />}
      />
      {campaign && <CampaignState campaign={campaign} backlinks={kept} />}
      {error && (isGone(error) || !found) && <CampaignProblem error={error} onRetry={retry} />}
      {found && !isGone(error) && <ContactsViews {...found} />}
      {!found && !error && <LoadingEmails />}
    </>
  );
}

interface CampaignStateProps {
  campaign: Campaign;
  /** The kept ones, once loaded. */
  backlinks: readonly Backlink[] | undefined;
}

function CampaignState({ campaign, backlinks }: CampaignStateProps) {
  const hasFailed = campaign.failed_step !== null;
  // While more backlinks are ordered, the message is about them, and their page shows it.
  const isAboutContacts = campaignPage(campaign.status, campaign.failed_step) === 'contacts';
  const isOnlyLimit = countIn(backlinks, 'limited') > 0 && countIn(backlinks, 'no-credit') === 0;
  return (
    <>
      {campaign.status_message && isAboutContacts && !hasFailed && backlinks && !isOnlyLimit && (
        <BillingCard>
          {campaign.status_message} <span className="text-link whitespace-nowrap">Go to Billing</span>
        </BillingCard>
      )}
      {campaign.status === 'Waiting to Download Emails' && (
        <>
          <LimitReached campaignId={campaign.id} left={countIn(backlinks, 'limited')} />
          <Unsearched campaign={campaign} backlinks={backlinks} />
        </>
      )}
      <WorkPanel campaign={campaign} kept={keptRows(backlinks)} />
    </>
  );
}

const countIn = (backlinks: readonly Backlink[] = [], state: Backlink['contact_search']) =>
  backlinks.filter(({ contact_search }) => contact_search === state).length;

const keptRows = (backlinks: readonly Backlink[] | undefined) =>
  backlinks && { table: 'backlinks' as const, ids: backlinks.map(({ id }) => id) };

/** Unfinished leads in a list that is ready: pages that could not be read, were not reached before Stop, or need credits. */
function Unsearched({ campaign, backlinks = [] }: CampaignStateProps) {
  const { data: profile } = useQuery(profileQuery);
  const count = (state: Backlink['contact_search']) => countIn(backlinks, state);
  const left = count('failed') + count('stopped') + (profile?.email_credits ? count('no-credit') : 0);
  if (left === 0) return null;
  if (count('stopped') === left) {
    return (
      <ProblemPanel
        campaign={campaign}
        kept={keptRows(backlinks)}
        title={`${countOf(left, 'backlink')} not searched`}
        action="Continue"
        isNeutral
      >
        You stopped the search. You were not charged for what is missing, and Continue searches only that.
      </ProblemPanel>
    );
  }
  return (
    <ProblemPanel
      campaign={campaign}
      kept={keptRows(backlinks)}
      title={`${countOf(left, 'backlink')} not fully searched`}
    >
      {left === 1 ? 'Its card says' : 'Their cards say'} why. You were not charged for what is missing, and Retry
      searches only that.
    </ProblemPanel>
  );
}

function LoadingEmails() {
  return (
    <div role="status" className="card-surface flex min-h-80 flex-col items-center justify-center gap-4">
      <Spinner className="size-7" />
      <p className="text-lg">Loading Emails...</p>
    </div>
  );
}
