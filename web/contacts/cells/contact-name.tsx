import { Inbox } from 'lucide-react';
import type { Contact } from '../../../shared/contact.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { Badge } from '../../ui/values/badge.tsx';

type Named = Pick<Contact, 'first_name' | 'last_name' | 'type'>;

/** A contact's avatar, which we generate without a network request, and the name; the author of the article is marked. */
export function ContactName({ contact }: { contact: Contact }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar contact={contact} />
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="table-line min-w-0 font-medium">{contactName(contact)}</span>
        {contact.highlighted && <Badge tone="accent">Article Author</Badge>}
      </span>
    </span>
  );
}

function Avatar({ contact: { first_name, last_name } }: { contact: Named }) {
  const initials = `${[...first_name][0] ?? ''}${[...last_name][0] ?? ''}`.toUpperCase();
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-base-300 text-xs font-semibold text-base-content"
    >
      {initials || <Inbox className="size-4" />}
    </span>
  );
}
