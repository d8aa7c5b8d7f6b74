// The keyboard shortcuts of what is on screen. Whatever handles keys registers them here, and ? lists them.
import { useEffect, useId, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** What is printed on the keys. */
  readonly keys: readonly string[];
  readonly action: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

let groups: ReadonlyMap<string, ShortcutGroup> = new Map();
const listeners = new Set<() => void>();

/** Lists a group while the component is mounted. True for the first component on screen, which shows the dialog. */
export function useShortcutGroup({ title, shortcuts }: ShortcutGroup): boolean {
  const id = useId();
  const text = JSON.stringify(shortcuts);
  useEffect(() => {
    change(new Map(groups).set(id, { title, shortcuts: JSON.parse(text) as Shortcut[] }));
    return () => {
      const rest = new Map(groups);
      rest.delete(id);
      change(rest);
    };
  }, [id, title, text]);
  return useSyncExternalStore(subscribe, () => groups.keys().next().value === id);
}

/** Groups of the same title are merged. */
export function listShortcuts(): ShortcutGroup[] {
  const byTitle = new Map<string, Shortcut[]>();
  for (const { title, shortcuts } of groups.values()) {
    byTitle.set(title, [...(byTitle.get(title) ?? []), ...shortcuts]);
  }
  return [...byTitle].map(([title, shortcuts]) => ({ title, shortcuts: shortcuts.filter(isFirst) }));
}

const isFirst = ({ action }: Shortcut, index: number, all: readonly Shortcut[]) =>
  all.findIndex((other) => other.action === action) === index;

function change(next: ReadonlyMap<string, ShortcutGroup>) {
  groups = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
