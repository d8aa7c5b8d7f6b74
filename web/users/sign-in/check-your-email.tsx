import { type ReactNode, useState } from 'react';
import { describeAuthError } from '../auth-problems.ts';
import { AuthCard } from './auth-card.tsx';
import { MailCodeForm } from './mail-code-form.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { resendConfirmation, sendResetLink } from './sign-in.api.ts';

interface CheckYourEmailProps {
  type: 'signup' | 'recovery';
  email: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** What a form shows after it had an email sent. The same whether or not an account exists. */
export function CheckYourEmail({ type, email, children, footer }: CheckYourEmailProps) {
  return (
    <AuthCard title="Check your email" intro={children} replaces footer={footer}>
      <MailboxLink />
      <MailCodeForm type={type} email={email} />
      <SendAgain type={type} email={email} />
    </AuthCard>
  );
}

function SendAgain({ type, email }: Pick<CheckYourEmailProps, 'type' | 'email'>) {
  const [isBusy, setBusy] = useState(false);
  const [note, setNote] = useState('');
  const handleClick = async () => {
    if (isBusy) return;
    setBusy(true);
    const error = await (type === 'signup' ? resendConfirmation(email) : sendResetLink(email));
    setNote(
      error
        ? describeAuthError(error)
        : 'Sent. Only the link and code in the newest email work. You can request one per minute.',
    );
    setBusy(false);
  };
  return (
    <div className="border-t border-base-300 pt-5 text-sm">
      <p>
        Nothing there? Check your spam folder, or{' '}
        <button type="button" className="text-link cursor-pointer" aria-disabled={isBusy} onClick={handleClick}>
          send the email again
        </button>
        .
      </p>
      <p role="status" className="mt-2 text-base-content/75 empty:mt-0">
        {note}
      </p>
    </div>
  );
}
