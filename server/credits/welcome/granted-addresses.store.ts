import type { Kdb } from '../../platform/db.ts';

export interface Granted {
  addressHash: Buffer;
  reasons: string[];
}

/** Records what the mailbox is granted now and returns the reasons that are new. Of several concurrent calls, one gets them. */
export async function noteGranted(tx: Kdb, { addressHash, reasons }: Granted): Promise<string[]> {
  if (reasons.length === 0) return [];
  const noted = await tx
    .insertInto('granted_addresses')
    .values(reasons.map((reason) => ({ address_hash: addressHash, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('reason')
    .execute();
  return noted.map(({ reason }) => reason);
}
