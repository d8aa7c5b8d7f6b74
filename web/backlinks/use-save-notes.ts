// Saves a backlink's note and tags.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Backlink } from '../../shared/backlink.ts';
import { callApi } from '../platform/api.ts';
import { saveScope } from '../platform/rows.ts';
import { backlinksQuery } from './backlinks.api.ts';

export type NoteChange = Partial<Pick<Backlink, 'note' | 'tags'>>;

/** Returns a function that resolves once it is saved, and rejects with an ApiError if it can't be. */
export function useSaveNotes(campaignId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = backlinksQuery(campaignId);
  const { mutateAsync } = useMutation({
    scope: saveScope('backlinks', campaignId),
    networkMode: 'always',
    mutationFn: ({ id, ...body }: NoteChange & Pick<Backlink, 'id'>) =>
      callApi('PATCH /data/backlinks/{id}', { params: { id }, body }),
    async onSuccess(_saved, { id, ...change }) {
      // An answer under way may be older than what was just saved.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (rows) => rows?.map((row) => (row.id === id ? { ...row, ...change } : row)));
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return mutateAsync;
}
