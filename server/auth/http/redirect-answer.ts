// What a redirect back to the site carries: tokens and errors in the fragment, which servers never see; codes in the query.
import type { SessionBody } from '../sessions/open-session.ts';
import type { AuthError } from './auth-error.ts';

/** Replaces the target's fragment. */
export function withFragment(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  url.hash = new URLSearchParams(parameters).toString();
  return url.href;
}

/** Adds parameters to the target's query. */
export function withQuery(target: string, parameters: Record<string, string>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

export function sessionParameters(session: SessionBody): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    sb: '',
    token_type: session.token_type,
  };
}

const errorNames: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

export function errorParameters({ status, code, message }: AuthError): Record<string, string> {
  const error = errorNames[status];
  return { ...(error ? { error } : {}), error_code: code, error_description: message };
}
