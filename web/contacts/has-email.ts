import type { Contact } from '../../shared/contact.ts';

export function hasEmail({ email }: Pick<Contact, 'email'>): boolean {
  return typeof email === 'string';
}
