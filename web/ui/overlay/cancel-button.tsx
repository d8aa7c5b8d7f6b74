import { markAsFirst } from './modal.tsx';

interface CancelButtonProps {
  onClose: () => void;
  /** The action is in progress. */
  isLocked?: boolean;
  /** Gets the focus when the dialog opens. */
  isFirst?: boolean;
}

/** The way out of a dialog, next to its main button. */
export function CancelButton({ onClose, isLocked = false, isFirst = false }: CancelButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-plain h-11"
      aria-disabled={isLocked}
      onClick={() => !isLocked && onClose()}
      ref={isFirst ? markAsFirst : undefined}
    >
      Cancel
    </button>
  );
}
