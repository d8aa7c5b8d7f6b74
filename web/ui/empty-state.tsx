import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  children: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, children, action }: EmptyStateProps) {
  return (
    <div className="card-surface flex flex-col items-center px-6 py-12 text-center">
      <span className="mb-5 grid size-12 place-items-center rounded-full bg-selected text-base-content/75">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <p className="max-w-md text-base text-balance wrap-anywhere">{children}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
