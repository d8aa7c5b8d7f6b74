import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const maxRetries = 2;

/** A refusal (4xx) will not change by asking again; anything else may. */
export function shouldRetry(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false;
  return failures < maxRetries;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry },
      // Without a connection an action fails at once. By default it would wait and start when nobody expects it any more.
      mutations: { networkMode: 'always' },
    },
  });
}
