// Light or dark. The system decides until the user does; choosing the system's setting returns the decision to it.
// web/public/theme.js applies a stored choice before the first paint.
import { useSyncExternalStore } from 'react';
import { keptInBrowser } from './kept-values.ts';

export type Theme = 'light' | 'dark';

const storageKey = 'zeus.theme';
const listeners = new Set<() => void>();
const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

function systemTheme(): Theme {
  return systemDark.matches ? 'dark' : 'light';
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
}

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  systemDark.addEventListener('change', onChange);
  return () => {
    listeners.delete(onChange);
    systemDark.removeEventListener('change', onChange);
  };
}

export function chooseTheme(theme: Theme) {
  const followSystem = theme === systemTheme();
  if (followSystem) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  colorBrowser(followSystem ? null : theme);
  if (followSystem) keptInBrowser.removeItem(storageKey);
  else keptInBrowser.setItem(storageKey, theme);
  for (const listener of listeners) listener();
}

/** A phone's browser bars take the page's color; index.html names one for each theme. */
function colorBrowser(chosen: Theme | null) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const theme = meta.dataset.for;
    meta.media = chosen ? (theme === chosen ? 'all' : 'not all') : `(prefers-color-scheme: ${theme})`;
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
