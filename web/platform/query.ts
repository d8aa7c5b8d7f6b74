import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const maxRetries = 2;

/** Repeating a refused call (4xx) changes nothing; other errors may pass. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failures < maxRetries;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry },
      // Without a connection an action fails immediately. By default it would wait and run when no longer expected.
      mutations: { networkMode: 'always' },
    },
  });
}
