import type { KeyboardEvent } from 'react';

/** The key belongs to a text or to a combination of the browser's. */
export function isTyping(
  event: Pick<KeyboardEvent | globalThis.KeyboardEvent, 'target' | 'altKey' | 'ctrlKey' | 'metaKey'>,
): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return target.closest('textarea, select, [contenteditable], dialog, [popover], input:not([type=checkbox])') !== null;
}

/** Moves the focus to the same control of the row above or below; false when the key or the place is another. */
export function focusNeighbourRow({ key, target }: KeyboardEvent): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
  const row = target instanceof Element ? target.closest('tbody tr') : null;
  const neighbour = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const main = neighbour?.querySelector<HTMLElement>('[data-row-control], a, button, input');
  main?.focus();
  return main !== null && main !== undefined;
}
