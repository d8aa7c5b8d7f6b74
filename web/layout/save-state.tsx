// Says that choices are on their way to the server, or do not arrive, and keeps the tab from being closed unasked until they have.
// A choice that is given up on is taken back with a message (platform/rows.ts).
import { onlineManager, useMutationState } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { savesKey } from '../platform/pending-saves.ts';

export function SaveState() {
  const failures = useMutationState({
    filters: { mutationKey: savesKey(), status: 'pending' },
    select: ({ state }) => state.failureCount,
  });
  const isSaving = failures.length > 0;
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  const isLate = isSaving && (!isOnline || failures.some((count) => count > 0));
  useEffect(() => {
    if (!isSaving) return;
    const handleLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', handleLeave);
    return () => window.removeEventListener('beforeunload', handleLeave);
  }, [isSaving]);
  return (
    // In the bar where it has room, otherwise just below it: nothing on the page moves or is covered for long.
    <div className="pointer-events-none fixed inset-x-0 top-13 z-40 flex justify-center px-4 lg:top-1.5 lg:left-32 lg:justify-start">
      {isSaving && !isLate && (
        // Comes late: most saves are over before anybody could read it.
        <p className={`${pill} transition-opacity delay-500 starting:opacity-0`}>
          <span className="loading loading-spinner loading-xs" aria-hidden="true" />
          Saving…
        </p>
      )}
      <div role="status" className="empty:hidden">
        {isLate && (
          <p className={pill}>
            <CloudOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
            Choices not saved yet.{isOnline && ' Trying again…'}
          </p>
        )}
      </div>
    </div>
  );
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

const pill = 'card-surface flex items-center gap-2.5 px-4 py-1.5 text-sm font-medium';
