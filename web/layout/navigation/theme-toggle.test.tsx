import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ThemeToggle } from './theme-toggle.tsx';

test('the toggle remembers a choice against the system and forgets one for it', async () => {
  render(<ThemeToggle />);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('zeus.theme')).toBe('dark');
  await userEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('zeus.theme')).toBeNull();
});
