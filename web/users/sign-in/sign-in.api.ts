// The calls behind /login, /signup and /reset-password. Each returns the auth client's error, or null on success.
import { queryOptions } from '@tanstack/react-query';
import type { AuthSettings } from '../../../shared/auth-settings.ts';
import { paths } from '../../paths.ts';
import { authUrl } from '../../platform/auth/auth-url.ts';
import { askAuth } from '../../platform/auth/open-auth.ts';
import { startRecovery } from '../../platform/auth/recovery.ts';

export interface Credentials {
  email: string;
  password: string;
}

const onSite = (path: string) => window.location.origin + path;

export const signInWithPassword = (credentials: Credentials) =>
  askAuth((client) => client.signInWithPassword(credentials));

export const signUp = ({ email, password }: Credentials) =>
  askAuth((client) => client.signUp({ email, password, options: { emailRedirectTo: onSite(paths.confirmEmail()) } }));

/** Leaves for Google, which returns to the given page. */
export const signInWithGoogle = (comeBackTo: string) =>
  askAuth((client) => client.signInWithOAuth({ provider: 'google', options: { redirectTo: onSite(comeBackTo) } }));

export const resendConfirmation = (email: string) =>
  askAuth((client) =>
    client.resend({ type: 'signup', email, options: { emailRedirectTo: onSite(paths.confirmEmail()) } }),
  );

export const sendResetLink = (email: string) =>
  askAuth((client) => client.resetPasswordForEmail(email, { redirectTo: onSite(paths.resetPassword()) }));

/** The code from an email instead of its link. */
export async function enterMailCode(type: 'signup' | 'recovery', email: string, token: string) {
  const error = await askAuth((client) => client.verifyOtp({ type, email, token }));
  // Not before: a user who is signed in would lose the form, and with it the message about a wrong code.
  if (type === 'recovery' && !error) startRecovery();
  return error;
}

/** The new password of a user who came by "Forgot your password?". */
export const chooseNewPassword = (password: string) => askAuth((client) => client.updateUser({ password }));

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
