import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { passwordMinLength } from '../../shared/limits.ts';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.tsx';
import { Banner } from '../ui/banner.tsx';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { signUpProblems } from '../users/auth-problems.ts';
import { AuthCard } from '../users/sign-in/auth-card.tsx';
import { CheckYourEmail } from '../users/sign-in/check-your-email.tsx';
import { GoogleButton } from '../users/sign-in/google-button.tsx';
import { authSettingsQuery, signUp } from '../users/sign-in/sign-in.api.ts';
import { useSentTo } from '../users/sign-in/use-sent-to.ts';
import { keepSignUpChoices, keptPlan } from '../users/sign-up-choices.ts';
import { emailProblem, fieldProblems, findEmpty, passwordProblem, textOf } from '../users/validation.ts';

export function SignupPage() {
  const [query] = useSearchParams();
  const { status } = useSession();
  const [sentTo, setSentTo] = useSentTo();
  useEffect(() => keepSignUpChoices(query), [query]);
  if (status === 'code-needed') return <Navigate to={paths.login()} replace />;
  if (status === 'signed-in') {
    const hasLastStep = sentTo !== null || query.has('plan') || keptPlan() !== null;
    return <Navigate to={hasLastStep ? paths.confirmEmail() : paths.dashboard()} replace />;
  }
  if (sentTo === null) return <SignupForm onSent={setSentTo} />;
  return (
    <CheckYourEmail type="signup" email={sentTo} footer={<LoginHint />}>
      We sent an email to <strong className="wrap-anywhere">{sentTo}</strong>. Open the link in it to confirm your
      address.
    </CheckYourEmail>
  );
}

function SignupForm({ onSent }: { onSent: (email: string) => void }) {
  const { data: settings } = useQuery(authSettingsQuery);
  const handleSubmit = async (values: FormData) => {
    const email = textOf(values, 'email').trim();
    const password = textOf(values, 'password');
    const wrong =
      findEmpty(values, ['email', 'password']) ??
      fieldProblems({ email: emailProblem(email), password: passwordProblem(password) });
    if (wrong) return wrong;
    const error = await signUp({ email, password });
    if (error) return signUpProblems(error);
    onSent(email);
    return undefined;
  };
  return (
    <AuthCard title="Sign up" intro="Find pages worth a link and the people behind them." footer={<LoginHint />}>
      {settings?.disable_signup && <Banner tone="info">Sign-up is closed at the moment.</Banner>}
      <Form submitLabel="Sign up" wide onSubmit={handleSubmit}>
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={`At least ${passwordMinLength} characters.`}
          required
        />
      </Form>
      <GoogleButton label="Sign up with Google" comeBackTo={paths.confirmEmail()} />
    </AuthCard>
  );
}

function LoginHint() {
  return (
    <>
      Already have an account?{' '}
      <Link to={paths.login()} className="text-link">
        Log in
      </Link>
    </>
  );
}
