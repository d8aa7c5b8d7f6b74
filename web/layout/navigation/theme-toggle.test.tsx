import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ThemeToggle } from './theme-toggle.tsx';

afterEach(() => document.head.replaceChildren());

test('stores a choice that differs from the system, and forgets one that matches it', async () => {
  render(<ThemeToggle />);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('zeus.theme')).toBe('dark');
  await userEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('zeus.theme')).toBeNull();
});

test('the color of the browser bars follows a manual choice', async () => {
  for (const theme of ['light', 'dark']) {
    const meta = Object.assign(document.createElement('meta'), { name: 'theme-color' });
    meta.dataset.for = theme;
    meta.media = `(prefers-color-scheme: ${theme})`;
    document.head.append(meta);
  }
  const media = () => [...document.querySelectorAll<HTMLMetaElement>('meta')].map((meta) => meta.media);
  render(<ThemeToggle />);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to the dark theme' }));
  expect(media()).toEqual(['not all', 'all']);
  await userEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
  expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
});
