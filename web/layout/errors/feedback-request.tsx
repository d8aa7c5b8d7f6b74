// Asks what the user was doing, after an error report was sent. It may be outside the router.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createStore } from '../../ui/store.ts';

const FeedbackModal = lazy(async () => ({ default: (await import('./feedback-modal.tsx')).FeedbackModal }));

/** The id of the error report that the user is asked about. */
const askedAbout = createStore<string | null>(null);

/** Asks about a report that the service has accepted. Errors come in bursts, and a later one must not clear a half-written answer. */
export function askForFeedback(reportId: string) {
  if (askedAbout.get() === null) askedAbout.set(reportId);
}

export function FeedbackRequest() {
  const reportId = useSyncExternalStore(askedAbout.subscribe, askedAbout.get);
  if (reportId === null) return null;
  return (
    <Suspense>
      <FeedbackModal reportId={reportId} onClose={() => askedAbout.set(null)} />
    </Suspense>
  );
}
