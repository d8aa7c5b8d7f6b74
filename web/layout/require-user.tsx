import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

interface LoginState {
  /** The address the user wanted, inside the app. */
  readonly from: string;
}

/** Lets signed-in users through and sends everybody else to /login, which can bring them back. */
export function RequireUser() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <PageSkeleton />;
  if (session.status === 'signed-in') return <Outlet />;
  const state: LoginState | null = session.left ? null : { from: pathname + search + hash };
  return <Navigate to={paths.login()} state={state} replace />;
}

/** Where to go after signing in: the address the guard turned away, or the dashboard. */
export function useReturnPath(): string {
  const state = useLocation().state as Partial<LoginState> | null;
  return state?.from ?? paths.dashboard();
}
