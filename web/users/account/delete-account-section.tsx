import { useState } from 'react';
import { ApiError } from '../../platform/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { describeAuthError } from '../auth-problems.ts';
import { MailboxLink } from '../sign-in/mailbox-link.tsx';
import { UsernameForManagers } from '../username-for-managers.tsx';
import { textOf } from '../validation.ts';
import { type Account, deleteAccount, sendProofCode } from './account.api.ts';
import { AccountSection } from './account-section.tsx';

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

export function DeleteAccountSection({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const handleOpen = async () => {
    if (isSending) return;
    setSending(true);
    const error = account.hasPassword ? null : await sendProofCode();
    setSending(false);
    setProblem(error && describeAuthError(error));
    // If a code was just sent, it is still valid.
    setOpen(error === null || error.code === 'over_email_send_rate_limit');
  };
  const handleCancel = () => {
    setOpen(false);
    setProblem(null);
  };
  return (
    <AccountSection
      title="Delete my account"
      intro="Permanently deletes your account with all campaigns, backlinks, contacts and credits. A plan ends too, and the rest of its month is not refunded."
    >
      {problem && <Banner tone={isOpen ? 'warning' : 'error'}>{problem}</Banner>}
      {isOpen ? (
        <ProofForm account={account} onCancel={handleCancel} />
      ) : (
        <button type="button" className="btn btn-outline btn-error h-11" aria-disabled={isSending} onClick={handleOpen}>
          {isSending && <Spinner />}
          Delete my account
        </button>
      )}
    </AccountSection>
  );
}

function ProofForm({ account: { email, hasPassword }, onCancel }: { account: Account; onCancel: () => void }) {
  const handleSubmit = async (values: FormData) => {
    const proof = textOf(values, 'proof');
    if (proof === '') return { fields: { proof: `Please enter ${hasPassword ? 'your password' : 'the code'}.` } };
    try {
      await deleteAccount(hasPassword ? { password: proof } : { nonce: proof.replaceAll(/\s/g, '') });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'wrong-password') return { form: error.message };
      return { fields: { proof: `Incorrect ${hasPassword ? 'password' : 'code'}.` } };
    }
  };
  const cancel = (
    <button type="button" className="btn btn-plain h-11" onClick={onCancel}>
      Keep my account
    </button>
  );
  return (
    <Form submitLabel="Delete everything" tone="error" secondary={cancel} onSubmit={handleSubmit}>
      <UsernameForManagers email={email} />
      {hasPassword ? (
        <PasswordField label="Your password" name="proof" autoComplete="current-password" ref={takeFocus} />
      ) : (
        <>
          <MailboxLink />
          <Field
            label="The code we emailed you"
            name="proof"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            ref={takeFocus}
          />
        </>
      )}
    </Form>
  );
}
