import { ArrowRight, Search } from 'lucide-react';
import { Link } from 'react-router';
import { type Campaign, campaignPage, campaignTypeLabel } from '../../shared/campaign.ts';
import type { SearchResult } from '../../shared/search-result.ts';
import { isWorking } from '../campaigns/campaigns.api.ts';
import { TargetingNote } from '../campaigns/targeting-note.tsx';
import { useCampaign } from '../campaigns/use-campaign.ts';
import { CampaignProblem, isGone } from '../campaigns/work/campaign-problem.tsx';
import { FiguresProblem } from '../campaigns/work/figures-problem.tsx';
import { GetBacklinksDialog } from '../campaigns/work/get-backlinks-dialog.tsx';
import { GetBacklinksProblem } from '../campaigns/work/get-backlinks-problem.tsx';
import { useGetBacklinks } from '../campaigns/work/use-get-backlinks.ts';
import { WorkPanel } from '../campaigns/work/work-panel.tsx';
import { PageHeader } from '../layout/page/page-header.tsx';
import { ProgressSteps } from '../layout/page/progress-steps.tsx';
import { paths } from '../paths.ts';
import { useRows } from '../platform/rows.ts';
import { settings } from '../platform/settings.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { countryName, languageName } from '../ui/values/place-names.ts';
import { SearchResultsTable } from './search-results-table.tsx';

export function SearchResultsPage() {
  const { campaignId, campaign, isBusy, refetchInterval, query } = useCampaign();
  const results = useRows('search-results', campaignId, refetchInterval);
  const order = useGetBacklinks(campaignId);
  const keptIds = results.data?.flatMap(({ id, keep }) => (keep ? [id] : [])) ?? [];
  const kept = results.data && { table: 'search-results' as const, ids: keptIds };
  const error = query.error ?? results.error;
  const retry = () => void Promise.all([query.refetch(), results.refetch()]);
  return (
    <>
      <PageHeader
        steps={<ProgressSteps current={1} campaign={campaign} />}
        title="Search Results"
        tabTitle={campaign ? `Search Results for ${campaign.keyword}` : 'Search Results'}
        intro={
          isGone(error) ? undefined : <Intro campaign={campaign} hasNone={results.data?.length === 0 && !isBusy} />
        }
        actions={
          isGone(error) ? undefined : (
            <ActionButton
              offBecause={whyOff(keptIds.length, isBusy)}
              isBusy={order.isPending}
              onClick={() => order.ask(keptIds)}
            >
              Get backlinks
              <ArrowRight className="size-4" aria-hidden="true" />
            </ActionButton>
          )
        }
      />
      {order.error && <GetBacklinksProblem error={order.error} />}
      {campaign && !isGone(error) && <TargetingNote campaign={campaign} />}
      {campaign && !isGone(error) && <WorkPanel campaign={campaign} kept={kept} />}
      {campaign && <FiguresProblem campaign={campaign} during="Waiting to Pick Search Results" />}
      <Face {...{ campaignId, error, campaign }} results={results.data} onRetry={retry} />
      {/* Last, because the space below the header depends on what follows it. */}
      {order.priced && <GetBacklinksDialog campaignId={campaignId} {...order.priced} onClose={order.close} />}
    </>
  );
}

/** Why getting backlinks is not possible now. */
function whyOff(kept: number, isBusy: boolean): string | undefined {
  if (isBusy) return 'Zeus is still working on this campaign.';
  return kept === 0 ? 'Select at least one search result.' : undefined;
}

interface FaceProps {
  campaignId: string;
  error: Error | null;
  results: readonly SearchResult[] | undefined;
  campaign: Campaign | undefined;
  onRetry: () => void;
}

function Face({ campaignId, error, results, campaign, onRetry }: FaceProps) {
  if (error && (isGone(error) || !results)) return <CampaignProblem error={error} onRetry={onRetry} />;
  const list = { campaignId, results };
  if (results?.length !== 0 || !campaign) return <SearchResultsTable {...list} empty={null} />;
  if (isWorking(campaign) && campaignPage(campaign.status, null) === 'search-results') {
    return <SearchResultsTable {...list} empty={<Waiting />} />;
  }
  return campaign.failed_step !== null ? null : <NoResults campaign={campaign} />;
}

function Intro({ campaign, hasNone }: { campaign: Campaign | undefined; hasNone: boolean }) {
  if (!campaign) return 'Pick the pages whose backlinks you want.';
  return (
    <>
      Pages that rank for <strong className="text-base-content">{campaign.keyword}</strong>
      {settings.places && campaign.country && campaign.language && (
        <>
          {' '}
          in {countryName(campaign.country)}, in {languageName(campaign.language)}
        </>
      )}
      .{!hasNone && <WhatToPick campaign={campaign} />}
    </>
  );
}

function WhatToPick({ campaign: { id, status, failed_step } }: { campaign: Campaign }) {
  if (campaignPage(status, failed_step) === 'search-results') {
    return ' Pick the ones whose backlinks you want; each backlink delivered uses 1 backlink credit.';
  }
  return (
    <>
      {' '}
      Pick the ones whose backlinks you want, or{' '}
      <Link to={paths.backlinks(id)} className="text-link">
        see those found so far
      </Link>
      .
    </>
  );
}

function Waiting() {
  return <p className="py-12 text-center text-base-content/75">The pages appear here as Zeus finds them.</p>;
}

function NoResults({ campaign: { id, type, keyword, targeting } }: { campaign: Campaign }) {
  const isOrganic = type === 'Guest Posts';
  const isRefined = Object.keys(targeting).some((part) => part !== 'results');
  const advice = isRefined ? 'fewer words, kinds of pages or dates' : 'a wider Domain Rating range';
  const action = (
    <Link to={isOrganic ? paths.newCampaign() : paths.backlinks(id)} className="btn btn-primary">
      {isOrganic ? 'Create new campaign' : 'Go to backlinks'}
    </Link>
  );
  return (
    <EmptyState icon={Search} action={action}>
      {isOrganic
        ? `No organic results for “${keyword}”. Try a shorter or more common keyword, or ${advice}.`
        : `${campaignTypeLabel(type)} campaigns have no search results: they start with backlinks.`}
    </EmptyState>
  );
}
