import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type BadgeTone = 'success' | 'warning' | 'error' | 'accent' | 'plain';

const looks: Record<BadgeTone, string> = {
  success: 'bg-[color-mix(in_oklab,var(--color-success)_10%,var(--color-base-100))] text-success',
  warning: 'bg-[color-mix(in_oklab,var(--color-warning)_9%,var(--color-base-100))] text-warning',
  error: 'bg-[color-mix(in_oklab,var(--color-error)_10%,var(--color-base-100))] text-error',
  accent: 'bg-[color-mix(in_oklab,var(--color-info)_10%,var(--color-base-100))] text-info',
  plain: 'bg-base-200 text-base-content ring-1 ring-base-300 ring-inset dark:bg-base-300/60',
};

interface BadgeProps {
  tone: BadgeTone;
  icon?: LucideIcon;
  /** The whole text, if it may be too long for its place: it is cut off there. */
  title?: string;
  children: ReactNode;
}

/** One or two words about something, next to it. */
export function Badge({ tone, icon: Icon, title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={`inline-flex max-w-full items-center gap-1 rounded-full px-2 text-xs leading-5 font-medium whitespace-nowrap ${looks[tone]}`}
    >
      {Icon && <Icon className="size-3.5 shrink-0" aria-hidden="true" />}
      {title === undefined ? children : <span className="truncate">{children}</span>}
    </span>
  );
}
