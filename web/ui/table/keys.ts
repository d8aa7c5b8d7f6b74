import type { KeyboardEvent } from 'react';

/** The key belongs to a text field or to a browser shortcut. */
export function isTyping(
  event: Pick<KeyboardEvent | globalThis.KeyboardEvent, 'target' | 'altKey' | 'ctrlKey' | 'metaKey'>,
): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  if (!(target instanceof Element)) return false;
  return target.closest('textarea, select, [contenteditable], dialog, [popover], input:not([type=checkbox])') !== null;
}

/** Moves the focus to the control of the row above or below; false if it isn't such a key or place. */
export function focusNeighborRow({ key, target }: KeyboardEvent): boolean {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
  const row = target instanceof Element ? target.closest('tbody tr') : null;
  return focusIn(key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling);
}

/** The row an element is in; null outside the rows. */
export function rowIndexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('tbody tr') : null;
  return row?.parentElement ? [...row.parentElement.children].indexOf(row) : null;
}

/** Moves the focus to the control of a row, or of the last one if there are fewer. */
export function focusRow(table: HTMLTableElement | null, index: number) {
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])];
  focusIn(rows[index] ?? rows.at(-1));
}

function focusIn(row: Element | null | undefined): boolean {
  const control = row?.querySelector<HTMLElement>('[data-row-control], a, button, input');
  control?.focus();
  return control !== null && control !== undefined;
}
