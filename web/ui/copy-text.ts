// Copies text to the clipboard. navigator.clipboard exists only on https and localhost; on plain http, for example on a local
// network, the older way still works: select a text field and copy it.

/** Returns whether the text was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  // Invisible but rendered, because a hidden field can't be selected. Fixed, so that the page doesn't scroll.
  area.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0;';
  // While a modal dialog is open, only its content can be focused.
  (before?.closest('dialog') ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
