// The keyboard shortcuts of what is on screen. Whatever handles keys registers them here, and ? lists them.
import { useEffect, useId, useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

export interface Shortcut {
  /** What is printed on the keys. */
  readonly keys: readonly string[];
  readonly action: string;
}

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const groups = createStore<ReadonlyMap<string, ShortcutGroup>>(new Map());

/** Lists a group while the component is mounted. True for the first component on screen, which shows the dialog. */
export function useShortcutGroup({ title, shortcuts }: ShortcutGroup): boolean {
  const id = useId();
  const text = JSON.stringify(shortcuts);
  useEffect(() => {
    groups.set(new Map(groups.get()).set(id, { title, shortcuts: JSON.parse(text) as Shortcut[] }));
    return () => {
      const rest = new Map(groups.get());
      rest.delete(id);
      groups.set(rest);
    };
  }, [id, title, text]);
  return useSyncExternalStore(groups.subscribe, () => groups.get().keys().next().value === id);
}

/** Groups of the same title are merged. */
export function listShortcuts(): ShortcutGroup[] {
  const byTitle = new Map<string, Shortcut[]>();
  for (const { title, shortcuts } of groups.get().values()) {
    byTitle.set(title, [...(byTitle.get(title) ?? []), ...shortcuts]);
  }
  return [...byTitle].map(([title, shortcuts]) => ({ title, shortcuts: shortcuts.filter(isFirst) }));
}

const isFirst = ({ action }: Shortcut, index: number, all: readonly Shortcut[]) =>
  all.findIndex((other) => other.action === action) === index;
