import { lazy, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { describeAuthError, isRefusal, sentences } from '../auth-problems.ts';
import { findEmpty, textOf } from '../validation.ts';
import { ArrivalNotice } from './arrival-notice.tsx';
import { AuthCard } from './auth-card.tsx';
import { GoogleButton } from './google-button.tsx';
import { signInWithPassword } from './sign-in.api.ts';

const CheckYourEmail = lazy(async () => ({ default: (await import('./check-your-email.tsx')).CheckYourEmail }));

const refused: FormProblems = { form: sentences.loginFailed, fields: { email: '', password: '' } };

export function LoginForm() {
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [isBack, setBack] = useState(false);
  const handleSubmit = async (values: FormData) => {
    const empty = findEmpty(values, ['email', 'password']);
    if (empty) return empty;
    const email = textOf(values, 'email').trim();
    const error = await signInWithPassword({ email, password: textOf(values, 'password') });
    if (!error) return undefined;
    // Shown only to people who know the password.
    if (error.code === 'email_not_confirmed') setUnconfirmed(email);
    return isRefusal(error) ? refused : { form: describeAuthError(error) };
  };
  const handleBack = () => {
    setUnconfirmed(null);
    setBack(true);
  };
  if (unconfirmed) {
    const another = (
      <button type="button" className="text-link cursor-pointer" onClick={handleBack}>
        Use another email
      </button>
    );
    return (
      <CheckYourEmail type="signup" email={unconfirmed} footer={another}>
        Your email is not confirmed yet. Open the link in the email we sent to {unconfirmed}.
      </CheckYourEmail>
    );
  }
  return (
    <AuthCard title="Log in" replaces={isBack} footer={<SignUpHint />}>
      <ArrivalNotice />
      <Form submitLabel="Log in" wide onSubmit={handleSubmit}>
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <div>
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
          <p className="mt-2 text-right text-sm">
            <Link to={paths.resetPassword()} className="quiet-link">
              Forgot your password?
            </Link>
          </p>
        </div>
      </Form>
      <GoogleButton label="Sign in with Google" comeBackTo={paths.login()} />
    </AuthCard>
  );
}

function SignUpHint() {
  return (
    <>
      New here?{' '}
      <Link to={paths.signup()} className="text-link">
        Sign up
      </Link>
    </>
  );
}
