// The calls behind /login, /signup and /reset-password. Each returns the auth client's error, or null on success.
import type { AuthError } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import type { AuthSettings } from '../../../shared/auth-settings.ts';
import { paths } from '../../paths.ts';
import { authUrl } from '../../platform/auth/auth-url.ts';
import { openAuth } from '../../platform/auth/open-auth.ts';
import { startRecovery } from '../../platform/auth/recovery.ts';

type Outcome = Promise<AuthError | null>;

export interface Credentials {
  email: string;
  password: string;
}

const onSite = (path: string) => window.location.origin + path;

export async function signInWithPassword(credentials: Credentials): Outcome {
  const { authClient } = await openAuth();
  return (await authClient.signInWithPassword(credentials)).error;
}

export async function signUp({ email, password }: Credentials): Outcome {
  const { authClient } = await openAuth();
  const options = { emailRedirectTo: onSite(paths.confirmEmail()) };
  return (await authClient.signUp({ email, password, options })).error;
}

/** Leaves for Google, which returns to the given page. */
export async function signInWithGoogle(comeBackTo: string): Outcome {
  const { authClient } = await openAuth();
  const options = { redirectTo: onSite(comeBackTo) };
  return (await authClient.signInWithOAuth({ provider: 'google', options })).error;
}

export async function resendConfirmation(email: string): Outcome {
  const { authClient } = await openAuth();
  const options = { emailRedirectTo: onSite(paths.confirmEmail()) };
  return (await authClient.resend({ type: 'signup', email, options })).error;
}

export async function sendResetLink(email: string): Outcome {
  const { authClient } = await openAuth();
  return (await authClient.resetPasswordForEmail(email, { redirectTo: onSite(paths.resetPassword()) })).error;
}

/** The code from an email instead of its link. */
export async function enterMailCode(type: 'signup' | 'recovery', email: string, token: string): Outcome {
  const { authClient } = await openAuth();
  const { error } = await authClient.verifyOtp({ type, email, token });
  // Not before: a user who is signed in would lose the form, and with it the message about a wrong code.
  if (type === 'recovery' && !error) startRecovery();
  return error;
}

/** The new password of a user who came by "Forgot your password?". */
export async function chooseNewPassword(password: string): Outcome {
  const { authClient } = await openAuth();
  return (await authClient.updateUser({ password })).error;
}

export interface EmailedLink {
  type: 'signup' | 'recovery' | 'email_change' | 'invite' | 'magiclink';
  token: string;
  /** For links that lead to more than one page. The auth service refuses other sites. */
  redirectTo?: string | null;
}

/** Where the link of an email is used, and which page follows. */
export function linkVerification({ type, token, redirectTo }: EmailedLink): string {
  const target = redirectTo ?? onSite(type === 'recovery' ? paths.resetPassword() : paths.confirmEmail());
  return `${authUrl}/verify?${new URLSearchParams({ token, type, redirect_to: target })}`;
}

/** What the auth service offers. */
export const authSettingsQuery = queryOptions({
  queryKey: ['auth-settings'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<AuthSettings> => {
    const answer: unknown = await (await fetch(`${authUrl}/settings`, { signal })).json();
    if (isAuthSettings(answer)) return answer;
    throw new Error('no auth settings');
  },
});

const isAuthSettings = (answer: unknown): answer is AuthSettings => 'external' in Object(answer);
