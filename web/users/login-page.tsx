import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { PageSkeleton } from '../layout/page/page-skeleton.tsx';
import { forgetReturnPath, keepReturnPath, type LoginState, useReturnPath } from '../layout/return-path.ts';
import { useSession } from '../platform/session.tsx';
import { ProductPitch } from './product-pitch.tsx';
import { LoginForm } from './sign-in/login-form.tsx';

const FollowingLink = lazy(async () => ({ default: (await import('./sign-in/following-link.tsx')).FollowingLink }));
const SecondFactorForm = lazy(async () => ({
  default: (await import('./sign-in/second-factor-form.tsx')).SecondFactorForm,
}));

export function LoginPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  const { status } = useSession();
  useKeptReturnPath();
  if (token) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <FollowingLink type={linkTypeOf(query)} token={token} redirectTo={query.get('redirect_to')} />
      </Suspense>
    );
  }
  if (status === 'loading') return <PageSkeleton />;
  if (status === 'signed-in') return <ComeBack />;
  return <BesidePitch>{status === 'code-needed' ? <SecondFactorForm /> : <LoginForm />}</BesidePitch>;
}

/** A link without a type confirms a sign-up. */
function linkTypeOf(query: URLSearchParams) {
  const types = ['email_change', 'invite', 'magiclink'] as const;
  return types.find((type) => type === query.get('type')) ?? 'signup';
}

/** The return path must survive Google and a reload. */
function useKeptReturnPath() {
  const { from } = (useLocation().state ?? {}) as Partial<LoginState>;
  useEffect(() => {
    if (from) keepReturnPath(from);
  }, [from]);
}

function ComeBack() {
  const path = useReturnPath();
  useEffect(() => forgetReturnPath, []);
  return <Navigate to={path} replace />;
}

function BesidePitch({ children }: { children: ReactNode }) {
  return (
    <div className="grid items-center gap-16 lg:min-h-[70dvh] lg:grid-cols-[1fr_28rem]">
      <ProductPitch />
      <Suspense>{children}</Suspense>
    </div>
  );
}
