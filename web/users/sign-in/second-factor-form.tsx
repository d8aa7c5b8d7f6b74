import { useState } from 'react';
import { signOut } from '../../platform/session.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { showRecoveryCode, showSecondFactor } from '../account/two-factor.api.ts';
import { fieldProblem } from '../auth-problems.ts';
import { textOf } from '../validation.ts';
import { AuthCard } from './auth-card.tsx';

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

const aboutRecovery = {
  mfa_verification_failed: 'This recovery code is incorrect or has already been used. Check it, or enter another one.',
};

/** The second step of a sign-in: the code from the authenticator app, or a recovery code. */
export function SecondFactorForm() {
  const [usesRecovery, setUsesRecovery] = useState(false);
  const handleSubmit = async (values: FormData) => {
    const code = textOf(values, 'code').replaceAll(/\s/g, '');
    if (code === '') return { fields: { code: 'Please enter a code.' } };
    const error = await (usesRecovery ? showRecoveryCode(code) : showSecondFactor(code));
    return error ? fieldProblem('code', error, usesRecovery ? aboutRecovery : undefined) : undefined;
  };
  const intro = usesRecovery
    ? 'Enter one of the recovery codes you saved. Each works once.'
    : 'Two-factor authentication is on. Enter the code your authenticator app shows.';
  return (
    <AuthCard title="Enter your code" intro={intro}>
      <Form key={String(usesRecovery)} submitLabel="Continue" wide onSubmit={handleSubmit}>
        {usesRecovery ? (
          <Field
            label="Recovery code"
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            ref={takeFocus}
          />
        ) : (
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            ref={takeFocus}
          />
        )}
      </Form>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-3 text-sm">
        <button type="button" className="text-link cursor-pointer" onClick={() => setUsesRecovery(!usesRecovery)}>
          {usesRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
        <button type="button" className="quiet-link cursor-pointer" onClick={() => void signOut()}>
          Log in as someone else
        </button>
      </p>
    </AuthCard>
  );
}
