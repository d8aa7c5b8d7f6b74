import { type MouseEvent, type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { focusHeadingIfLost } from '../focus-heading.ts';
import { ignoreHeldKey, isRepeatedClick } from '../one-press.ts';
import { addDialog } from './open-dialogs.ts';

/** A dialog focuses the element with this attribute, which React does not render. Pass it as a ref. */
export const markAsFirst = (control: HTMLElement | null) => control?.setAttribute('autofocus', '');

interface ModalProps {
  title: string;
  children: ReactNode;
  /** Called for the button, the Escape key and a click next to the box. */
  onClose: () => void;
  /** False if the content has its own way out. */
  hasCloseButton?: boolean;
  closeLabel?: string;
  /** It cannot be closed now, because the action is in progress. The content says so. */
  isLocked?: boolean;
  /** Only the content's own buttons close it while something was entered that is not saved. */
  keepsEntries?: boolean;
}

/** A native dialog, open while it is rendered. The browser keeps the focus inside and returns it afterwards. */
export function Modal({
  title,
  children,
  onClose,
  hasCloseButton = true,
  closeLabel = 'Close modal',
  isLocked = false,
  keepsEntries = false,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const atFirst = useRef(new Map<Element, string>());
  // Close it before it unmounts: only then does the browser return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    if (!shown.open) shown.showModal();
    const removeDialog = addDialog(shown);
    for (const field of fieldsOf(shown)) atFirst.current.set(field, field.value);
    return () => {
      removeDialog();
      shown.close();
      // The element that had the focus may disappear with the dialog.
      queueMicrotask(focusHeadingIfLost);
    };
  }, []);
  const [isHeld, setHeld] = useState(false);
  const mustStay = () => {
    const fields = keepsEntries && dialog.current ? fieldsOf(dialog.current) : [];
    const hasEntered = fields.some((field) => field.value !== atFirst.current.get(field));
    if (hasEntered) setHeld(true);
    return isLocked || hasEntered;
  };
  const refuseIfLocked = (event: SyntheticEvent) => isLocked && event.preventDefault();
  // The second click of the double click that opened the dialog lands next to its box.
  const handleBackdrop = (event: MouseEvent) => (isRepeatedClick(event) || mustStay()) && event.preventDefault();
  const handleClose = () => {
    if (dialog.current?.open) return;
    // Some browsers close a dialog on the second Escape, whatever the page says.
    if (mustStay()) dialog.current?.showModal();
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      // The key that opened it may still be held down.
      onKeyDown={ignoreHeldKey}
      onCancel={(event) => mustStay() && event.preventDefault()}
      onClose={handleClose}
    >
      <div className="modal-box max-h-dvh max-w-2xl p-6 sm:p-8">
        <h2 id={titleId} className="text-xl font-bold tracking-tight text-balance">
          {title}
        </h2>
        <div className="mt-4">{children}</div>
        {keepsEntries && (
          <p role="status" className="mt-4 text-warning empty:hidden">
            {isHeld && 'What you entered would be lost. Choose Cancel to discard it.'}
          </p>
        )}
        {hasCloseButton && (
          <form method="dialog" className="modal-action">
            <button type="submit" className="btn btn-plain" aria-disabled={isLocked} onClick={refuseIfLocked}>
              {closeLabel}
            </button>
          </form>
        )}
      </div>
      <form method="dialog" className="modal-backdrop">
        <button type="submit" tabIndex={-1} aria-hidden="true" onClick={handleBackdrop}>
          Close
        </button>
      </form>
    </dialog>
  );
}

const fieldsOf = (dialog: HTMLDialogElement) => [
  ...dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
];
