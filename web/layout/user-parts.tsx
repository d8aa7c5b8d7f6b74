// The parts of the main layout that only signed-in users need: entries of the bar, live updates, messages, and whether choices are
// saved. A chunk of its own, so that visitors don't load it (use-user-parts.ts).
import { useLive } from '../platform/live/use-live.ts';
import { Toaster } from '../ui/toast/toaster.tsx';
import { CreditsLink } from './navigation/credits-link.tsx';
import { AccountEntries, Places } from './navigation/user-entries.tsx';
import { SaveState } from './save-state.tsx';

export const userParts = { Places, CreditsLink, AccountEntries, SaveState, UserServices };
export type UserParts = typeof userParts;

function UserServices() {
  useLive();
  return <Toaster />;
}
