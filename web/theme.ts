// Light or dark. The system decides until the user does; choosing the system's setting returns the decision to it.
// web/public/theme.js applies a stored choice before the first paint.
import { useSyncExternalStore } from 'react';

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
  remember(followSystem ? null : theme);
  for (const listener of listeners) listener();
}

/** A phone's browser bars take the page's color; index.html names one for each theme. */
function colorBrowser(chosen: Theme | null) {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const theme = meta.dataset.for;
    meta.media = chosen ? (theme === chosen ? 'all' : 'not all') : `(prefers-color-scheme: ${theme})`;
  }
}

function remember(theme: Theme | null) {
  try {
    if (theme) localStorage.setItem(storageKey, theme);
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
