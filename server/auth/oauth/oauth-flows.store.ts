// Social sign-ins under way, found by the hash of their state. A state works once; its row stays for a while to detect replays.
import type { Kdb, Tx } from '../../platform/db.ts';
import type { Challenge, FlowState } from '../flows/flow-states.store.ts';

export interface NewOauthFlow {
  stateHash: Buffer;
  provider: string;
  redirectTo: string;
  challenge?: Challenge;
  /** The user to add the identity to. */
  linkingUserId?: string;
  sealed: string;
  now: Date;
  expiresAt: Date;
}

export async function insertOauthFlow(db: Kdb | Tx, flow: NewOauthFlow): Promise<void> {
  await db
    .insertInto('auth.flow_states')
    .values({
      method: 'oauth',
      state_hash: flow.stateHash,
      provider: flow.provider,
      redirect_to: flow.redirectTo,
      code_challenge: flow.challenge?.challenge ?? null,
      code_challenge_method: flow.challenge?.method ?? null,
      linking_user_id: flow.linkingUserId ?? null,
      sealed: flow.sealed,
      created_at: flow.now,
      expires_at: flow.expiresAt,
    })
    .execute();
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

/** Stores who signed in and the provider's tokens, for the code exchange. */
export async function setFlowUser(tx: Tx, id: string, userId: string, sealed: string | null): Promise<void> {
  await tx.updateTable('auth.flow_states').set({ user_id: userId, sealed }).where('id', '=', id).execute();
}
