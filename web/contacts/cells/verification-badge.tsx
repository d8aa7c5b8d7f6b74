import type { Verification } from '../../../shared/contact.ts';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { Badge } from '../../ui/values/badge.tsx';

const meanings: Record<Verification, { word: string; text: string }> = {
  valid: { word: 'Valid', text: 'The mail server confirmed that this mailbox exists.' },
  catch_all: {
    word: 'Catch-all',
    text: 'This domain accepts email for every address, so there is no way to tell whether this mailbox exists.',
  },
  refuses_checks: {
    word: 'Refuses checks',
    text: 'This email provider does not say which mailboxes exist, so this one could not be confirmed. No credit was used.',
  },
  unknown: {
    word: 'Unknown',
    text: 'The mail server could not be reached or gave no clear answer. No credit was used.',
  },
  invalid: {
    word: 'Invalid',
    text: 'The mail server says that this mailbox does not exist. Emails to it will bounce.',
  },
};

/** The verdict on an email: green if valid, a warning otherwise, nothing if it was not verified. */
export function VerificationBadge({ verification }: { verification: string | null }) {
  if (verification === null || verification === 'false') return null;
  const meaning = meanings[verification as Verification] ?? { word: verification, text: 'Not confirmed.' };
  return (
    <Tooltip text={meaning.text}>
      <Badge tone={verification === 'valid' ? 'success' : 'warning'}>{meaning.word}</Badge>
    </Tooltip>
  );
}
