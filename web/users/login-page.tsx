import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { AuthCard } from './auth-card.tsx';
import { notYetAvailable } from './not-yet-available.ts';
import { ProductPitch } from './product-pitch.tsx';

export function LoginPage() {
  const [error, setError] = useState<string | null>(null);
  const footer = (
    <>
      New here?{' '}
      <Link to={paths.signup()} className="text-link">
        Create an account
      </Link>
    </>
  );
  return (
    <div className="grid items-center gap-16 lg:min-h-[70dvh] lg:grid-cols-[1fr_28rem]">
      <ProductPitch />
      <div className="mx-auto w-full max-w-md">
        <AuthCard
          title="Log in"
          error={error}
          submitLabel="Log in"
          onSubmit={() => setError(notYetAvailable)}
          footer={footer}
        >
          <Field label="Email" name="email" type="email" autoComplete="username" required />
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          <p className="text-right text-sm">
            <Link to={paths.resetPassword()} className="quiet-link">
              Forgot your password?
            </Link>
          </p>
        </AuthCard>
      </div>
    </div>
  );
}
