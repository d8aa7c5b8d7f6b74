// Flows that end in a code for the browser (PKCE): the row holds the challenge, later the hash of the code.
import type { Selectable } from 'kysely';
import type { AuthFlowStates } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type FlowState = Selectable<AuthFlowStates>;

export interface Challenge {
  challenge: string;
  method: 's256' | 'plain';
}

interface NewMailFlow {
  userId: string;
  method: string;
  challenge: Challenge;
  now: Date;
  expiresAt: Date;
}

/** Inserts a flow started by an email and returns its id. */
export async function insertFlowState(db: Kdb | Tx, flow: NewMailFlow): Promise<string> {
  const { id } = await db
    .insertInto('auth.flow_states')
    .values({
      user_id: flow.userId,
      method: flow.method,
      code_challenge: flow.challenge.challenge,
      code_challenge_method: flow.challenge.method,
      created_at: flow.now,
      expires_at: flow.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives the flow its code. */
export async function setFlowCode(
  db: Kdb | Tx,
  id: string,
  { codeHash, expiresAt }: { codeHash: Buffer; expiresAt: Date },
): Promise<void> {
  await db
    .updateTable('auth.flow_states')
    .set({ code_hash: codeHash, code_expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

export async function findFlowByCode(db: Kdb | Tx, codeHash: Buffer): Promise<FlowState | undefined> {
  return db.selectFrom('auth.flow_states').selectAll().where('code_hash', '=', codeHash).executeTakeFirst();
}

/** Ends a flow; only one caller gets true. */
export async function deleteFlowState(db: Kdb | Tx, id: string): Promise<boolean> {
  const result = await db.deleteFrom('auth.flow_states').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteExpiredFlows(db: Kdb, now: Date): Promise<void> {
  await db.deleteFrom('auth.flow_states').where('expires_at', '<', now).execute();
}
