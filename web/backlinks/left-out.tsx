import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Campaign } from '../../shared/campaign.ts';
import { restQuery } from '../campaigns/campaigns.api.ts';
import { GetBacklinksDialog } from '../campaigns/work/get-backlinks-dialog.tsx';
import { GetBacklinksProblem } from '../campaigns/work/get-backlinks-problem.tsx';
import { useGetBacklinks } from '../campaigns/work/use-get-backlinks.ts';
import { paths } from '../paths.ts';
import { profileQuery } from '../platform/profile.ts';
import { Banner } from '../ui/banner.tsx';

/** What was left out, because of credits, a limit or Stop, and how to get it. Nothing if everything was delivered. */
export function LeftOut({ campaign }: { campaign: Campaign }) {
  const { id } = campaign;
  const message = useMessage(campaign);
  const { data: profile } = useQuery({ ...profileQuery, enabled: message !== null });
  const rest = useGetBacklinks(id);
  if (message === null) return null;
  return (
    <>
      {rest.error && <GetBacklinksProblem error={rest.error} />}
      {rest.priced && <GetBacklinksDialog campaignId={id} {...rest.priced} onClose={rest.close} />}
      <Banner tone={campaign.status === 'Waiting to Pick Backlinks' ? 'warning' : 'info'}>
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

/**
 * After a search for emails, the campaign's message is about that, and the price says whether there is more. It doesn't say how much,
 * because the known number may be too low.
 */
function useMessage({ id, type, status, status_message }: Campaign): string | null {
  const isLater = status === 'Waiting to Download Emails' && type !== 'BYOB';
  const { data: price } = useQuery({ ...restQuery(id), enabled: isLater });
  if (status === 'Waiting to Pick Backlinks') return status_message;
  return isLater && price && price.results + price.most > 0 ? 'You can get more backlinks for this campaign.' : null;
}
