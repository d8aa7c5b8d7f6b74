import type { KeptReply } from '../../../platform/outbound/vendor-outbound.ts';
import type { VendorContext } from '../vendor.ts';
import { deleteReply, findReply } from './kept-replies.store.ts';

/** The stored reply of a call. Undefined if there is none (any more) or it cannot be read, in which case it is deleted. */
export async function readKept(
  { db, outbound: { caller } }: Pick<VendorContext, 'db' | 'outbound'>,
  callId: number,
): Promise<KeptReply | undefined> {
  const stored = caller && (await findReply(db, callId));
  if (!stored) return undefined;
  const reply = caller.open({ callId, hash: stored.hash }, stored.sealed);
  if (!reply) await deleteReply(db, callId);
  return reply;
}
