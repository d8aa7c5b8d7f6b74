// Gives back the credits for backlinks whose link was gone when Zeus opened the page: once each, whatever happens later.
import { lockBalance } from '../../credits/credits.store.ts';
import { refundOnce } from '../../credits/refund-credits.ts';
import type { Context } from '../../platform/context.ts';
import type { JobHandler } from '../../platform/queue/job.ts';

/** Handles pictures.refund-gone-links. */
export function refundGoneLinksJob({ db }: Pick<Context, 'db'>): JobHandler<{ userId: string; backlinkIds: string[] }> {
  return {
    async run({ userId, backlinkIds }) {
      await db.kysely.transaction().execute(async (tx) => {
        await lockBalance(tx, userId, 'backlink');
        for (const id of backlinkIds) await refundOnce(tx, { userId, kind: 'backlink', reason: `backlink:${id}` });
      });
    },
  };
}
