import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { fieldProblem } from '../auth-problems.ts';
import { findEmpty, textOf } from '../validation.ts';
import { enterMailCode } from './sign-in.api.ts';

interface MailCodeFormProps {
  type: 'signup' | 'recovery';
  email: string;
}

/** The service doesn't tell a mistyped code from an expired one. A new email would end the code that was mistyped. */
const ownSentences = {
  otp_expired: 'This code is incorrect or no longer valid. Check it, or send the email again below.',
};

/** For people who read the email on another device: its code instead of its link. */
export function MailCodeForm({ type, email }: MailCodeFormProps) {
  const handleSubmit = async (values: FormData) => {
    const empty = findEmpty(values, ['code']);
    if (empty) return { fields: { code: 'Please enter the code from the email.' } };
    const error = await enterMailCode(type, email, textOf(values, 'code').replaceAll(/\s/g, ''));
    return error ? fieldProblem('code', error, ownSentences) : undefined;
  };
  return (
    <Form submitLabel="Use code" tone="plain" onSubmit={handleSubmit}>
      <Field
        label="Or enter the code from the email"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
      />
    </Form>
  );
}
