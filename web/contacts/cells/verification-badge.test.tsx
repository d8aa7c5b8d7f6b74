import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Contact } from '../../../shared/contact.ts';
import { makeContact } from '../../test/rows.ts';
import { OpenEvidence } from '../evidence/open-evidence.ts';
import { VerificationBadge } from './verification-badge.tsx';

const states: [Partial<Contact>, string, RegExp][] = [
  [{ verification: 'valid' }, 'Valid', /confirmed to exist/],
  [{ verification: 'catch_all' }, 'Catch-all', /accepts email for every address/],
  [{ verification: 'refuses_checks' }, 'Refuses checks', /does not say which mailboxes exist/],
  [{ verification: 'unknown', verification_reason: 'blocked' }, 'Not confirmed yet', /won’t check again automatically/],
  [
    { verification: 'unknown', verification_reason: 'greylisted', next_check_at: '2030-01-01T00:00:00Z' },
    'Not confirmed yet',
    /will check again on/,
  ],
  [
    { verification: 'unknown', verification_reason: 'capped', next_check_at: '2030-01-01T00:00:00Z' },
    'Not confirmed yet',
    /^Zeus limits how many emails it checks .* will check again on/,
  ],
  [{ verification: 'unknown', verification_reason: 'mailbox-full' }, 'Mailbox full', /it is full/],
  [{ verification: 'invalid' }, 'Invalid', /does not exist/],
];

test.each(states)('%o: %s', (change, word, text) => {
  render(<VerificationBadge contact={makeContact(1, 1, change)} />);
  expect(screen.getByText(word)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});

test('opens the evidence; nothing without an email', async () => {
  const opened: string[] = [];
  const contact = makeContact(1, 1);
  render(
    <OpenEvidence value={(id) => opened.push(id)}>
      <VerificationBadge contact={contact} />
      <VerificationBadge contact={makeContact(2, 1, { email: null, verification: null })} />
    </OpenEvidence>,
  );
  await userEvent.click(screen.getByRole('button', { name: `Valid. Evidence for ${contact.email}` }));
  expect(opened).toEqual([contact.id]);
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test.each([
  [59, 0],
  [61, 1],
])('checked %i days ago', (days, notes) => {
  const verified_at = new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  render(<VerificationBadge contact={makeContact(1, 1, { verified_at })} />);
  expect(screen.queryAllByText('Checked over 60 days ago')).toHaveLength(notes);
});
