import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { test } from 'vitest';
import { loadPage } from './page-not-loaded.tsx';

test('a page that did not load says so, and appears when the connection is back', async () => {
  let isOnline = false;
  const Page = await loadPage(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>Here it is</p>;
  });
  render(<Page />, { wrapper: MemoryRouter });
  await screen.findByRole('heading', { name: 'This page could not be loaded' });
  screen.getByText('Zeus cannot be reached. Check your connection and try again.');
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await screen.findByText('Here it is');
});
