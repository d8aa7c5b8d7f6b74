// Saves a backlink's note and tags. Unlike a choice, it fails without a connection: its dialog stays open with the text.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Backlink } from '../../shared/backlink.ts';
import { callApi } from '../platform/api.ts';
import { rowsQuery } from '../platform/rows.ts';

export type NoteChange = Partial<Pick<Backlink, 'note' | 'tags'>>;

const saveMs = 15_000;

interface SavedNote extends Pick<Backlink, 'id'> {
  change: NoteChange;
  /** Aborted if the user cancels. */
  signal: AbortSignal;
}

/** Returns a function that resolves once it is saved, and rejects with an ApiError if it can't be, or as fetch if aborted. */
export function useSaveNotes(campaignId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = rowsQuery('backlinks', campaignId);
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, change: body, signal }: SavedNote) =>
      callApi('PATCH /data/backlinks/{id}', { params: { id }, body, signal, timeoutMs: saveMs }),
    async onSuccess(_saved, { id, change }) {
      // An answer under way may be older than what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (rows) => rows?.map((row) => (row.id === id ? { ...row, ...change } : row)));
    },
    // Also if it failed: the server may have saved it nevertheless.
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
  return mutateAsync;
}
