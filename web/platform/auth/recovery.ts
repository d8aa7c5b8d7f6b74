// A user who came through "Forgot your password?" chooses a new one before anything else. Remembered per tab, also across reloads.
import { keptInTab } from '../../kept-values.ts';
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
