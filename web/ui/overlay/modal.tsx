import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { focusHeadingIfLost } from '../focus-heading.ts';
import { ignoreHeldKey } from '../one-press.ts';

interface ModalProps {
  title: string;
  children: ReactNode;
  /** Called for the button, the Escape key and a click beside the box. */
  onClose: () => void;
  /** False where the content has its own way out. */
  hasCloseButton?: boolean;
  closeLabel?: string;
  /** It cannot be closed now: what was asked for is being done. The content says so. */
  isLocked?: boolean;
}

/** A native dialog, open as long as it is rendered. The browser keeps the focus inside and gives it back afterwards. */
export function Modal({
  title,
  children,
  onClose,
  hasCloseButton = true,
  closeLabel = 'Close modal',
  isLocked = false,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it goes, also when it is simply rendered no more: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) shown?.showModal();
    return () => {
      shown?.close();
      // Where the focus came from may go with the dialog.
      queueMicrotask(focusHeadingIfLost);
    };
  }, []);
  const refuseIfLocked = (event: SyntheticEvent) => isLocked && event.preventDefault();
  const handleClose = () => {
    if (dialog.current?.open) return;
    // Some browsers close a dialog on the second Escape, whatever the page says.
    if (isLocked) dialog.current?.showModal();
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      // The key that opened it may still be held down.
      onKeyDown={ignoreHeldKey}
      onCancel={refuseIfLocked}
      onClose={handleClose}
    >
      <div className="modal-box max-w-2xl p-6 sm:p-8">
        <h2 id={titleId} className="text-xl font-bold tracking-tight text-balance">
          {title}
        </h2>
        <div className="mt-4">{children}</div>
        {hasCloseButton && (
          <form method="dialog" className="modal-action">
            <button type="submit" className="btn btn-plain" aria-disabled={isLocked} onClick={refuseIfLocked}>
              {closeLabel}
            </button>
          </form>
        )}
      </div>
      <form method="dialog" className="modal-backdrop">
        <button type="submit" tabIndex={-1} aria-hidden="true" onClick={refuseIfLocked}>
          Close
        </button>
      </form>
    </dialog>
  );
}
