// Addresses in mails. They are built from the site's setting alone, never from a request's Host.
import type { Auth } from '../auth.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** The verification's own address: it uses the link up and leads on to the target. */
export function verifyLink({ baseUrl }: Auth, type: LinkType, token: string, redirectTo: string): string {
  return `${baseUrl}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}

/** A sign-up is confirmed by way of the login page, which leads to /confirm-email; other apps are reached directly. */
export function signUpLink(auth: Auth, token: string, redirectTo: string): string {
  const { siteUrl } = auth.config.web;
  return new URL(redirectTo).origin === new URL(siteUrl).origin
    ? `${siteUrl}/login?${new URLSearchParams({ token })}`
    : verifyLink(auth, 'signup', token, redirectTo);
}
