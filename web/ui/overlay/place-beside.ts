// Positions a top-layer box next to its anchor. The browser's own anchor positioning is not available everywhere yet.

const gap = 8;

export type Side = 'above' | 'below-end';

/**
 * Above the anchor and centered, or below it and aligned with its end; always inside the window. A box that fits on neither side
 * takes the larger one and scrolls.
 */
export function placeBeside(anchor: Element, box: HTMLElement, side: Side) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const left = side === 'above' ? at.left + at.width / 2 - width / 2 : at.right - width;
  const below = at.bottom + gap;
  const spaceAbove = at.top - 2 * gap;
  const spaceBelow = window.innerHeight - below - gap;
  const fitsAbove = height <= spaceAbove;
  const isAbove = side === 'above' ? fitsAbove : height > spaceBelow && (fitsAbove || spaceAbove > spaceBelow);
  // The bars of a phone's browser come and go, so the space below is not a fixed number of pixels.
  box.style.maxHeight = isAbove ? `${spaceAbove}px` : `calc(100dvh - ${below + gap}px)`;
  const top = isAbove ? at.top - gap - Math.min(height, spaceAbove) : below;
  moveTo(box, Math.max(gap, Math.min(left, document.documentElement.clientWidth - width - gap)), top);
}

/** Without a top layer, the box may be positioned relative to an ancestor such as a size container; this corrects that. */
function moveTo(box: HTMLElement, left: number, top: number) {
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
  const is = box.getBoundingClientRect();
  if (is.left !== left || is.top !== top) {
    Object.assign(box.style, { left: `${2 * left - is.left}px`, top: `${2 * top - is.top}px` });
  }
}
