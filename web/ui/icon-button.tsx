import type { LucideIcon } from 'lucide-react';
import type { MouseEvent } from 'react';

interface IconButtonProps {
  /** For screen readers. */
  label: string;
  icon: LucideIcon;
  /** Shows the label on hover. */
  hasTooltip?: boolean;
  /** Not disabled, or the focus would be lost. */
  isOff?: boolean;
  onClick: (event: MouseEvent) => void;
}

/** A small button without text. */
export function IconButton({ label, icon: Icon, hasTooltip = false, isOff, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm"
      aria-label={label}
      title={hasTooltip ? label : undefined}
      aria-disabled={isOff}
      onClick={(event) => !isOff && onClick(event)}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  );
}
