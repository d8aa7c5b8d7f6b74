// Logging out drops choices that are not saved yet. They get a moment to arrive; if they don't, the user is asked first.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { savesDone, savesKey } from '../../platform/pending-saves.ts';
import { signOut } from '../../platform/session.tsx';
import { withinTime } from '../../platform/within-time.ts';
import { forgetReturnPath } from '../return-path.ts';

const waitAtMostMs = 3_000;

export function useLogOut() {
  const queryClient = useQueryClient();
  const [isWaiting, setWaiting] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    setAsking(false);
    forgetReturnPath();
    void signOut();
  };
  const logOut = async () => {
    if (isWaiting) return;
    setWaiting(true);
    const isSaved = await withinTime(waitAtMostMs, savesDone(queryClient), new Error('saving takes long')).then(
      () => true,
      () => false,
    );
    setWaiting(false);
    if (isSaved) leave();
    // If none is left, the choice was undone with a message, which the user should see.
    else setAsking(queryClient.isMutating({ mutationKey: savesKey() }) > 0);
  };
  return { logOut, leave, stay: () => setAsking(false), isWaiting, isAsking };
}
