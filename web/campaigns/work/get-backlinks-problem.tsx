import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { isRefused } from '../../platform/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { isSelectionChanged } from '../campaigns.api.ts';

/** Why the price could not be read. */
export function GetBacklinksProblem({ error }: { error: Error }) {
  return <Banner tone="error">{whyNotStarted(error)}</Banner>;
}

/**
 * Why the search for backlinks did not start. Refusals link to /billing, as the specification says, unless the user only has to
 * check again.
 */
export function whyNotStarted(error: Error): ReactNode {
  if (!isRefused(error) || isSelectionChanged(error)) return error.message;
  return (
    <Link to={paths.billing()} className="text-link">
      {error.message}
    </Link>
  );
}
