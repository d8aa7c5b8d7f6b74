import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { isSelectionChanged } from '../campaigns.api.ts';

/**
 * Why the backlinks search did not start. Refusals link to /billing, as the specification says, unless the user only has to
 * check again.
 */
export function GetBacklinksProblem({ error }: { error: Error }) {
  const isRefused =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && !isSelectionChanged(error);
  return (
    <Banner tone="error">
      {isRefused ? (
        <Link to={paths.billing()} className="text-link">
          {error.message}
        </Link>
      ) : (
        error.message
      )}
    </Banner>
  );
}
