/** Gives a focus that was lost, because what had it is gone, to the heading of the page. */
export function focusHeadingIfLost() {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
