// Choices that are on screen but not yet on the server. Anything that acts on a selection waits for them first.
import { type Mutation, onlineManager, type QueryClient } from '@tanstack/react-query';
import { ApiError, unreachable } from './api.ts';

/** The key of every save or, with a campaign, of the saves of its rows. */
export const savesKey = (campaignId?: string) => (campaignId === undefined ? ['save'] : ['save', campaignId]);

/** Saves are retried for less than this. Only a background tab may take longer. */
const waitAtMostMs = 60_000;

const unsaved = () => new ApiError('unsaved', 'Your last changes could not be saved. Check them and try again.', 0);

/**
 * Resolves once no choice, or none of the campaign's, is waiting to be saved. Rejects with ApiError if one cannot be saved, and
 * immediately if the connection is lost: the user's action must not start later on its own.
 */
export function savesDone(queryClient: QueryClient, campaignId?: string, signal?: AbortSignal): Promise<void> {
  const cache = queryClient.getMutationCache();
  const filters = { mutationKey: savesKey(campaignId), status: 'pending' } as const;
  const isDone = () => cache.findAll(filters).length === 0;
  if (isDone()) return Promise.resolve();
  return new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => {
      for (const stop of stops) stop();
      settle();
    };
    const timer = setTimeout(() => end(() => reject(unsaved())), waitAtMostMs);
    const handleAbort = () => end(() => reject(signal?.reason));
    const checkConnection = () => {
      if (!onlineManager.isOnline()) end(() => reject(new ApiError('offline', unreachable, 0)));
    };
    const stops = [
      () => clearTimeout(timer),
      () => signal?.removeEventListener('abort', handleAbort),
      onlineManager.subscribe(checkConnection),
      cache.subscribe(({ mutation }) => {
        if (hasFailed(mutation, campaignId)) end(() => reject(unsaved()));
        else if (isDone()) end(resolve);
      }),
    ];
    signal?.addEventListener('abort', handleAbort);
    checkConnection();
  });
}

function hasFailed(mutation: Mutation | undefined, campaignId: string | undefined): boolean {
  const [kind, of] = mutation?.options.mutationKey ?? [];
  return kind === 'save' && (campaignId === undefined || of === campaignId) && mutation?.state.status === 'error';
}
