import { passwordMinLength } from '../../../shared/limits.ts';
import { endRecovery } from '../../platform/auth/recovery.ts';
import { signOut } from '../../platform/session.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { fieldProblem } from '../auth-problems.ts';
import { UsernameForManagers } from '../username-for-managers.tsx';
import { fieldProblems, passwordProblem, textOf } from '../validation.ts';
import { AuthCard } from './auth-card.tsx';
import { chooseNewPassword } from './sign-in.api.ts';

interface NewPasswordFormProps {
  email: string;
  onChanged: () => void;
}

export function NewPasswordForm({ email, onChanged }: NewPasswordFormProps) {
  const handleSubmit = async (values: FormData) => {
    const password = textOf(values, 'new-password');
    const wrong = fieldProblems({ 'new-password': passwordProblem(password) });
    if (wrong) return wrong;
    const error = await chooseNewPassword(password);
    if (error) return fieldProblem('new-password', error);
    onChanged();
    endRecovery();
    return undefined;
  };
  const intro = (
    <>
      For your account <span className="wrap-anywhere">{email}</span>.
    </>
  );
  return (
    <AuthCard title="Choose a new password" intro={intro} replaces>
      <Form submitLabel="Change password" wide onSubmit={handleSubmit}>
        <UsernameForManagers email={email} />
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          hint={`At least ${passwordMinLength} characters.`}
          required
        />
      </Form>
      <p className="text-sm">
        <button type="button" className="quiet-link cursor-pointer" onClick={() => void signOut()}>
          Keep the old password and log out
        </button>
      </p>
    </AuthCard>
  );
}
