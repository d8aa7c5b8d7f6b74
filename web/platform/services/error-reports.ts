// Error reports to Honeybadger. Uncaught errors reach it through errors.ts, and what happened before through breadcrumbs.ts, so
// its own listeners are off. Its feedback form is another site's script; ours (layout/errors/feedback-request.tsx) makes the same
// call.
import Honeybadger from '@honeybadger-io/js';
import { errorReport } from '../../../shared/limits.ts';
import type { BrowserServices } from '../../../shared/public-settings.ts';
import { environment, setErrorReporter } from '../errors.ts';
import type { BreadcrumbTrail } from './breadcrumbs.ts';
import { filteredNames } from './scrub.ts';

type Service = NonNullable<BrowserServices['errors']>;

interface Reports {
  /** What happened before an error. */
  trail: BreadcrumbTrail;
  /** Called with the id of each report the service has accepted. */
  onSent: (reportId: string) => void;
}

/** Starts reporting. */
export function openErrorReports({ key, endpoint }: Service, { trail, onSent }: Reports) {
  const client = Honeybadger.factory({
    apiKey: key,
    endpoint,
    environment: environment(),
    developmentEnvironments: ['development'],
    maxBreadcrumbs: errorReport.maxBreadcrumbs,
    maxObjectDepth: errorReport.maxObjectDepth,
    filters: filteredNames,
    enableUncaught: false,
    enableUnhandledRejection: false,
  });
  // The library filters parameters, session, headers and URL, but sends the context unchanged.
  client.beforeNotify((notice) => {
    if (notice) notice.context = withoutSecrets(notice.context) as Record<string, unknown>;
  });
  client.afterNotify((error, notice) => {
    if (!error && notice?.id) onSent(notice.id);
  });
  trail.follow(({ message, category, metadata }) => client.addBreadcrumb(message, { category, metadata }));
  setErrorReporter((error, { componentStack }) => {
    client.notify(error instanceof Error ? error : new Error(String(error)), { context: { componentStack } });
  });
}

/** A copy in which every field with a filtered name is replaced. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || depth > errorReport.maxObjectDepth) return value;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      filteredNames.some((filtered) => name.toLowerCase().includes(filtered))
        ? '[FILTERED]'
        : withoutSecrets(inner, depth + 1),
    ]),
  );
}

/** Sends the user's feedback on a report. The other site's answer cannot be read; rejects if the site is unreachable. */
export async function sendFeedback(
  { key, endpoint }: Service,
  feedback: { reportId: string; name: string; email: string; comment: string },
): Promise<void> {
  const { reportId, ...words } = feedback;
  const query = new URLSearchParams({ format: 'js', api_key: key, token: reportId, ...words });
  await fetch(`${endpoint}/v2/feedback?${query}`, { mode: 'no-cors' });
}
