// Links and codes as rows: one per user and kind, deleted when used. To respect the lock order, a rule that uses one first
// finds and locks its owner, and then takes it.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { AuthOneTimeTokens } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type TokenKind = 'confirmation' | 'recovery' | 'email_change_current' | 'email_change_new' | 'reauthentication';
export type OneTimeToken = Omit<Selectable<AuthOneTimeTokens>, 'kind'> & { kind: TokenKind };

/** Replaces the user's earlier token of this kind. */
export async function putOneTimeToken(tx: Tx, values: Insertable<AuthOneTimeTokens>): Promise<void> {
  await tx
    .insertInto('auth.one_time_tokens')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({
        ...values,
        // A distrusted password stays distrusted, even if another email is requested.
        distrusts_password: sql<boolean>`one_time_tokens.distrusts_password or excluded.distrusts_password`,
      }),
    )
    .execute();
}

interface LinkQuery {
  linkHash: Buffer;
  kinds: TokenKind[];
  now: Date;
}

export async function findLinkOwner(db: Kdb, { linkHash, kinds, now }: LinkQuery): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth.one_time_tokens')
    .select('user_id')
    .where('link_hash', '=', linkHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id;
}

/** Uses up a link; of several concurrent callers, one gets it. */
export async function takeByLink(tx: Tx, { linkHash, kinds, now }: LinkQuery): Promise<OneTimeToken | undefined> {
  return tx
    .deleteFrom('auth.one_time_tokens')
    .where('link_hash', '=', linkHash)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .returningAll()
    .$castTo<OneTimeToken>()
    .executeTakeFirst();
}

interface CodeQuery {
  /** The address the code was emailed to. */
  sentTo: string;
  kinds: TokenKind[];
  now: Date;
}

/** Uses up one try of each code that could be meant, before comparing; returns those that had tries left. */
export async function spendTry(db: Kdb, { sentTo, kinds, now }: CodeQuery): Promise<OneTimeToken[]> {
  return db
    .updateTable('auth.one_time_tokens')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('sent_to', '=', sentTo)
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .where('tries_left', '>', 0)
    .returningAll()
    .$castTo<OneTimeToken>()
    .execute();
}

/** Uses up a code; undefined if it was used or replaced meanwhile. */
export async function takeByCode(tx: Tx, { id, code_hash }: OneTimeToken): Promise<OneTimeToken | undefined> {
  return tx
    .deleteFrom('auth.one_time_tokens')
    .where('id', '=', id)
    .where('code_hash', '=', code_hash)
    .returningAll()
    .$castTo<OneTimeToken>()
    .executeTakeFirst();
}

/** Deletes the user's tokens, all or of some kinds. */
export async function deleteTokensOfUser(db: Kdb, userId: string, kinds?: TokenKind[]): Promise<void> {
  await db
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .execute();
}

export async function deleteExpiredTokens(db: Kdb, now: Date): Promise<void> {
  await db.deleteFrom('auth.one_time_tokens').where('expires_at', '<', now).execute();
}
