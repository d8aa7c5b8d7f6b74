import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

/** Tries to leave the open dialog without its buttons: by a click next to its box, and by the Escape key. */
export async function leaveDialog() {
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  const backdrop = dialog.querySelector('.modal-backdrop button');
  if (backdrop) await userEvent.click(backdrop);
  // As a browser does.
  if (dialog.open && fireEvent(dialog, new Event('cancel', { cancelable: true }))) dialog.close();
}
