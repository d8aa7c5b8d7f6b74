// Whether a click somewhere on a row is meant for the row.
import type { MouseEvent } from 'react';

const controls = 'a, button, input, select, label, [popover], [tabindex]:not([tabindex="-1"])';

export function isOnControl(event: MouseEvent<HTMLElement>): boolean {
  const control = (event.target as Element).closest(controls);
  // The page around the list can be focused as well.
  return control !== null && event.currentTarget.contains(control);
}

/** The click was the end of a drag that selected text, or a further one on the same word. */
export function hasSelectedText(row: Element): boolean {
  const selected = window.getSelection();
  if (selected === null || selected.isCollapsed) return false;
  return row.contains(selected.anchorNode) || row.contains(selected.focusNode);
}
