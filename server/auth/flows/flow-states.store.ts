// Flows that end in a code for the browser (PKCE), and social sign-ins under way: the row holds the challenge, later the hash of
// the code. A social sign-in is found by the hash of its state, which works once; its row stays for a while to detect replays.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { AuthFlowStates } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type FlowState = Selectable<AuthFlowStates>;

export interface Challenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** Returns the new flow's id. */
export async function insertFlowState(db: Kdb, values: Insertable<AuthFlowStates>): Promise<string> {
  const { id } = await db.insertInto('auth.flow_states').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Uses up a state; of several concurrent callers, one gets the flow. */
export async function takeState(
  db: Kdb,
  { stateHash, bornAfter, now }: { stateHash: Buffer; bornAfter: Date; now: Date },
): Promise<FlowState | undefined> {
  return db
    .updateTable('auth.flow_states')
    .set({ state_used_at: now })
    .where('state_hash', '=', stateHash)
    .where('state_used_at', 'is', null)
    .where('created_at', '>', bornAfter)
    .returningAll()
    .executeTakeFirst();
}

export async function isStateUsed(db: Kdb, stateHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('auth.flow_states')
    .select('id')
    .where('state_hash', '=', stateHash)
    .where('state_used_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateFlowState(tx: Tx, id: string, values: Updateable<AuthFlowStates>): Promise<void> {
  await tx.updateTable('auth.flow_states').set(values).where('id', '=', id).execute();
}

export async function findFlowByCode(db: Kdb, codeHash: Buffer): Promise<FlowState | undefined> {
  return db.selectFrom('auth.flow_states').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

/** Ends a flow; only one caller gets true. */
export async function deleteFlowState(tx: Tx, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('auth.flow_states').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteExpiredFlows(db: Kdb, now: Date): Promise<void> {
  await db.deleteFrom('auth.flow_states').where('expires_at', '<', now).execute();
}
