/** A dialog focuses the element with this attribute, which React does not render. Pass it as a ref. */
export const markAsFirst = (control: HTMLElement | null) => control?.setAttribute('autofocus', '');
