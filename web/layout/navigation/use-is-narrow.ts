import { useSyncExternalStore } from 'react';

/** Below the width at which the whole bar fits (Tailwind's lg). */
const narrow = window.matchMedia('(max-width: 63.99rem)');

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
