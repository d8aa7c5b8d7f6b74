// Says that prospects were changed. The last change can be undone, by the button of its message or by a key.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { closeToast, showToast, type ToastAction } from '../../ui/toast/toasts.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { readAgain } from '../prospects.api.ts';

export type Undo = () => Promise<unknown>;

interface DoneChange {
  text: string;
  undo: Undo | undefined;
  /** Besides Undo. */
  actions: readonly ToastAction[];
}

export type Announce = (change: DoneChange) => void;

export function useUndo(): Announce {
  const queryClient = useQueryClient();
  const last = useRef<{ work: Undo; toast: number } | null>(null);
  const undo = async (work: Undo) => {
    // Only once, by the button or the key.
    if (last.current?.work === work) {
      closeToast(last.current.toast);
      last.current = null;
    }
    try {
      await work();
      showToast('success', 'The change was undone.');
    } catch (error) {
      showToast('error', `The change could not be undone. ${(error as Error).message}`);
    }
    await readAgain(queryClient);
  };
  useKeys({ z: () => last.current && void undo(last.current.work) });
  return ({ text, undo: work, actions }) => {
    const undoAction = work ? [{ label: 'Undo', onClick: () => void undo(work) }] : [];
    const toast = showToast('success', text, [...undoAction, ...actions]);
    last.current = work ? { work, toast } : null;
  };
}
