// Addresses in mails. They are built from the site's setting alone, never from a request's Host.
import type { Auth } from '../auth.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** The verification's own address: it uses the link up and leads on to the target. */
export function verifyLink({ baseUrl }: Auth, type: LinkType, token: string, redirectTo: string): string {
  return `${baseUrl}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}

/** A sign-up is confirmed by way of the login page, which leads to /confirm-email. */
export function signUpLink(auth: Auth, token: string, redirectTo: string): string {
  return pageLink(auth, '/login', token, redirectTo) ?? verifyLink(auth, 'signup', token, redirectTo);
}

/** A new password is chosen on the page that the link opens. */
export function recoveryLink(auth: Auth, token: string, redirectTo: string): string {
  return pageLink(auth, '/reset-password', token, redirectTo) ?? verifyLink(auth, 'recovery', token, redirectTo);
}

/** A page of the web app that uses the link up: a mail scanner that merely fetches it does not. Other apps have no such page. */
function pageLink({ config }: Auth, page: string, token: string, redirectTo: string): string | undefined {
  const { siteUrl } = config.web;
  if (new URL(redirectTo).origin !== new URL(siteUrl).origin) return undefined;
  return `${siteUrl}${page}?${new URLSearchParams({ token })}`;
}
