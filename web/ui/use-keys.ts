// Page-wide keyboard shortcuts. They are inactive while the user types, while a modifier is held, and while a dialog or menu is
// open. Single letters and the like can be turned off.
import { useEffect, useEffectEvent } from 'react';
import { hasSingleKeys, isSingleKey } from './shortcuts/single-keys.ts';

type KeyActions = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/**
 * By the key's lower-case name: 'k', 'arrowleft'. Only arrows repeat while held. On non-Latin layouts, the key at the same
 * position counts.
 */
export function useKeys(actions: KeyActions) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    const action = actions[name];
    if (!action || (isSingleKey(name) && !hasSingleKeys()) || isMeantForOthers(event)) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}

/** Autofill sends key events without a key. */
function nameOf({ key, code }: Partial<Pick<KeyboardEvent, 'key' | 'code'>>): string {
  const isOtherLetter = key !== undefined && key.length === 1 && key > '\u007f';
  return (isOtherLetter ? (code ?? '').replace('Key', '') : (key ?? '')).toLowerCase();
}

function isMeantForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (event.repeat && !event.key.startsWith('Arrow')) return true;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  const typed = 'textarea, select, [contenteditable], input:not([type="checkbox"], [type="button"])';
  return target.closest(typed) !== null || document.querySelector('dialog[open], .menu-box') !== null;
}
