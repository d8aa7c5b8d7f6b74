// Asks what the user was doing, after an error report was sent. It may be outside the router.
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { sentReport } from '../../platform/services/sent-report.ts';

const FeedbackModal = lazy(async () => ({ default: (await import('./feedback-modal.tsx')).FeedbackModal }));

export function FeedbackRequest() {
  const reportId = useSyncExternalStore(sentReport.subscribe, sentReport.get);
  if (reportId === null) return null;
  return (
    <Suspense>
      <FeedbackModal key={reportId} reportId={reportId} onClose={() => sentReport.set(null)} />
    </Suspense>
  );
}
