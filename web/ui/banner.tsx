import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

type Tone = 'success' | 'error' | 'warning' | 'info';

const looks: Record<Tone, { icon: LucideIcon; className: string }> = {
  success: {
    icon: CircleCheck,
    className:
      'border-success/40 bg-[color-mix(in_oklab,var(--color-success)_9%,var(--color-base-100))] *:first:text-success',
  },
  error: {
    icon: CircleAlert,
    className:
      'border-error/40 bg-[color-mix(in_oklab,var(--color-error)_8%,var(--color-base-100))] *:first:text-error',
  },
  warning: {
    icon: TriangleAlert,
    className:
      'border-warning/40 bg-[color-mix(in_oklab,var(--color-warning)_8%,var(--color-base-100))] *:first:text-warning',
  },
  info: { icon: Info, className: 'border-base-300 bg-base-100 *:first:text-info' },
};

/** A message across the page. Errors interrupt a screen reader; others wait their turn. */
export function Banner({ tone, children }: { tone: Tone; children: ReactNode }) {
  const { icon: Icon, className } = looks[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={`mb-4 flex gap-3 rounded-box border px-4 py-3 ${className}`}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
