// Links in emails. They are built from the site's setting, never from a request's Host.
import type { Auth } from '../auth.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** The URL of /verify, which uses up the link and redirects to the target. */
export function verifyLink({ baseUrl }: Auth, type: LinkType, token: string, redirectTo: string): string {
  return `${baseUrl}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}

/**
 * Opens a page of the web app that uses up the link, so that a mail scanner merely fetching it does not: it would confirm a
 * change of address that its owner never asked for. Other apps have no such page.
 */
export function mailLink(auth: Auth, type: LinkType, token: string, redirectTo: string): string {
  const { siteUrl } = auth.config.web;
  if (new URL(redirectTo).origin !== new URL(siteUrl).origin) return verifyLink(auth, type, token, redirectTo);
  if (type === 'recovery') return `${siteUrl}/reset-password?${new URLSearchParams({ token })}`;
  // Without a type, the login page confirms a sign-up.
  if (type === 'signup') return `${siteUrl}/login?${new URLSearchParams({ token })}`;
  return `${siteUrl}/login?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}
