import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Campaign } from '../../shared/campaign.ts';
import { GetBacklinksProblem } from '../campaigns/work/get-backlinks-problem.tsx';
import { useGetBacklinks } from '../campaigns/work/use-get-backlinks.ts';
import { paths } from '../paths.ts';
import { Banner } from '../ui/banner.tsx';
import { profileQuery } from '../platform/profile.ts';

/** What was left out for lack of credits, and how to get it. Nothing if everything was delivered. */
export function LeftOut({ campaign: { id, status, status_message: message } }: { campaign: Campaign }) {
  const isSaid = status === 'Waiting to Pick Backlinks' && message !== null;
  const { data: profile } = useQuery({ ...profileQuery, enabled: isSaid });
  const rest = useGetBacklinks(id);
  if (!isSaid) return null;
  return (
    <>
      {rest.error && <GetBacklinksProblem error={rest.error} />}
      <Banner tone="warning">
        {message}{' '}
        {profile && profile.credits > 0 ? (
          <button
            type="button"
            className="text-link cursor-pointer"
            aria-disabled={rest.isPending}
            onClick={() => !rest.isPending && rest.start()}
          >
            Get them now
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
