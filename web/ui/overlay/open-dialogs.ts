// The modal dialogs that are open. While there is one, the rest of the page cannot be used, so messages are shown in it.
import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

const dialogs = createStore<readonly HTMLDialogElement[]>([]);

/** Returns a function that removes it. */
export function addDialog(dialog: HTMLDialogElement): () => void {
  dialogs.set([...dialogs.get(), dialog]);
  return () => dialogs.set(dialogs.get().filter((other) => other !== dialog));
}

/** The one opened last, or null. */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(dialogs.subscribe, () => dialogs.get().at(-1) ?? null);
}
