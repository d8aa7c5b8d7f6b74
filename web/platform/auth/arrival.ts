// What the address brought along when the page was opened: from a link in a mail, or back from Google.
// The auth client takes the session out of it; what has to be said to the user is kept here.

export interface Arrival {
  /** The link's kind, such as 'recovery'. */
  readonly type: string | null;
  readonly hasSession: boolean;
  readonly errorCode: string | null;
  /** Comes from the account page: the account is no more. */
  readonly isFarewell?: boolean;
  /** One mailbox of two has agreed to a new address. */
  readonly isHalfDone: boolean;
}

const namesInQuery = ['error', 'error_code', 'error_description'];

/** Reads an address; null when it carries nothing of the auth service. */
export function readArrival({ hash, searchParams }: URL): Arrival | null {
  const fragment = new URLSearchParams(hash.slice(1));
  const error = fragment.get('error') ?? searchParams.get('error');
  const code = fragment.get('error_code') ?? searchParams.get('error_code');
  const isCancelled = error === 'access_denied' && code === 'bad_oauth_callback';
  const errorCode = isCancelled ? error : (code ?? error);
  const hasSession = fragment.has('access_token');
  const isHalfDone = fragment.has('message') && fragment.has('sb');
  if (!errorCode && !hasSession && !isHalfDone) return null;
  return { type: fragment.get('type'), hasSession, errorCode, isHalfDone };
}

/** The same address without tokens and errors, so that neither stays in the history. */
export function withoutArrival(address: URL): string {
  const clean = new URL(address);
  clean.hash = '';
  for (const name of namesInQuery) clean.searchParams.delete(name);
  return clean.pathname + clean.search;
}

let present: Arrival | null = readArrival(new URL(window.location.href));

/** How this page was opened, until a page has told the user. */
export function currentArrival(): Arrival | null {
  return present;
}

/** To be called with what has been told; something newer stays. */
export function forgetArrival(told: Arrival | null) {
  if (present === told) present = null;
}

const nothing: Arrival = { type: null, hasSession: false, errorCode: null, isHalfDone: false };

/** For a session that the address promised but that could not be fetched. */
export function noteFailedArrival() {
  present = { ...nothing, errorCode: 'session_not_read' };
}

/** For a user who has just deleted the account and is led to /login. */
export function noteFarewell() {
  present = { ...nothing, isFarewell: true };
}
