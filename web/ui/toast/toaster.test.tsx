import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Modal } from '../overlay/modal.tsx';
import { Toaster } from './toaster.tsx';
import { showToast } from './toasts.ts';

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Modal title="Dialog" onClose={() => setOpen(false)} closeLabel="Close">
          Text
        </Modal>
      )}
      <Toaster />
    </>
  );
}

const show = (...toast: Parameters<typeof showToast>) => act(() => showToast(...toast));

/** The test's browser has no popovers. */
const showPopover = vi.fn();

beforeEach(() => {
  showPopover.mockClear();
  Object.assign(HTMLElement.prototype, { showPopover });
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'));
  render(<Page />);
});

test('the box is shown before its first message, or screen readers would not announce that', () => {
  const box = screen.getByRole('log', { name: 'Messages' });
  expect(showPopover.mock.contexts).toEqual([box]);
  show('success', 'Saved.');
  within(box).getByText('Saved.');
  expect(showPopover).toHaveBeenCalledTimes(1);
});

test('an error interrupts a screen reader, other messages wait', () => {
  show('error', 'Not saved.');
  show('success', 'Saved.');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Not saved.']);
});

test('while a dialog is open, messages are in it, where they can be used', async () => {
  show('error', 'Old.');
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = within(screen.getByRole('dialog'));
  let undone = 0;
  show('success', 'Saved.', [{ label: 'Undo', onClick: () => (undone += 1) }]);
  dialog.getByText('Old.');
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(undone).toBe(1);
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  within(screen.getByRole('log', { name: 'Messages' })).getByText('Old.');
  expect(screen.getAllByText('Old.')).toHaveLength(1);
});

test('of more than three messages, errors stay longest and the newest always', () => {
  const shown = () => [...document.querySelectorAll('[data-toast]')].map(({ textContent }) => textContent);
  show('error', 'First error.');
  for (const text of ['One.', 'Two.', 'Three.']) show('success', text);
  expect(shown()).toEqual(['First error.', 'Two.', 'Three.']);
  for (const text of ['Second error.', 'Third error.']) show('error', text);
  expect(shown()).toEqual(['First error.', 'Second error.', 'Third error.']);
  show('success', 'Four.');
  expect(shown()).toEqual(['Second error.', 'Third error.', 'Four.']);
});
