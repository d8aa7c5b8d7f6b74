// Asks what the user was doing, after an error report was sent. It may be outside the router.
import { lazy, Suspense, useEffect, useState } from 'react';
import { sentReports } from '../../platform/services/sent-reports.ts';

const FeedbackModal = lazy(async () => ({ default: (await import('./feedback-modal.tsx')).FeedbackModal }));

export function FeedbackRequest() {
  const [reportId, setReportId] = useState<string | null>(null);
  useEffect(() => sentReports.subscribe(setReportId), []);
  if (reportId === null) return null;
  return (
    <Suspense>
      <FeedbackModal key={reportId} reportId={reportId} onClose={() => setReportId(null)} />
    </Suspense>
  );
}
