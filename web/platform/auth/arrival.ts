// What the page's URL contained when it was opened from a link in an email, or on the way back from Google.
// The auth client takes the session from it; the message for the user is kept here.

export interface Arrival {
  /** The link's type, such as 'recovery'. */
  readonly type: string | null;
  readonly hasSession: boolean;
  readonly errorCode: string | null;
  /** The user comes from the account page and has just deleted the account. */
  readonly isFarewell?: boolean;
  /** One of two mailboxes has confirmed a new address. */
  readonly isHalfDone: boolean;
}

const namesInQuery = ['error', 'error_code', 'error_description'];

/** Parses a URL; null if it contains nothing from the auth service. */
export function readArrival({ hash, searchParams }: URL): Arrival | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const error = fragment.get('error') ?? searchParams.get('error');
  const code = fragment.get('error_code') ?? searchParams.get('error_code');
  const isCanceled = error === 'access_denied' && code === 'bad_oauth_callback';
  const errorCode = isCanceled ? error : (code ?? error);
  const hasSession = fragment.has('access_token');
  const isHalfDone = fragment.has('message') && fragment.has('sb');
  if (!errorCode && !hasSession && !isHalfDone) return null;
  return { type: fragment.get('type'), hasSession, errorCode, isHalfDone };
}

/** The URL without tokens and errors, so that neither stays in the history. */
export function withoutArrival(address: URL): string {
  const clean = new URL(address);
  clean.hash = '';
  for (const name of namesInQuery) clean.searchParams.delete(name);
  return clean.pathname + clean.search;
}

let present: Arrival | null = readArrival(new URL(window.location.href));

/** How this page was opened, until the user has been told. */
export function currentArrival(): Arrival | null {
  return present;
}

/** Call with the message that was shown; anything newer stays. */
export function forgetArrival(told: Arrival | null) {
  if (present === told) present = null;
}

const nothing: Arrival = { type: null, hasSession: false, errorCode: null, isHalfDone: false };

/** For a session that the URL promised but that could not be fetched. */
export function noteFailedArrival() {
  present = { ...nothing, errorCode: 'session_not_read' };
}

/** For a user who has just deleted the account and is redirected to /login. */
export function noteAccountDeleted() {
  present = { ...nothing, isFarewell: true };
}
