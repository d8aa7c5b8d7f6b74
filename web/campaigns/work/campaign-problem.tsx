import { SearchX } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';

/** The campaign does not exist: deleted, or another user's. */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'not-found';

/** Shown if the rows of a campaign could not be loaded. */
export function CampaignProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isGone(error)) return <LoadProblem error={error} onRetry={onRetry} />;
  const action = (
    <Link to={paths.dashboard()} className="btn btn-primary">
      Back to campaigns
    </Link>
  );
  return (
    <EmptyState icon={SearchX} action={action}>
      This campaign does not exist. It may have been deleted.
    </EmptyState>
  );
}
