import { MailSearch } from 'lucide-react';
import type { Contact } from '../../../shared/contact.ts';
import { useGetEmail } from '../contacts.api.ts';
import { nameOf } from './contact-name.tsx';

/** An address, the way to look for it, or that there is none. */
export function EmailCell({ contact }: { contact: Contact }) {
  const getEmail = useGetEmail(contact.request_id);
  if (contact.is_fetching || getEmail.isPending) {
    return (
      <span role="status" className="flex min-h-8 items-center gap-2 text-base-content/75">
        <span className="loading loading-spinner loading-sm" aria-hidden="true" />
        Looking…
      </span>
    );
  }
  if (contact.email === null) {
    return (
      <button
        type="button"
        className="btn btn-plain btn-sm"
        aria-label={`Get email of ${nameOf(contact)}`}
        onClick={() => getEmail.mutate(contact.id)}
      >
        <MailSearch className="size-4" aria-hidden="true" />
        Get email
      </button>
    );
  }
  if (contact.email === false) return <span className="text-base-content/75">No email found.</span>;
  const [name = '', domain = ''] = contact.email.split(/(?=@[^@]*$)/);
  return (
    <span className="wrap-anywhere">
      {name}
      <wbr />
      {domain}
    </span>
  );
}
