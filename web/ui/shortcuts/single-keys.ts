// Whether single characters such as K or / are shortcuts. Speech input and unsteady hands trigger them by accident, so users can
// turn them off (WCAG 2.1.4). The choice is remembered in this browser.
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

const storageKey = 'zeus.single-keys';
const isOn = createStore(remembered() !== 'off');

export const hasSingleKeys = isOn.get;

export function setSingleKeys(on: boolean) {
  isOn.set(on);
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(isOn.subscribe, isOn.get);
}

/** By the name of the key, in useKeys or as printed. Arrows are no characters. */
export const isSingleKey = (name: string) => /^[a-z\d/?]$/i.test(name);

function remembered(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
