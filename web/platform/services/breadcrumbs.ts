// What happened before an error: console lines, clicks, page changes and requests, for error reports. Recorded from the start,
// because the reporter itself is loaded later. The reporter's package could record them too, but would also store URLs with
// their tokens, console arguments and the text of whatever was clicked.
import { errorReport } from '../../../shared/limits.ts';
import { scrubText, scrubUrl } from './scrub.ts';

export interface Breadcrumb {
  readonly category: 'log' | 'ui.click' | 'navigation' | 'request';
  readonly message: string;
  readonly metadata: Readonly<Record<string, string | number>>;
}

type Receive = (crumb: Breadcrumb) => void;

export interface BreadcrumbTrail {
  /** Passes on the breadcrumbs so far, each with its time, and then every new one. */
  follow(receive: Receive): void;
  stop(): void;
}

/** Starts recording. Requests to `except`, the URL reports are sent to, are left out. */
export function recordBreadcrumbs({ except }: { except: string }): BreadcrumbTrail {
  const waiting: Breadcrumb[] = [];
  let receiver: Receive | null = null;
  const record: Receive = (crumb) => {
    if (receiver) return receiver(crumb);
    waiting.push({ ...crumb, metadata: { ...crumb.metadata, at: new Date().toISOString() } });
    if (waiting.length > errorReport.maxBreadcrumbs) waiting.shift();
  };
  const stops = [recordConsole(record), recordClicks(record), recordNavigation(record), recordRequests(record, except)];
  return {
    follow(receive) {
      for (const crumb of waiting.splice(0)) receive(crumb);
      receiver = receive;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const levels = ['debug', 'log', 'info', 'warn', 'error'] as const;

function recordConsole(record: Receive) {
  const stops = levels.map((level) =>
    wrap(console, level, (original) => (...line: unknown[]) => {
      record({ category: 'log', message: scrubText(line.map(nameOf).join(' ')), metadata: { level } });
      original(...line);
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Objects may contain anything, so only their type is recorded. */
function nameOf(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === 'object' && value !== null) return `[${value.constructor?.name ?? 'object'}]`;
  return typeof value === 'function' ? '[function]' : String(value);
}

const controls = 'a, button, input, select, textarea, summary, label, [role="button"]';
const longestLabel = 40;

function recordClicks(record: Receive) {
  const handleClick = ({ target }: MouseEvent) => {
    const control = target instanceof Element ? target.closest(controls) : null;
    if (control) record({ category: 'ui.click', message: describe(control), metadata: {} });
  };
  window.addEventListener('click', handleClick, { capture: true });
  return () => window.removeEventListener('click', handleClick, { capture: true });
}

/** Buttons by their text, which is ours; links by path and fields by name, because their texts may be the user's. */
function describe(control: Element): string {
  const kind = control.tagName.toLowerCase();
  if (control instanceof HTMLAnchorElement) return `${kind} ${scrubUrl(control.href)}`;
  if (control.matches('button, summary, [role="button"]')) {
    return `${kind} ${scrubText(control.textContent.trim()).slice(0, longestLabel)}`;
  }
  const { type, name } = control as Partial<HTMLInputElement>;
  return [kind, type, name].filter(Boolean).join(' ');
}

function recordNavigation(record: Receive) {
  let last = scrubUrl(window.location.href);
  const note = (address: string) => {
    const [from, to] = [last, scrubUrl(address)];
    last = to;
    // Tables write their filter into the URL with every keystroke, which is not a page change.
    if (from !== to) record({ category: 'navigation', message: `${from} → ${to}`, metadata: { from, to } });
  };
  const handleMove = () => note(window.location.href);
  window.addEventListener('popstate', handleMove);
  const stops = (['pushState', 'replaceState'] as const).map((name) =>
    wrap(window.history, name, (original) => (...move: Parameters<History['pushState']>) => {
      original.apply(window.history, move);
      handleMove();
    }),
  );
  return () => {
    window.removeEventListener('popstate', handleMove);
    for (const stop of stops) stop();
  };
}

function recordRequests(record: Receive, except: string) {
  return wrap(window, 'fetch', (original) => async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase();
    const note = (outcome: Record<string, string | number>) => {
      if (address.startsWith(except)) return;
      const url = scrubUrl(address);
      record({ category: 'request', message: `${method} ${url}`, metadata: { method, url, ...outcome } });
    };
    try {
      const response = await original.call(window, input, init);
      note({ status_code: response.status });
      return response;
    } catch (error) {
      note({ error: error instanceof Error ? error.name : 'unknown' });
      throw error;
    }
  });
}

/** Replaces a function; returns a function that restores it. */
function wrap<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  replace: (original: Owner[Name]) => Owner[Name],
): () => void {
  const original = owner[name];
  owner[name] = replace(original);
  return () => {
    owner[name] = original;
  };
}
