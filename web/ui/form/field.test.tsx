import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Field } from './field.tsx';
import { PasswordField } from './password-field.tsx';

test('an error replaces the hint and describes the input', () => {
  const { rerender } = render(<Field label="Email" hint="Your work address." />);
  const input = screen.getByLabelText('Email');
  const note = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(note()).toBe('Your work address.');
  expect(input.getAttribute('aria-invalid')).toBeNull();
  rerender(<Field label="Email" hint="Your work address." error="Please enter a valid email address." />);
  expect(note()).toBe('Please enter a valid email address.');
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

test('a password can be shown and keeps what was typed', async () => {
  render(<PasswordField label="Password" autoComplete="new-password" />);
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  await userEvent.type(input, 'correct horse');
  expect(input.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input.type).toBe('text');
  expect(input.value).toBe('correct horse');
});
