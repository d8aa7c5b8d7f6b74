import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../platform/api.ts';

export interface Profile {
  id: string;
  /** Backlink credits. */
  credits: number;
  email_credits: number;
  /** Where the last campaign searched; null before the first. */
  search_country: string | null;
  search_language: string | null;
}

/** The user's balances. */
export const profileQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: ({ signal }) => callApi<Profile>('/data/profiles/me', { signal }),
});
