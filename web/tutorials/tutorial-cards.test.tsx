import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openApp } from '../test/app.tsx';
import { chooseTheme } from '../theme.ts';

afterEach(() => chooseTheme('light'));

test('each of the five tutorials opens in a modal and closes again', async () => {
  openApp('/help');
  await screen.findByRole('heading', { level: 1, name: 'Help' }, { timeout: 20_000 });
  const cards = within(screen.getByRole('main')).getAllByRole('button');
  expect(cards).toHaveLength(5);
  for (const card of cards) {
    await userEvent.click(card);
    const modal = screen.getByRole('dialog');
    const title = within(modal).getByRole('heading').textContent ?? '';
    expect(card.textContent).toContain(title);
    const film = within(modal).getByLabelText(`Video: ${title}`);
    const files = [...film.querySelectorAll('source, track')].map((part) => part.getAttribute('src') ?? '');
    expect(files.map((file) => file.split('.').at(-1))).toEqual(['webm', 'mp4', 'vtt']);
    expect(film.getAttribute('poster')).toMatch(/\.webp$/);
    await userEvent.click(within(modal).getByRole('button', { name: 'Close modal' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  }
});

test('the pictures of the tutorials follow the theme', async () => {
  openApp('/help');
  await screen.findByRole('heading', { level: 1, name: 'Help' }, { timeout: 20_000 });
  const pictures = () => [...document.querySelectorAll('main img')].map((one) => one.getAttribute('src') ?? '');
  expect(pictures().filter((source) => /-dark\b.*\.webp$/.test(source))).toEqual([]);
  act(() => chooseTheme('dark'));
  expect(pictures().filter((source) => /-dark\b.*\.webp$/.test(source))).toHaveLength(5);
});
