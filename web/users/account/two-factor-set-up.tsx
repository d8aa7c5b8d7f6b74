import { FocusedText } from '../../ui/focused-text.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { fieldProblem } from '../auth-problems.ts';
import { textOf } from '../validation.ts';
import { cancelEnrollment, type Enrollment, finishEnrollment } from './two-factor.api.ts';

interface TwoFactorSetUpProps {
  enrollment: Enrollment;
  onDone: () => Promise<void>;
  onCancel: () => void;
}

/** The QR code for the authenticator app, and the first code from it. */
export function TwoFactorSetUp({ enrollment: { factorId, qrCode, secret }, onDone, onCancel }: TwoFactorSetUpProps) {
  const handleSubmit = async (values: FormData) => {
    const code = textOf(values, 'code').replaceAll(/\s/g, '');
    if (code === '') return { fields: { code: 'Please enter the code your app shows.' } };
    const error = await finishEnrollment(factorId, code);
    if (error) return fieldProblem('code', error);
    await onDone();
    return undefined;
  };
  const handleCancel = () => {
    void cancelEnrollment(factorId);
    onCancel();
  };
  const cancel = (
    <button type="button" className="btn btn-plain h-11" onClick={handleCancel}>
      Cancel
    </button>
  );
  return (
    <div className="space-y-5">
      <FocusedText>Scan this QR code with your authenticator app, then enter the code it shows.</FocusedText>
      <img src={qrCode} alt="QR code for your authenticator app" className="size-48 rounded-field bg-white p-2" />
      <p className="text-sm">
        Can’t scan it? Enter this key instead:
        <code className="mt-1 block font-mono text-base break-words select-all">{inGroups(secret)}</code>
      </p>
      <Form submitLabel="Turn on" secondary={cancel} onSubmit={handleSubmit}>
        <Field label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={10} required />
      </Form>
    </div>
  );
}

/** Groups of four are easier to copy by eye. */
function inGroups(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? text;
}
