import { act, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageLoading, showLoading } from './page-loading.tsx';

test('a bar moves until the page has loaded or failed', async () => {
  const { container } = render(<PageLoading />);
  for (const end of ['resolve', 'reject'] as const) {
    expect(container.childElementCount).toBe(0);
    const page = Promise.withResolvers<string>();
    const shown = showLoading(page.promise).catch(() => 'failed');
    await act(async () => {});
    expect(container.childElementCount).toBe(1);
    page[end]('here');
    await act(() => shown);
  }
  expect(container.childElementCount).toBe(0);
});
