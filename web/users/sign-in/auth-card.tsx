import type { ReactNode } from 'react';
import { PageHeader } from '../../layout/page/page-header.tsx';
import { prefetchAuth } from '../../platform/auth/open-auth.ts';

interface AuthCardProps {
  title: string;
  tabTitle?: string;
  intro?: ReactNode;
  /** Replaces another view of the same page. */
  replaces?: boolean;
  children: ReactNode;
  /** Shown below the card, such as the link to the other form. */
  footer?: ReactNode;
}

/** The card of /login, /signup and /reset-password. */
export function AuthCard({ title, tabTitle, intro, replaces, children, footer }: AuthCardProps) {
  return (
    <div className="mx-auto w-full max-w-md" onFocusCapture={prefetchAuth} onPointerEnter={prefetchAuth}>
      <div className="card-surface p-6 sm:p-8">
        <PageHeader title={title} tabTitle={tabTitle} intro={intro} replaces={replaces} />
        <div className="space-y-6">{children}</div>
      </div>
      {footer && <div className="mt-6 text-center">{footer}</div>}
    </div>
  );
}
