// The layout of /signup and /confirm-email: no navigation, centered content.
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Logo, Mark } from './navigation/mark.tsx';
import { mainId, SkipLink } from './navigation/skip-link.tsx';
import { PageOutlet } from './page/page-outlet.tsx';

export function CenteredLayout() {
  return (
    <div className="relative isolate grid min-h-dvh place-items-center overflow-clip px-4 py-10">
      <SkipLink />
      <Mark className="absolute -right-24 -bottom-40 -z-10 size-[44rem] max-w-none text-base-content/4" />
      <main id={mainId} tabIndex={-1} className="w-full max-w-md outline-none">
        <Link to={paths.login()} aria-label="Zeus, home" className="mx-auto mb-8 block w-fit rounded-field">
          <Logo />
        </Link>
        <PageOutlet />
      </main>
    </div>
  );
}
