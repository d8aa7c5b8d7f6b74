// Keys that act on the whole page. They are left alone while somebody types, while a modifier is held, and while a
// dialog or a menu is open.
import { useEffect, useEffectEvent } from 'react';

export type KeyActions = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/** By the key's name in lower case: 'k', 'arrowleft'. A key held down repeats the arrows only. */
export function useKeys(actions: KeyActions) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[event.key.toLowerCase()];
    if (!action || isMeantForOthers(event)) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}

function isMeantForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (event.repeat && !event.key.startsWith('Arrow')) return true;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  const typed = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="button"])';
  return target.closest(typed) !== null || document.querySelector('dialog[open], .menu-box') !== null;
}
