// Says that choices are being saved or have not arrived, and keeps the tab from closing silently until they have. A choice that
// can't be saved is undone with a message (platform/rows.ts).
import { onlineManager, useMutationState } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { savesKey } from '../platform/pending-saves.ts';
import { Spinner } from '../ui/spinner.tsx';

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
    // In the bar, next to the logo, if there is space, otherwise just below it, or below the notice about the connection: nothing on
    // the page moves or stays covered.
    <div className="pointer-events-none sticky top-13 z-40 flex h-0 items-start justify-center px-4 xl:fixed xl:inset-x-0 xl:top-1.5 xl:left-[calc((100vw-var(--container-page))/2+6rem)] xl:justify-start">
      {isSaving && !isLate && (
        // Appears late: most saves are done before anyone could read it.
        <p className={`${pill} transition-opacity delay-500 starting:opacity-0`}>
          <Spinner className="size-4" />
          Saving…
        </p>
      )}
      <div role="status" className="empty:hidden">
        {isLate && (
          <p className={pill}>
            <CloudOff className="size-4 shrink-0 text-warning" aria-hidden="true" />
            Changes not saved yet.{isOnline && ' Trying again…'}
          </p>
        )}
      </div>
    </div>
  );
}

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

const pill = 'card-surface flex items-center gap-2.5 px-4 py-1.5 text-sm font-medium';
