// Short messages that disappear on their own. Any code can show one; the layout renders them.
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

type ToastTone = 'success' | 'error' | 'info';

export interface Toast {
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  readonly actions: readonly ToastAction[];
}

/** A button in the message. Pressing it closes the message. */
export interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

/** Long enough to read two sentences, or to decide about an action; an error stays until it is closed. */
const shownMs = 6_000;
const actionShownMs = 15_000;
const shownAtMost = 3;

const toasts = createStore<readonly Toast[]>([]);
let last = 0;

/** Shows a message and returns its id; the same message replaces itself. */
export function showToast(tone: ToastTone, text: string, actions: readonly ToastAction[] = []): number {
  last += 1;
  const id = last;
  toasts.set(withoutOldest([...toasts.get().filter((toast) => toast.text !== text), { id, tone, text, actions }]));
  if (tone !== 'error') closeLater(id, actions.length > 0 ? actionShownMs : shownMs);
  return id;
}

/** If there are too many, errors stay before others, but the newest message is always shown. */
function withoutOldest(all: readonly Toast[]): readonly Toast[] {
  if (all.length <= shownAtMost) return all;
  const oldest = all.slice(0, -1).find(({ tone }) => tone !== 'error') ?? all[0];
  return withoutOldest(all.filter((toast) => toast !== oldest));
}

/** Not while the pointer or the focus is on it. */
function closeLater(id: number, ms: number) {
  setTimeout(() => {
    if (!toasts.get().some((toast) => toast.id === id)) return;
    if (document.querySelector(`[data-toast="${id}"]:is(:hover, :focus-within)`)) closeLater(id, ms);
    else closeToast(id);
  }, ms);
}

export function closeToast(id: number) {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export function closeAllToasts() {
  toasts.set([]);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(toasts.subscribe, toasts.get);
}
