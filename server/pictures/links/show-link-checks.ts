// Shows the checks of links in the backlinks that asked for them, and has the credits refunded for links that are gone.
import { copyLinkChecks } from '../../backlinks/link-columns.store.ts';
import { refundGoneLinks } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { Kdb } from '../../platform/db.ts';

/** `of`: one page, or all pages of a campaign. */
export async function showLinkChecks(
  { queue }: { queue: Pick<Context['queue'], 'enqueue'> },
  tx: Kdb,
  of: Parameters<typeof copyLinkChecks>[1],
): Promise<void> {
  const gone = (await copyLinkChecks(tx, of)).filter(({ state }) => state === 'gone');
  for (const [userId, links] of Map.groupBy(gone, (one) => one.userId)) {
    await queue.enqueue(tx, refundGoneLinks, { userId, backlinkIds: links.map(({ id }) => id) });
  }
}
