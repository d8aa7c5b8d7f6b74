import type { ReactNode } from 'react';

interface ActionButtonProps {
  children: ReactNode;
  /** There is nothing to do yet. */
  isOff?: boolean;
  /** It is being done. */
  isBusy?: boolean;
  onClick: () => void;
}

/** The main button of a page, with a wheel while it works. */
export function ActionButton({ children, isOff = false, isBusy = false, onClick }: ActionButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-primary"
      disabled={isOff}
      // Not disabled while busy: the focus would be lost.
      aria-disabled={isBusy}
      onClick={() => !isBusy && onClick()}
    >
      {isBusy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
      {children}
    </button>
  );
}
