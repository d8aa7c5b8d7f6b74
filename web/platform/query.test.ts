import { expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient } from './query.ts';

async function attempts(error: Error) {
  const client = createQueryClient();
  const queryFn = vi.fn().mockRejectedValue(error);
  await expect(
    client.fetchQuery({ queryKey: ['x'], queryFn, retry: client.getDefaultOptions().queries?.retry, retryDelay: 0 }),
  ).rejects.toBe(error);
  return queryFn.mock.calls.length;
}

test('a refusal is not retried, a failure is tried three times', async () => {
  expect(await attempts(new ApiError('not-found', '', 404))).toBe(1);
  expect(await attempts(new ApiError('database-unavailable', '', 503))).toBe(3);
  expect(await attempts(new ApiError('offline', '', 0))).toBe(3);
});
