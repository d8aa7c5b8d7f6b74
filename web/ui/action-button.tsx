import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Spinner } from './spinner.tsx';

interface ActionButtonProps {
  children: ReactNode;
  /** The main button of a page, or a secondary one. */
  tone?: 'primary' | 'plain';
  /** Shown before the text; replaced by the spinner. */
  icon?: LucideIcon;
  /** Why it cannot be used now, as a sentence. Shown next to a main button, and on hover. */
  offBecause?: string | undefined;
  /** In progress. */
  isBusy?: boolean;
  onClick: () => void;
}

const tones = { primary: 'btn-primary', plain: 'btn-plain' } as const;

/** A button for something that takes time, with a spinner while it works. If it is disabled, it says why. */
export function ActionButton({
  children,
  tone = 'primary',
  icon: Icon,
  offBecause,
  isBusy = false,
  onClick,
}: ActionButtonProps) {
  const reasonId = useId();
  const button = (
    <button
      type="button"
      className={`btn ${tones[tone]}`}
      disabled={offBecause !== undefined}
      aria-describedby={offBecause && reasonId}
      // Not disabled while busy, or the focus would be lost.
      aria-disabled={isBusy}
      onClick={() => !isBusy && onClick()}
    >
      {isBusy && <Spinner className="size-4" />}
      {!isBusy && Icon && <Icon className="size-4" aria-hidden="true" />}
      {children}
    </button>
  );
  return (
    <span className="action-button" title={offBecause}>
      {button}
      {offBecause && (
        <span id={reasonId} className={tone === 'primary' ? 'action-button-reason' : 'sr-only'}>
          {offBecause}
        </span>
      )}
    </span>
  );
}
