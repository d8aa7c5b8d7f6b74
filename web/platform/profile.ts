import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api.ts';

/** The user's balances. */
export const profileQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: ({ signal }) => callApi('GET /data/profiles/me', { signal }),
});
