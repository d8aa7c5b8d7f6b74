// Says that prospects were changed. The last change can be undone, by the button of its message or by a key.
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { closeToast, showToast, type ToastAction } from '../../ui/toast/toasts.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { readAgain } from '../prospects.api.ts';

/** Restores the sites that have not been changed again, and returns how many. */
export type Undo = () => Promise<{ updated: number }>;

interface DoneChange {
  text: string;
  /** How many sites were changed. */
  updated: number;
  undo: Undo | undefined;
  /** Besides Undo. */
  actions: readonly ToastAction[];
}

export type Announce = (change: DoneChange) => void;

export function useUndo(): Announce {
  const queryClient = useQueryClient();
  const last = useRef<{ work: Undo; changed: number; toast: number } | null>(null);
  const undo = async (work: Undo, changed: number) => {
    // Only once, by the button or the key.
    if (last.current?.work === work) {
      closeToast(last.current.toast);
      last.current = null;
    }
    try {
      const { updated } = await work();
      showToast(updated === 0 ? 'info' : 'success', wordsFor(updated, changed));
    } catch (error) {
      showToast('error', `The change could not be undone. ${(error as Error).message}`);
    }
    await readAgain(queryClient);
  };
  useKeys({ z: () => last.current && void undo(last.current.work, last.current.changed) });
  return ({ text, updated, undo: work, actions }) => {
    const undoAction = work ? [{ label: 'Undo', onClick: () => void undo(work, updated) }] : [];
    const toast = showToast('success', text, [...undoAction, ...actions]);
    last.current = work ? { work, changed: updated, toast } : null;
  };
}

function wordsFor(restored: number, changed: number): string {
  if (restored >= changed) return 'The change was undone.';
  if (restored === 0)
    return `Nothing was undone: ${changed === 1 ? 'the site has' : 'all sites have'} been changed again.`;
  const others = changed - restored;
  const rest = others === 1 ? 'The other one has' : `The other ${formatNumber(others)} have`;
  return `The change was undone for ${countOf(restored, 'site')}. ${rest} been changed again.`;
}
