import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.tsx';
import { NavBar } from './navigation/nav-bar.tsx';
import { mainId, SkipLink } from './navigation/skip-link.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PageLoading } from './page/page-loading.tsx';
import { PageOutlet } from './page/page-outlet.tsx';
import { useUserParts } from './use-user-parts.ts';

export function MainLayout() {
  const { status } = useSession();
  const parts = useUserParts();
  return (
    <div className="relative flex min-h-dvh flex-col">
      <SkipLink />
      <NavBar parts={parts} />
      <PageLoading />
      <OfflineNotice />
      {parts && <parts.SaveState />}
      <main id={mainId} tabIndex={-1} className="page-main mx-auto w-full max-w-page grow px-4 outline-none sm:px-6">
        <PageOutlet />
      </main>
      {status === 'signed-out' && <OpenPagesFooter />}
      {status === 'signed-in' && <div className="h-[calc(3.5rem+env(safe-area-inset-bottom))] md:hidden" />}
      {parts && <parts.UserServices />}
    </div>
  );
}

/** Pages for visitors; signed-in users have them in the bar. */
function OpenPagesFooter() {
  return (
    <footer className="border-t border-base-300">
      <ul className="mx-auto flex max-w-page flex-wrap gap-x-6 gap-y-2 px-4 py-6 text-sm sm:px-6">
        <li>
          <Link to={paths.latest()} className="quiet-link">
            Latest updates
          </Link>
        </li>
        <li>
          <Link to={paths.help()} className="quiet-link">
            Help
          </Link>
        </li>
      </ul>
    </footer>
  );
}
