import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { leaveDialog } from '../../test/dialogs.ts';
import { askForFeedback, FeedbackRequest } from './feedback-request.tsx';

test('asks about each report, but not while the user is answering, which only Cancel discards', async () => {
  render(<FeedbackRequest />);
  act(() => askForFeedback('report-1'));
  const comment = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' });
  await userEvent.type(await comment(), 'I opened Help.');
  act(() => askForFeedback('report-2'));
  expect((await comment()).value).toBe('I opened Help.');
  await leaveDialog();
  expect((await comment()).value).toBe('I opened Help.');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => askForFeedback('report-3'));
  expect((await comment()).value).toBe('');
});
