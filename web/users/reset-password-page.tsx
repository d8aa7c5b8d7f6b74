import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageSkeleton } from '../layout/page/page-skeleton.tsx';
import { keptReturnPath } from '../layout/return-path.ts';
import { paths } from '../paths.ts';
import { useSession } from '../platform/session.tsx';
import { Field } from '../ui/form/field.tsx';
import { Form } from '../ui/form/form.tsx';
import { describeAuthError, isRefusal, sentences } from './auth-problems.ts';
import { ArrivalNotice } from './sign-in/arrival-notice.tsx';
import { AuthCard } from './sign-in/auth-card.tsx';
import { CheckYourEmail } from './sign-in/check-your-email.tsx';
import { FollowingLink } from './sign-in/following-link.tsx';
import { NewPasswordForm } from './sign-in/new-password-form.tsx';
import { SecondFactorForm } from './sign-in/second-factor-form.tsx';
import { sendResetLink } from './sign-in/sign-in.api.ts';
import { useSentTo } from './sign-in/use-sent-to.ts';
import { emailProblem, fieldProblems, findEmpty, textOf } from './validation.ts';

/** Asks for the email first; the link in the email leads here too, and then to choosing a new password. */
export function ResetPasswordPage() {
  const token = useSearchParams()[0].get('token');
  return token ? <FollowingLink type="recovery" token={token} /> : <ResetPassword />;
}

function ResetPassword() {
  const session = useSession();
  const [sentTo, setSentTo] = useSentTo();
  const [isChanged, setChanged] = useState(false);
  if (isChanged) return <PasswordChanged />;
  if (session.status === 'loading') return <PageSkeleton />;
  if (session.status !== 'signed-out' && session.recovering) {
    return session.status === 'code-needed' ? (
      <SecondFactorForm />
    ) : (
      <NewPasswordForm email={session.user.email} onChanged={() => setChanged(true)} />
    );
  }
  if (sentTo === null) return <AskForLink email={session.user?.email} onSent={setSentTo} />;
  return (
    <CheckYourEmail type="recovery" email={sentTo} footer={<BackToLogin />}>
      If there is an account for <strong className="wrap-anywhere">{sentTo}</strong>, we sent a link to choose a new
      password.
    </CheckYourEmail>
  );
}

function AskForLink({ email, onSent }: { email?: string; onSent: (email: string) => void }) {
  const handleSubmit = async (values: FormData) => {
    const given = textOf(values, 'email').trim();
    const wrong = findEmpty(values, ['email']) ? sentences.badEmail : emailProblem(given);
    if (wrong) return fieldProblems({ email: wrong });
    const error = await sendResetLink(given);
    if (error) return isRefusal(error) ? { fields: { email: sentences.badEmail } } : { form: describeAuthError(error) };
    onSent(given);
    return undefined;
  };
  return (
    <AuthCard
      title="Reset password"
      intro="Enter your email, and we’ll send you a link to choose a new password."
      footer={<BackToLogin />}
    >
      <ArrivalNotice />
      <Form submitLabel="Send link" wide onSubmit={handleSubmit}>
        <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={email} required />
      </Form>
    </AuthCard>
  );
}

function PasswordChanged() {
  const wanted = keptReturnPath();
  return (
    <AuthCard
      title="Password changed"
      intro="Your password has been changed. All other devices were logged out."
      replaces
    >
      <Link to={wanted ?? paths.dashboard()} className="btn btn-primary btn-block h-11">
        {wanted ? 'Continue' : 'Go to my campaigns'}
      </Link>
    </AuthCard>
  );
}

function BackToLogin(): ReactNode {
  return (
    <Link to={paths.login()} className="text-link">
      Back to log in
    </Link>
  );
}
