import { useEffect, useState } from 'react';
import { useSession } from '../platform/session.tsx';
import { readSession } from '../platform/session-source.ts';
import type { UserParts } from './user-parts.tsx';

/** Kept, so that a layout mounted later shows them at once. */
let loaded: UserParts | undefined;

/**
 * What only a signed-in user sees of the layout; undefined for visitors and until it is loaded. Loading starts as soon as the
 * browser has a session, and again when the connection is back.
 */
export function useUserParts(): UserParts | undefined {
  const { status } = useSession();
  const [parts, setParts] = useState(loaded);
  const isNeeded = status === 'signed-in' || (status === 'loading' && readSession() !== null);
  useEffect(() => {
    if (!isNeeded || parts) return;
    const load = () => {
      import('./user-parts.tsx').then(
        ({ userParts }) => {
          loaded = userParts;
          setParts(userParts);
        },
        () => {},
      );
    };
    load();
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [isNeeded, parts]);
  return status === 'signed-in' ? parts : undefined;
}
