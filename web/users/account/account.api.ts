// The calls behind /account. Each returns the auth client's error, or null on success.
import type { User } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { emailLinkSeconds } from '../../../shared/limits.ts';
import { paths } from '../../paths.ts';
import { callApi } from '../../platform/api.ts';
import { noteAccountDeleted } from '../../platform/auth/arrival.ts';
import { askAuth, openAuth } from '../../platform/auth/open-auth.ts';
import { signOut } from '../../platform/session.tsx';
import { serverNow } from '../../ui/values/server-clock.ts';

export interface Account {
  email: string;
  /** Requested, not yet confirmed from both mailboxes, and still can be. */
  newEmail: string | null;
  hasPassword: boolean;
  hasTwoFactor: boolean;
}

/** A link may be opened in another tab or on another device. */
const askAgainMs = 15_000;

/** The account as the server knows it now. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }): Promise<Account> => {
    const { authClient } = await openAuth();
    const [{ data, error }, { has_password: hasPassword }] = await Promise.all([
      authClient.getUser(),
      callApi('GET /api/user', { signal }),
    ]);
    if (error) throw error;
    return { ...readUser(data.user), hasPassword };
  },
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) => (state.data?.newEmail ? askAgainMs : false),
});

function readUser({
  email = '',
  new_email,
  email_change_sent_at: sentAt,
  factors,
}: User): Omit<Account, 'hasPassword'> {
  const hasExpired = sentAt !== undefined && Date.parse(sentAt) + emailLinkSeconds * 1000 < serverNow();
  return {
    email,
    newEmail: hasExpired ? null : (new_email ?? null),
    hasTwoFactor: (factors ?? []).some(({ status }) => status === 'verified'),
  };
}

/** Other sessions end. `current` may be omitted only if the server does not require it. */
export const changePassword = (password: string, current?: string) =>
  askAuth((client) => client.updateUser({ password, current_password: current }));

/** Sends an email to both addresses; the change happens when both have confirmed. */
export const changeEmail = (email: string) =>
  askAuth((client) => client.updateUser({ email }, { emailRedirectTo: window.location.origin + paths.account() }));

export const signOutElsewhere = () => askAuth((client) => client.signOut({ scope: 'others' }));

/** Emails a code, for accounts without a password. */
export const sendProofCode = () => askAuth((client) => client.reauthenticate());

/** Deletes the account and all its data. Rejects with ApiError if the proof is wrong. */
export async function deleteAccount(proof: { password: string } | { nonce: string }): Promise<void> {
  await callApi('DELETE /api/user', { body: proof });
  noteAccountDeleted();
  await signOut({ isGone: true });
}
