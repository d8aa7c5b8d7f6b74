import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { passwordMinLength } from '../../../shared/limits.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { fieldProblem } from '../auth-problems.ts';
import { UsernameForManagers } from '../username-for-managers.tsx';
import { fieldProblems, passwordProblem, textOf } from '../validation.ts';
import { type Account, accountQuery, changePassword } from './account.api.ts';
import { AccountSection } from './account-section.tsx';

const aboutCurrent = ['current_password_invalid', 'current_password_required', 'reauthentication_needed'];

export function PasswordSection({ account: { email, hasPassword } }: { account: Account }) {
  const [isDemanded, setDemanded] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const queryClient = useQueryClient();
  const asksCurrent = hasPassword || isDemanded;
  const handleSubmit = async (values: FormData) => {
    setChanged(false);
    const current = textOf(values, 'current-password');
    const password = textOf(values, 'new-password');
    const wrong = fieldProblems({
      'current-password': asksCurrent && current === '' ? 'Please enter your current password.' : undefined,
      'new-password': passwordProblem(password),
    });
    if (wrong) return wrong;
    const error = await changePassword(password, asksCurrent ? current : undefined);
    setChanged(error === null);
    if (!error) {
      await queryClient.invalidateQueries(accountQuery);
      return undefined;
    }
    const isAboutCurrent = aboutCurrent.includes(error.code ?? '');
    if (isAboutCurrent) setDemanded(true);
    return fieldProblem(isAboutCurrent ? 'current-password' : 'new-password', error);
  };
  return (
    <AccountSection title="Password" intro="Changing your password logs you out on all other devices.">
      {isChanged && <Banner tone="success">Your password has been changed.</Banner>}
      <Form
        submitLabel={asksCurrent ? 'Change password' : 'Set a password'}
        tone="plain"
        resets
        onSubmit={handleSubmit}
      >
        <UsernameForManagers email={email} />
        {asksCurrent && (
          <div>
            <PasswordField label="Current password" name="current-password" autoComplete="current-password" />
            <p className="mt-2 text-right text-sm">
              <Link to={paths.resetPassword()} className="quiet-link">
                Forgot it?
              </Link>
            </p>
          </div>
        )}
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          hint={`At least ${passwordMinLength} characters.`}
        />
      </Form>
    </AccountSection>
  );
}
