import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VerificationBadge } from './verification-badge.tsx';

test.each([
  ['valid', 'Valid'],
  ['catch_all', 'Catch-all'],
  ['refuses_checks', 'Refuses checks'],
  ['unknown', 'Unknown'],
  ['invalid', 'Invalid'],
])('%s: %s', (verification, word) => {
  render(<VerificationBadge verification={verification} />);
  expect(screen.getByText(word)).toBeTruthy();
});
