// The calls behind /account. Each returns the auth client's error, or null on success.
import type { AuthError, User } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { callApi } from '../../platform/api.ts';
import { noteAccountDeleted } from '../../platform/auth/arrival.ts';
import { openAuth } from '../../platform/auth/open-auth.ts';
import { signOut } from '../../platform/session.tsx';

type Outcome = Promise<AuthError | null>;

export interface Account {
  email: string;
  /** Requested, and not yet confirmed from both mailboxes. */
  newEmail: string | null;
  hasPassword: boolean;
  hasTwoFactor: boolean;
}

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
});

function readUser({ email = '', new_email: newEmail, factors }: User): Omit<Account, 'hasPassword'> {
  return {
    email,
    newEmail: newEmail || null,
    hasTwoFactor: (factors ?? []).some(({ status }) => status === 'verified'),
  };
}

/** Other sessions end. `current` may be omitted only if the server does not require it. */
export async function changePassword(password: string, current?: string): Outcome {
  const { authClient } = await openAuth();
  return (await authClient.updateUser({ password, current_password: current })).error;
}

/** Sends an email to both addresses; the change happens when both have confirmed. */
export async function changeEmail(email: string): Outcome {
  const { authClient } = await openAuth();
  const options = { emailRedirectTo: window.location.origin + paths.account() };
  return (await authClient.updateUser({ email }, options)).error;
}

export async function signOutElsewhere(): Outcome {
  const { authClient } = await openAuth();
  return (await authClient.signOut({ scope: 'others' })).error;
}

/** Emails a code, for accounts without a password. */
export async function sendProofCode(): Outcome {
  const { authClient } = await openAuth();
  return (await authClient.reauthenticate()).error;
}

/** Deletes the account and all its data. Rejects with ApiError if the proof is wrong. */
export async function deleteAccount(proof: { password: string } | { nonce: string }): Promise<void> {
  await callApi('DELETE /api/user', { body: proof });
  noteAccountDeleted();
  await signOut({ isGone: true });
}
