import type { Contact } from '../../../shared/contact.ts';
import { roleNames } from '../../../shared/outreach-values.ts';

/** The position as the site states it, and what it means for outreach unless that is obvious. */
export function ContactPosition({ contact: { position, role } }: { contact: Pick<Contact, 'position' | 'role'> }) {
  const name = role && roleNames[role];
  const isObvious = !name || position?.toLowerCase().includes(name.toLowerCase());
  return (
    <div>
      <span className="table-two-lines">{position}</span>
      {!isObvious && <span className="block text-xs text-base-content/75">{name}</span>}
    </div>
  );
}
