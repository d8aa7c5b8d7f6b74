import { QueryClient } from '@tanstack/react-query';
import { isRefused } from './api.ts';

const maxRetries = 2;

/** Repeating a refused call changes nothing; other errors may pass. */
export const shouldRetry = (failures: number, error: Error) => !isRefused(error) && failures < maxRetries;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry },
      // Without a connection an action fails immediately. By default it would wait and run when no longer expected.
      mutations: { networkMode: 'always' },
    },
  });
}
