import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Field } from '../ui/field.tsx';
import { AuthCard } from './auth-card.tsx';
import { notYetAvailable } from './not-yet-available.ts';

export function ResetPasswordPage() {
  const [error, setError] = useState<string | null>(null);
  const footer = (
    <Link to={paths.login()} className="text-link">
      Back to log in
    </Link>
  );
  return (
    <div className="mx-auto w-full max-w-md">
      <AuthCard
        title="Reset password"
        intro="Enter your email and we send you a link to choose a new password."
        error={error}
        submitLabel="Send link"
        onSubmit={() => setError(notYetAvailable)}
        footer={footer}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" required />
      </AuthCard>
    </div>
  );
}
