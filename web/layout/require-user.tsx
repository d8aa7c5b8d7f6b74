import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.tsx';
import { currentQuery } from '../ui/address.ts';
import { PageSkeleton } from './page/page-skeleton.tsx';
import type { LoginState } from './return-path.ts';

/** Lets signed-in users through and redirects everyone else to /login, which can bring them back. */
export function RequireUser() {
  const session = useSession();
  const location = useLocation();
  if (session.status === 'loading') return <PageSkeleton />;
  if (session.status === 'signed-in') {
    return session.recovering ? <Navigate to={paths.resetPassword()} replace /> : <Outlet />;
  }
  const hasLeft = session.status === 'signed-out' && session.left;
  const state: LoginState | null = hasLeft
    ? null
    : { from: location.pathname + currentQuery(location) + location.hash };
  return <Navigate to={paths.login()} state={state} replace />;
}
