// Sends what a dialog about a lead has, and cancels that with the dialog: what the user dismissed must not be saved later.
import { useEffect, useRef } from 'react';
import { ApiError } from '../platform/api.ts';
import type { FormProblems } from '../ui/form/form-problems.ts';
import type { NoteChange } from './use-save-notes.ts';

export type SaveNote = (change: NoteChange, signal: AbortSignal) => Promise<unknown>;

/** Returns a function for a form's onSubmit. Its problem is shown at `field`. */
export function useSendNote(field: keyof NoteChange, save: SaveNote, onSaved: () => void) {
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);
  return async (change: NoteChange): Promise<FormProblems | undefined> => {
    sending.current = new AbortController();
    const { signal } = sending.current;
    try {
      await save(change, signal);
      onSaved();
    } catch (error) {
      if (signal.aborted) return undefined;
      // Anything else is a bug.
      if (!(error instanceof ApiError)) throw error;
      return { fields: { [field]: error.message } };
    }
    return undefined;
  };
}
