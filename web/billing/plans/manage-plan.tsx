import { Settings2 } from 'lucide-react';
import { Spinner } from '../../ui/spinner.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { usePortal } from '../billing.api.ts';

/** Leads to where the plan is changed or canceled; without a plan, to the plans below. */
export function ManagePlan({ hasPortal }: { hasPortal: boolean }) {
  const portal = usePortal();
  const content = (
    <>
      {portal.isLeaving ? <Spinner /> : <Settings2 className="size-4.5" aria-hidden="true" />}
      Manage plan
    </>
  );
  if (!hasPortal) {
    return (
      <a href="#plans" className="btn btn-plain">
        {content}
      </a>
    );
  }
  const handleError = (error: Error) => showToast('error', error.message);
  return (
    <button
      type="button"
      className="btn btn-plain"
      aria-disabled={portal.isLeaving}
      onClick={() => !portal.isLeaving && portal.go(undefined, handleError)}
    >
      {content}
    </button>
  );
}
