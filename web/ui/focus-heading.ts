/** Moves a lost focus, whose element is gone, to the heading of the page. */
export function focusHeadingIfLost() {
  if (document.activeElement && document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}
