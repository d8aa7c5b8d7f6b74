// A user who came by "Forgot your password?" chooses a new one before anything else. Holds for this tab, also over a reload.
import { keptInTab } from '../kept-values.ts';
import { announceSession } from '../session-source.ts';

const name = 'zeus.recovering';

export function isRecovering(): boolean {
  return keptInTab.getItem(name) !== null;
}

export function startRecovery() {
  keptInTab.setItem(name, 'yes');
  announceSession(null);
}

export function endRecovery() {
  keptInTab.removeItem(name);
  announceSession(null);
}
