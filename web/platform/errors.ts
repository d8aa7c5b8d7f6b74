// Where the browser's errors go. Without a reporter, and always in development, they stay in the console. A reporter is loaded
// after the first view, so earlier errors wait for it.

interface ErrorDetails {
  /** The components around the failure, innermost first. */
  componentStack?: string | null;
}

type ErrorReporter = (error: unknown, details: ErrorDetails) => void;

/** More than this before a reporter is loaded is one error repeating itself. */
const waitingAtMost = 10;

let reporter: ErrorReporter | null = null;
const waiting: Parameters<ErrorReporter>[] = [];

/** Sets the reporter and passes on the errors that waited for it. */
export function setErrorReporter(next: ErrorReporter | null) {
  reporter = next;
  for (const report of waiting.splice(0)) next?.(...report);
}

export function environment(hostname = window.location.hostname): 'development' | 'production' {
  return hostname.includes('localhost') ? 'development' : 'production';
}

/** Passes an error to the reporter; does nothing in development. */
export function reportError(error: unknown, details: ErrorDetails = {}) {
  if (environment() !== 'production') return;
  if (reporter) reporter(error, details);
  else if (waiting.length < waitingAtMost) waiting.push([error, details]);
}

/** Reports uncaught errors. */
export function reportUncaughtErrors() {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
