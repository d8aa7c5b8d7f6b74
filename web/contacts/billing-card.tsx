import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';

/** A problem that more credits solve: the whole card links to /billing. */
export function BillingCard({ children }: { children: ReactNode }) {
  return (
    <Link
      to={paths.billing()}
      className="mb-6 flex gap-3 rounded-box border border-error/40 bg-[color-mix(in_oklab,var(--color-error)_8%,var(--color-base-100))] px-5 py-4 hover:border-error"
    >
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden="true" />
      <span>{children}</span>
    </Link>
  );
}
