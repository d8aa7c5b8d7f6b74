import { Copy, MailSearch } from 'lucide-react';
import { useRef } from 'react';
import type { Contact } from '../../../shared/contact.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { formatDateTime } from '../../ui/values/dates.ts';
import { serverNow } from '../../ui/values/server-clock.ts';
import { useGetEmail } from '../contacts.api.ts';
import { SearchProblemNote } from '../search-problem-note.tsx';

/** An email, a button to look for it, or that there is none. */
export function EmailCell({ contact }: { contact: Contact }) {
  const getEmail = useGetEmail(contact.request_id);
  const cell = useRef<HTMLDivElement>(null);
  const handleGet = () => {
    // The button disappears; the place where the email appears stays.
    cell.current?.focus();
    getEmail.mutate(contact.id);
  };
  const isLooking = contact.is_fetching || (getEmail.isPending && contact.email === null);
  return (
    <div ref={cell} tabIndex={-1} className="rounded-selector">
      {isLooking ? <Looking again={contact.next_check_at} /> : <Outcome contact={contact} onGet={handleGet} />}
    </div>
  );
}

function Looking({ again }: { again: string | null }) {
  if (again !== null && Date.parse(again) > serverNow()) {
    return (
      <span role="status" className="text-base-content/75">
        Zeus can’t ask the mail server yet. It will try again on {formatDateTime(new Date(again))}.
      </span>
    );
  }
  return (
    <span role="status" className="flex min-h-8 items-center gap-2 text-base-content/75">
      <Spinner />
      Looking…
    </span>
  );
}

function Outcome({ contact, onGet }: { contact: Contact; onGet: () => void }) {
  if (contact.email === null) {
    return (
      <>
        <GetEmailButton contact={contact} onGet={onGet} />
        {contact.fetch_problem && <SearchProblemNote {...contact.fetch_problem} />}
      </>
    );
  }
  if (contact.email === false) return <span className="text-base-content/75">No email found.</span>;
  const [name = '', domain = ''] = contact.email.split(/(?=@[^@]*$)/);
  return (
    <div className="flex min-w-0 items-center gap-1">
      <span className="table-two-lines wrap-anywhere">
        {name}
        <wbr />
        {domain}
      </span>
      <CopyButton email={contact.email} />
    </div>
  );
}

function GetEmailButton({ contact, onGet }: { contact: Contact; onGet: () => void }) {
  return (
    <Tooltip text="It costs 1 email credit if an email is found.">
      {(describedBy) => (
        <button
          type="button"
          className="btn btn-plain btn-sm"
          aria-label={`Get email for ${contactName(contact)}`}
          aria-describedby={describedBy}
          onClick={onGet}
        >
          <MailSearch className="size-4" aria-hidden="true" />
          Get email
        </button>
      )}
    </Tooltip>
  );
}

function CopyButton({ email }: { email: string }) {
  const handleCopy = async () => {
    if (await copyText(email)) showToast('success', `Copied ${email}.`);
    else showToast('error', 'Your browser did not allow copying. Select the email and copy it yourself.');
  };
  return (
    <button
      type="button"
      className="copy-button btn btn-ghost btn-square btn-xs"
      aria-label={`Copy ${email}`}
      title="Copy email"
      onClick={() => void handleCopy()}
    >
      <Copy className="size-3.5" aria-hidden="true" />
    </button>
  );
}
