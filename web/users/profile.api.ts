import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api.ts';

export interface Profile {
  id: string;
  /** Backlink credits. */
  credits: number;
  email_credits: number;
}

/** The user's balances. */
export const profileQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: ({ signal }) => callApi<Profile>('/data/profiles/me', { signal }),
});
