// Copies a text to the clipboard. The clipboard's own interface exists on https and localhost only; on a plain http address
// of a local network the older way still works: a text field that is selected and copied.

/** Whether the text is in the clipboard now. */
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
  // On screen, or it could not be selected; and not where it would scroll the page.
  area.style.cssText = 'position: fixed; inset: 0 auto auto 0; opacity: 0;';
  // Inside an open dialog nothing else can be focused.
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
