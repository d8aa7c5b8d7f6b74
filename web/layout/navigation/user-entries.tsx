// The entries of the bar for signed-in users.
import { CircleUserRound, CreditCard, Globe, LifeBuoy, LogOut, type LucideIcon, Sparkles, Target } from 'lucide-react';
import { use } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { PrefetchPage } from '../../platform/prefetch.ts';
import { Menu } from '../../ui/overlay/menu.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LogOutQuestion } from './log-out-question.tsx';
import { useIsNarrow } from './use-is-narrow.ts';
import { useLogOut } from './use-log-out.ts';

interface Place {
  readonly label: string;
  readonly path: string;
  readonly icon: LucideIcon;
  /** Other paths under which the entry is the current one. */
  readonly under?: string;
}

const places: readonly Place[] = [
  { label: 'Latest updates', path: paths.latest(), icon: Sparkles },
  { label: 'Help', path: paths.help(), icon: LifeBuoy },
  { label: 'Campaigns', path: paths.dashboard(), icon: Target, under: paths.newCampaign() },
  { label: 'Prospects', path: paths.prospects(), icon: Globe },
  { label: 'Billing', path: paths.billing(), icon: CreditCard },
];

export function Places() {
  const { pathname } = useLocation();
  const prefetchPage = use(PrefetchPage);
  return (
    <ul className="tab-bar">
      {places.map(({ label, path, icon: Icon, under }) => {
        const isCurrent = pathname === path || (under !== undefined && pathname.startsWith(under));
        return (
          <li key={path}>
            <Link
              to={path}
              aria-current={isCurrent ? 'page' : undefined}
              onPointerEnter={() => prefetchPage(path)}
              onFocus={() => prefetchPage(path)}
            >
              <Icon className="size-5 md:hidden" aria-hidden="true" />
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

export function AccountEntries() {
  const isNarrow = useIsNarrow();
  const { logOut, leave, stay, isWaiting, isAsking } = useLogOut();
  const Entries = isNarrow ? AccountMenu : AccountButtons;
  return (
    <>
      <Entries isLeaving={isWaiting} onLogOut={() => void logOut()} />
      {isAsking && <LogOutQuestion onLeave={leave} onStay={stay} />}
    </>
  );
}

interface EntriesProps {
  /** Waiting for choices to be saved. */
  isLeaving: boolean;
  onLogOut: () => void;
}

function AccountButtons({ isLeaving, onLogOut }: EntriesProps) {
  const isAccount = useLocation().pathname === paths.account();
  return (
    <>
      <Link
        to={paths.account()}
        className="btn btn-ghost btn-square nav-entry"
        aria-label="Account"
        aria-current={isAccount ? 'page' : undefined}
        title="Account"
      >
        <CircleUserRound className="size-5" aria-hidden="true" />
      </Link>
      <button type="button" className="btn btn-ghost nav-entry" aria-busy={isLeaving} onClick={onLogOut}>
        {isLeaving && <Spinner />}
        Log out
      </button>
    </>
  );
}

/** On phones and tablets an icon next to others is easily hit by accident, so logging out takes two taps there. */
function AccountMenu({ isLeaving, onLogOut }: EntriesProps) {
  const navigate = useNavigate();
  return (
    <Menu
      isCompact
      isBusy={isLeaving}
      label="Account menu"
      icon={CircleUserRound}
      items={[
        { label: 'Account', icon: CircleUserRound, onChoose: () => void navigate(paths.account()) },
        { label: 'Log out', icon: LogOut, onChoose: onLogOut },
      ]}
    />
  );
}
