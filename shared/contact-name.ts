import type { Contact } from './contact.ts';

/** A contact's display name. */
export function contactName({
  first_name,
  last_name,
  type,
}: Pick<Contact, 'first_name' | 'last_name' | 'type'>): string {
  const name = `${first_name} ${last_name}`.trim();
  return name || (type === 'generic' ? 'Shared mailbox' : 'Unknown name');
}
