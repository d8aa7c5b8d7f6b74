import { Link } from 'react-router';
import type { SearchProblem } from '../../shared/search-problem.ts';
import { paths } from '../paths.ts';

/** Why the last search with the button above it ended without an answer. */
export function SearchProblemNote({ end, message }: SearchProblem) {
  return (
    <p className="mt-1 text-sm text-base-content/75">
      {end === 'no-credit' ? (
        <>
          You did not have enough email credits.{' '}
          <Link to={paths.billing()} className="text-link">
            Purchase more
          </Link>
        </>
      ) : (
        `${message} No credit was used.`
      )}
    </p>
  );
}
