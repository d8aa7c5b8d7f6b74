import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

/** Shown while the browser has no connection. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="bg-neutral text-neutral-content empty:hidden">
      {!isOnline && (
        <p className="mx-auto flex max-w-page items-center gap-3 px-4 py-2.5 text-sm font-medium sm:px-6">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          You are offline. What you select, remove or block in a campaign is saved when you are back online. Everything
          else needs a connection.
        </p>
      )}
    </div>
  );
}

function subscribe(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
