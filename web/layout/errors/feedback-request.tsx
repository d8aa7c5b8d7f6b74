// Asks what the user was doing, after an error report was sent. It may be outside the router.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createStore } from '../../ui/store.ts';

const FeedbackModal = lazy(async () => ({ default: (await import('./feedback-modal.tsx')).FeedbackModal }));

/** The id of an error report that the service has accepted, until the user has been asked about it. */
export const sentReport = createStore<string | null>(null);

export function FeedbackRequest() {
  const reportId = useSyncExternalStore(sentReport.subscribe, sentReport.get);
  if (reportId === null) return null;
  return (
    <Suspense>
      <FeedbackModal key={reportId} reportId={reportId} onClose={() => sentReport.set(null)} />
    </Suspense>
  );
}
