// The columns that the tables of contacts have in common. Each table sets their widths.
import type { Contact } from '../../../shared/contact.ts';
import { contactName } from '../../../shared/contact-name.ts';
import type { Column } from '../../ui/table/column.ts';
import { ContactName } from './contact-name.tsx';
import { ContactPosition } from './contact-position.tsx';
import { EmailCell } from './email-cell.tsx';
import { VerificationBadge } from './verification-badge.tsx';

export const nameColumn: Column<Contact> = {
  id: 'name',
  header: 'Name',
  narrow: 'wide',
  cell: (contact) => <ContactName contact={contact} />,
  sortBy: contactName,
};

export const positionColumn: Column<Contact> = {
  id: 'position',
  header: 'Position',
  cell: (contact) => contact.position && <ContactPosition contact={contact} />,
  sortBy: ({ position }) => position ?? undefined,
};

export const emailColumn: Column<Contact> = {
  id: 'email',
  header: 'Email',
  narrow: 'wide',
  cell: (contact) => <EmailCell contact={contact} />,
  sortBy: ({ email }) => email || undefined,
};

export const statusColumn: Column<Contact> = {
  id: 'status',
  header: 'Status',
  cell: (contact) => <VerificationBadge contact={contact} />,
  sortBy: ({ verification }) => verification ?? undefined,
};
