// The bar at the top of every page of the main layout. On a phone its entries move to a tab bar at the bottom, within
// reach of the thumb. On phones and tablets the account is behind a menu button.
import { use } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { PrefetchPage } from '../../platform/prefetch.ts';
import { useSession } from '../../platform/session.tsx';
import type { UserParts } from '../user-parts.tsx';
import { Logo } from './mark.tsx';
import { ThemeToggle } from './theme-toggle.tsx';

/** `parts`: what a signed-in user sees; without them there are entries for visitors, or none while that is unknown. */
export function NavBar({ parts }: { parts: UserParts | undefined }) {
  const { status } = useSession();
  return (
    <header className="sticky top-0 z-30 low:static print:hidden border-b border-base-300 bg-base-200">
      <nav
        aria-label="Main"
        className="mx-auto flex h-bar max-w-page items-center gap-2 px-4 sm:px-6 md:gap-4 lg:gap-8"
      >
        <Link to={paths.dashboard()} aria-label="Zeus, home" className="mr-auto rounded-field">
          <Logo />
        </Link>
        {parts && <parts.Places />}
        <div className="flex items-center gap-1">
          {parts && <parts.CreditsLink />}
          <ThemeToggle />
          {parts && <parts.AccountEntries />}
          {(status === 'signed-out' || status === 'code-needed') && <SignedOutEntries />}
        </div>
      </nav>
    </header>
  );
}

function SignedOutEntries() {
  const prefetchPage = use(PrefetchPage);
  return (
    <>
      <Link to={paths.login()} className="btn btn-ghost nav-entry">
        Log in
      </Link>
      <Link to={paths.signup()} className="btn btn-plain nav-entry" onPointerEnter={() => prefetchPage(paths.signup())}>
        Sign up
      </Link>
    </>
  );
}
