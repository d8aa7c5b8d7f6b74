import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import { Banner } from '../../ui/banner.tsx';

/** Why no backlinks are looked for. What the server refuses leads to /billing, as the specification has it. */
export function GetBacklinksProblem({ error }: { error: Error }) {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
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
