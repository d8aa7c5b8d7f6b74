import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface ActionButtonProps {
  children: ReactNode;
  /** The main button of a page, or a secondary one. */
  tone?: 'primary' | 'plain';
  /** Shown before the text; replaced by the spinner. */
  icon?: LucideIcon;
  /** There is nothing to do yet. */
  isOff?: boolean;
  /** In progress. */
  isBusy?: boolean;
  onClick: () => void;
}

const tones = { primary: 'btn-primary', plain: 'btn-plain' } as const;

/** A button for something that takes time, with a spinner while it works. */
export function ActionButton({
  children,
  tone = 'primary',
  icon: Icon,
  isOff = false,
  isBusy = false,
  onClick,
}: ActionButtonProps) {
  return (
    <button
      type="button"
      className={`btn ${tones[tone]}`}
      disabled={isOff}
      // Not disabled while busy, or the focus would be lost.
      aria-disabled={isBusy}
      onClick={() => !isBusy && onClick()}
    >
      {isBusy && <span className="loading loading-spinner loading-xs" aria-hidden="true" />}
      {!isBusy && Icon && <Icon className="size-4" aria-hidden="true" />}
      {children}
    </button>
  );
}
