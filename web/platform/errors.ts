// Where the browser's errors go. Without a reporter, and always in development, they stay in the console.

export interface ErrorDetails {
  /** The components around the failure, innermost first. */
  componentStack?: string | null;
}

export type ErrorReporter = (error: unknown, details: ErrorDetails) => void;

let reporter: ErrorReporter | null = null;

/** Sets who receives reports from now on. */
export function setErrorReporter(next: ErrorReporter | null) {
  reporter = next;
}

export function environment(hostname = window.location.hostname): 'development' | 'production' {
  return hostname.includes('localhost') ? 'development' : 'production';
}

/** Hands an error to the reporter; does nothing in development or when there is none. */
export function reportError(error: unknown, details: ErrorDetails = {}) {
  if (environment() === 'production') reporter?.(error, details);
}

/** Reports what nobody caught. */
export function reportUncaughtErrors() {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
