import { useState } from 'react';
import { Link } from 'react-router';
import { passwordMinLength } from '../../shared/limits.ts';
import { paths } from '../paths.ts';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { AuthCard } from './auth-card.tsx';
import { notYetAvailable } from './not-yet-available.ts';

export function SignupPage() {
  const [error, setError] = useState<string | null>(null);
  const footer = (
    <>
      Already have an account?{' '}
      <Link to={paths.login()} className="text-link">
        Log in
      </Link>
    </>
  );
  return (
    <AuthCard
      title="Sign up"
      intro="Find pages worth a link and the people behind them."
      error={error}
      submitLabel="Sign up"
      onSubmit={() => setError(notYetAvailable)}
      footer={footer}
    >
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${passwordMinLength} characters.`}
        required
      />
    </AuthCard>
  );
}
