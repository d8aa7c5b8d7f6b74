import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Campaign } from '../../shared/campaign.ts';
import { GetBacklinksDialog } from '../campaigns/work/get-backlinks-dialog.tsx';
import { GetBacklinksProblem } from '../campaigns/work/get-backlinks-problem.tsx';
import { useGetBacklinks } from '../campaigns/work/use-get-backlinks.ts';
import { paths } from '../paths.ts';
import { profileQuery } from '../platform/profile.ts';
import { Banner } from '../ui/banner.tsx';

/** What was left out, because of credits, a limit or Stop, and how to get it. Nothing if everything was delivered. */
export function LeftOut({ campaign: { id, status, status_message: message } }: { campaign: Campaign }) {
  const isSaid = status === 'Waiting to Pick Backlinks' && message !== null;
  const { data: profile } = useQuery({ ...profileQuery, enabled: isSaid });
  const rest = useGetBacklinks(id);
  if (!isSaid) return null;
  return (
    <>
      {rest.error && <GetBacklinksProblem error={rest.error} />}
      {rest.priced && <GetBacklinksDialog campaignId={id} {...rest.priced} onClose={rest.close} />}
      <Banner tone="warning">
        {message}{' '}
        {profile && profile.credits > 0 ? (
          <button
            type="button"
            className="text-link cursor-pointer"
            aria-disabled={rest.isPending}
            onClick={() => !rest.isPending && rest.ask()}
          >
            Get the rest
          </button>
        ) : (
          <Link to={paths.billing()} className="text-link">
            Get more credits
          </Link>
        )}
      </Banner>
    </>
  );
}
