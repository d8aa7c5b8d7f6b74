import type { FormEvent, ReactNode } from 'react';
import { PageHeader } from '../layout/page-header.tsx';
import { Banner } from '../ui/banner.tsx';

interface AuthCardProps {
  title: string;
  intro?: ReactNode;
  /** A refusal that concerns the whole form. */
  error?: string | null;
  /** The fields, from top to bottom. */
  children: ReactNode;
  submitLabel: string;
  busy?: boolean;
  onSubmit: (values: FormData) => void;
  /** What stands below the card, such as the way to the other form. */
  footer?: ReactNode;
}

/** The form of /login, /signup and /reset-password: a heading, fields, one main button. */
export function AuthCard({
  title,
  intro,
  error,
  children,
  submitLabel,
  busy = false,
  onSubmit,
  footer,
}: AuthCardProps) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(new FormData(event.currentTarget));
  };
  return (
    <div className="w-full max-w-md">
      <div className="card-surface p-6 sm:p-8">
        <PageHeader title={title} intro={intro} />
        {error && <Banner tone="error">{error}</Banner>}
        <form noValidate className="space-y-5" onSubmit={handleSubmit}>
          {children}
          <button type="submit" className="btn btn-primary btn-block h-11" disabled={busy}>
            {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            {submitLabel}
          </button>
        </form>
      </div>
      {footer && <p className="mt-6 text-center">{footer}</p>}
    </div>
  );
}
