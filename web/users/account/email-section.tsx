import { useQueryClient } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { fieldProblem } from '../auth-problems.ts';
import { MailboxLink } from '../sign-in/mailbox-link.tsx';
import { emailProblem, fieldProblems, textOf } from '../validation.ts';
import { type Account, accountQuery, changeEmail } from './account.api.ts';
import { AccountSection } from './account-section.tsx';

export function EmailSection({ account: { email, newEmail } }: { account: Account }) {
  const queryClient = useQueryClient();
  const handleSubmit = async (values: FormData) => {
    const wanted = textOf(values, 'new-email').trim();
    const isSame = wanted.toLowerCase() === email.toLowerCase();
    const wrong = emailProblem(wanted) ?? (isSame ? 'This is already your email.' : undefined);
    if (wrong) return fieldProblems({ 'new-email': wrong });
    const error = await changeEmail(wanted);
    if (error) return fieldProblem('new-email', error);
    await queryClient.invalidateQueries(accountQuery);
    return undefined;
  };
  return (
    <AccountSection
      title="Email"
      intro="Your email changes once you confirm it from both your current and your new mailbox."
    >
      {newEmail && (
        <>
          <Banner tone="info">
            We sent an email to <strong className="wrap-anywhere">{email}</strong> and one to{' '}
            <strong className="wrap-anywhere">{newEmail}</strong>. Open the link in both. Nothing changes until then.
          </Banner>
          <div className="mb-5">
            <MailboxLink />
          </div>
        </>
      )}
      <Form submitLabel="Change email" tone="plain" resets onSubmit={handleSubmit}>
        <Field
          label="New email"
          name="new-email"
          type="email"
          autoComplete="email"
          hint={
            <>
              Now: <span className="wrap-anywhere">{email}</span>
            </>
          }
        />
      </Form>
    </AccountSection>
  );
}
