// Whether single characters such as K or / are shortcuts. Speech input and unsteady hands trigger them by accident, so users can
// turn them off (WCAG 2.1.4). The choice is remembered in this browser.
import { useSyncExternalStore } from 'react';
import { keptInBrowser } from '../../kept-values.ts';
import { createStore } from '../store.ts';

const storageKey = 'zeus.single-keys';
const isOn = createStore(keptInBrowser.getItem(storageKey) !== 'off');

export const hasSingleKeys = isOn.get;

export function setSingleKeys(on: boolean) {
  isOn.set(on);
  if (on) keptInBrowser.removeItem(storageKey);
  else keptInBrowser.setItem(storageKey, 'off');
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(isOn.subscribe, isOn.get);
}

/** By the name of the key, in useKeys or as printed. Arrows are no characters. */
export const isSingleKey = (name: string) => /^[a-z\d/?]$/i.test(name);
