import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

test('asks for the other half of a new email only while it is missing', async () => {
  window.history.replaceState(null, '', '/account#message=Confirmation+link+accepted&sb=');
  // How the page was opened is read when the module is loaded.
  const { ArrivalNotice } = await import('./arrival-notice.tsx');
  const { rerender } = render(<ArrivalNotice />);
  screen.getByText(/open the link we sent to your other address/);
  rerender(<ArrivalNotice isOver />);
  expect(screen.queryByText(/other address/)).toBeNull();
});
