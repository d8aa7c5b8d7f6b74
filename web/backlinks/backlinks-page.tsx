import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Download, FileSearch, Link2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { Backlink } from '../../shared/backlink.ts';
import { type Campaign, campaignPage } from '../../shared/campaign.ts';
import { backlinksFile, csvName } from '../../shared/csv.ts';
import { warnBelowBacklinks } from '../../shared/limits.ts';
import { isWorking } from '../campaigns/campaigns.api.ts';
import { TargetingNote } from '../campaigns/targeting-note.tsx';
import { useCampaign } from '../campaigns/use-campaign.ts';
import { CampaignProblem, isGone } from '../campaigns/work/campaign-problem.tsx';
import { FiguresProblem } from '../campaigns/work/figures-problem.tsx';
import { WorkPanel } from '../campaigns/work/work-panel.tsx';
import { PageHeader } from '../layout/page/page-header.tsx';
import { ProgressSteps } from '../layout/page/progress-steps.tsx';
import { paths } from '../paths.ts';
import { askServer } from '../platform/api.ts';
import { useRows, useSaveRows } from '../platform/rows.ts';
import { useSaveFile } from '../platform/save-file.ts';
import { BlockSites } from '../prospects/block-site.tsx';
import { LeftOutSites } from '../prospects/left-out-sites.tsx';
import { leftOutQuery } from '../prospects/prospects.api.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Banner } from '../ui/banner.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { countOf } from '../ui/values/figures.ts';
import { BacklinksTable } from './backlinks-table.tsx';
import { LeftOut } from './left-out.tsx';

export function BacklinksPage() {
  const { campaignId, campaign, isBusy, refetchInterval, query } = useCampaign();
  const { data: backlinks, refetch, ...list } = useRows('backlinks', campaignId, refetchInterval);
  const error = query.error ?? list.error;
  const retry = () => void Promise.all([query.refetch(), refetch()]);
  const isSettled = backlinks !== undefined && campaign !== undefined && !isBusy;
  const keptIds = backlinks?.flatMap(({ id, keep }) => (keep ? [id] : []));
  const kept = keptIds && { table: 'backlinks' as const, ids: keptIds };
  const save = useSaveRows('backlinks', campaignId);
  const handleKeep = (rows: readonly Backlink[], keep: boolean) => save(rows.map(({ id }) => ({ id, keep })));
  const deselect = (domain: string) => {
    const rows = backlinks?.filter((one) => one.keep && one.domain === domain) ?? [];
    handleKeep(rows, false);
    return () => handleKeep(rows, true);
  };
  const leftOut = campaign && <LeftOut campaign={campaign} />;
  // Then it is one more thing to do, at the end of the list.
  const isLater = campaign?.status === 'Waiting to Download Emails';
  return (
    <>
      <PageHeader
        steps={<ProgressSteps current={1} campaign={campaign} />}
        title="Backlinks"
        tabTitle={campaign ? `Backlinks for ${campaign.keyword}` : 'Backlinks'}
        intro={isGone(error) ? undefined : <Intro campaign={campaign} backlinks={backlinks} />}
        actions={
          isGone(error) ? undefined : <Actions campaignId={campaignId} campaign={campaign} backlinks={backlinks} />
        }
      />
      {campaign && !isGone(error) && <TargetingNote campaign={campaign} />}
      {campaign && !isGone(error) && <WorkPanel campaign={campaign} kept={kept} />}
      {!isLater && leftOut}
      {isSettled && <LeftOutSites campaignId={campaignId} />}
      {campaign && <FiguresProblem campaign={campaign} during="Waiting to Pick Backlinks" />}
      {isSettled && isFetched(campaign, backlinks) && backlinks.length < warnBelowBacklinks && (
        <FewBacklinks isOwnList={campaign.type === 'BYOB'} />
      )}
      <BlockSites campaignId={campaignId} keyword={campaign?.keyword ?? ''} deselect={deselect}>
        <Face {...{ campaignId, error, backlinks, campaign }} onRetry={retry} />
      </BlockSites>
      {isLater && <div className="mt-6 empty:hidden">{leftOut}</div>}
    </>
  );
}

/** There are backlinks, or the search for them has ended without any. */
function isFetched({ status, failed_step }: Campaign, backlinks: readonly Backlink[]): boolean {
  if (backlinks.length > 0) return true;
  return failed_step === null && campaignPage(status, failed_step) !== 'search-results';
}

interface FaceProps extends ListProps {
  campaignId: string;
  error: Error | null;
  onRetry: () => void;
}

function Face({ campaignId, error, backlinks, campaign, onRetry }: FaceProps) {
  if (error && (isGone(error) || !backlinks)) return <CampaignProblem error={error} onRetry={onRetry} />;
  // What goes above the list is not known yet, and would push the list down.
  if (!campaign) return null;
  const list = { campaignId, backlinks };
  if (backlinks?.length !== 0) return <BacklinksTable {...list} empty={null} />;
  if (isWorking(campaign) && campaignPage(campaign.status, null) !== 'search-results') {
    return <BacklinksTable {...list} empty={<Waiting />} />;
  }
  return campaign.failed_step !== null ? null : <NoBacklinks campaign={campaign} />;
}

interface ListProps {
  campaign: Campaign | undefined;
  backlinks: readonly Backlink[] | undefined;
}

function Intro({ campaign, backlinks }: ListProps) {
  return (
    <>
      {backlinks && <strong className="text-base-content tabular-nums">{countOf(backlinks.length, 'backlink')}</strong>}
      {campaign && (
        <>
          {backlinks ? ' for ' : 'For '}
          <Keyword campaign={campaign} />
        </>
      )}
      {(backlinks || campaign) && '. '}
      {backlinks?.length !== 0 && 'Select the ones you want to screen.'}
    </>
  );
}

/** Leads back to the search results of an organic campaign, whose other backlinks can be ordered there. */
function Keyword({ campaign: { id, type, keyword } }: { campaign: Campaign }) {
  if (type !== 'Guest Posts') return keyword;
  return (
    <Link to={paths.searchResults(id)} title="Search results for this keyword" className="text-link">
      {keyword}
    </Link>
  );
}

function Actions({ campaignId, campaign, backlinks = [] }: ListProps & { campaignId: string }) {
  const navigate = useNavigate();
  const file = useSaveFile<Backlink>(campaignId);
  // On its own, so that only the button that was pressed is busy.
  const everything = useSaveFile<Backlink>(campaignId);
  const noRows = backlinks.length === 0 ? 'There are no backlinks to download yet.' : undefined;
  const hasKept = backlinks.some(({ keep }) => keep);
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton
        tone="plain"
        icon={Download}
        offBecause={noRows}
        isBusy={file.isPending}
        onClick={() =>
          file.save({
            download: (signal) =>
              askServer('GET /data/campaigns/{id}/backlinks.csv', { params: { id: campaignId }, signal }),
            name: csvName(campaign?.keyword ?? '', 'backlinks'),
            own: { file: backlinksFile, rows: backlinks },
          })
        }
      >
        Download backlinks
      </ActionButton>
      <ActionButton
        tone="plain"
        icon={FileSearch}
        offBecause={noRows}
        isBusy={everything.isPending}
        onClick={() =>
          everything.save({
            download: (signal) =>
              askServer('GET /data/campaigns/{id}/backlinks.csv', {
                params: { id: campaignId },
                query: { columns: 'everything' },
                signal,
              }),
            name: csvName(campaign?.keyword ?? '', 'backlinks-with-everything'),
          })
        }
      >
        Download everything
      </ActionButton>
      <ActionButton
        offBecause={hasKept ? undefined : 'Select at least one backlink.'}
        onClick={() => void navigate(paths.screenLeads(campaignId))}
      >
        Screen backlinks
        <ArrowRight className="size-4" aria-hidden="true" />
      </ActionButton>
    </div>
  );
}

function FewBacklinks({ isOwnList }: { isOwnList: boolean }) {
  return (
    <Banner tone="warning">
      Zeus has fetched less than 10 backlinks, which isn't optimal...{' '}
      <Link to={paths.newCampaign()} className="text-link">
        Start a new campaign
      </Link>{' '}
      with {isOwnList ? 'a longer list' : 'a more common keyword or a wider Domain Rating range'}.
    </Banner>
  );
}

function Waiting() {
  return <p className="py-12 text-center text-base-content/75">The backlinks appear here as Zeus finds them.</p>;
}

function NoBacklinks({ campaign: { id, status, status_message, failed_step, keyword } }: { campaign: Campaign }) {
  const { data: leftOutSites = [] } = useQuery(leftOutQuery(id));
  const isEarly = campaignPage(status, failed_step) === 'search-results';
  if (!isEarly) {
    // What is above says that some were found, and why they are not here.
    const isExplained = status_message !== null || leftOutSites.length > 0;
    const outcome = isExplained ? 'No backlinks were delivered' : 'Zeus found no backlinks';
    return <EmptyState icon={Link2}>{`${outcome} for “${keyword}”. No credit was used.`}</EmptyState>;
  }
  const action = (
    <Link to={paths.searchResults(id)} className="btn btn-primary">
      Go to search results
    </Link>
  );
  return (
    <EmptyState icon={Link2} action={action}>
      There are no backlinks yet. Pick search results first, then get their backlinks.
    </EmptyState>
  );
}
