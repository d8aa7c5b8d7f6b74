// Where to go after signing in: the page the guard turned away, or the dashboard. Stored in the tab, because the way may lead
// through Google, an email or a reload.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { keptInTab } from '../kept-values.ts';
import { paths } from '../paths.ts';

export interface LoginState {
  /** The page the user wanted, inside the app. */
  readonly from: string;
}

const name = 'zeus.return';

/** Only URLs of this app: one slash, then anything but a second one. */
const isInside = (path: string) => /^\/(?![/\\])/.test(path);

export function keepReturnPath(path: string) {
  if (isInside(path)) keptInTab.setItem(name, path);
}

export function forgetReturnPath() {
  keptInTab.removeItem(name);
}

/** The stored path, or null. */
export function keptReturnPath(): string | null {
  const kept = keptInTab.getItem(name);
  return kept !== null && isInside(kept) ? kept : null;
}

/** Where this visit to /login leads; constant while the page is shown. */
export function useReturnPath(): string {
  const state = useLocation().state as Partial<LoginState> | null;
  const [path] = useState(() => state?.from ?? keptReturnPath() ?? paths.dashboard());
  return path;
}
