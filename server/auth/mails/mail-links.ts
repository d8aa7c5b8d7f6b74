// Links in emails. They are built from the site's setting, never from a request's Host.
import type { Auth } from '../auth.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/** The URL of /verify, which uses up the link and redirects to the target. */
export function verifyLink({ baseUrl }: Auth, type: LinkType, token: string, redirectTo: string): string {
  return `${baseUrl}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}

/** Sign-ups are confirmed through the login page, which leads to /confirm-email. */
export function signUpLink(auth: Auth, token: string, redirectTo: string): string {
  return pageLink(auth, '/login', { token }, redirectTo) ?? verifyLink(auth, 'signup', token, redirectTo);
}

/** Opens the page on which the user chooses a new password. */
export function recoveryLink(auth: Auth, token: string, redirectTo: string): string {
  return pageLink(auth, '/reset-password', { token }, redirectTo) ?? verifyLink(auth, 'recovery', token, redirectTo);
}

/** Opens the login page, which follows the link to its target. */
export function loginPageLink(
  auth: Auth,
  type: Exclude<LinkType, 'signup' | 'recovery'>,
  token: string,
  redirectTo: string,
): string {
  const query = { token, type, redirect_to: redirectTo };
  return pageLink(auth, '/login', query, redirectTo) ?? verifyLink(auth, type, token, redirectTo);
}

/**
 * A page of the web app that uses up the link, so that a mail scanner merely fetching it does not: it would confirm a change of
 * address that its owner never asked for. Other apps have no such page.
 */
function pageLink(
  { config }: Auth,
  page: string,
  query: Record<string, string>,
  redirectTo: string,
): string | undefined {
  const { siteUrl } = config.web;
  if (new URL(redirectTo).origin !== new URL(siteUrl).origin) return undefined;
  return `${siteUrl}${page}?${new URLSearchParams(query)}`;
}
