import type { Insertable, Selectable, Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AuthFactors, AuthIdentities, AuthUsers, JsonObject } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export type UserRow = Selectable<AuthUsers>;
export type IdentityRow = Selectable<AuthIdentities>;
/** A factor without its secret. */
export type FactorRow = Omit<Selectable<AuthFactors>, 'sealed_secret' | 'last_used_step'>;

/** A user with everything the answer contains. */
export interface User extends UserRow {
  identities: IdentityRow[];
  factors: FactorRow[];
}

/** No change of address is under way. */
export const noEmailChange = { new_email: null, email_change_agreed: null, email_change_sent_at: null };

/** All users; narrow it with where. Times inside identities and factors are strings: parse them with new Date. */
export function selectUsers(db: Kdb) {
  return db
    .selectFrom('auth.users as u')
    .selectAll('u')
    .select((eb) => [
      jsonArrayFrom(
        eb.selectFrom('auth.identities as i').selectAll('i').whereRef('i.user_id', '=', 'u.id').orderBy('i.id'),
      ).as('identities'),
      jsonArrayFrom(
        eb
          .selectFrom('auth.factors as f')
          .select(['f.id', 'f.user_id', 'f.friendly_name', 'f.factor_type', 'f.status'])
          .select(['f.last_challenged_at', 'f.created_at', 'f.updated_at'])
          .whereRef('f.user_id', '=', 'u.id')
          .orderBy('f.id'),
      ).as('factors'),
    ])
    .$castTo<User>();
}

export async function findUser(db: Kdb, id: string): Promise<User | undefined> {
  return selectUsers(db).where('u.id', '=', id).executeTakeFirst();
}

/** For a user known to exist; rejects otherwise. */
export async function getUser(db: Kdb, id: string): Promise<User> {
  return selectUsers(db).where('u.id', '=', id).executeTakeFirstOrThrow();
}

/** The address must already be lower case. */
export async function findUserByEmail(db: Kdb, email: string): Promise<User | undefined> {
  return selectUsers(db).where('u.email', '=', email).executeTakeFirst();
}

/** Locks the user's row until the transaction ends. The first lock of every rule that changes more than one of a user's rows. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx.selectFrom('auth.users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Returns the new user's id, or undefined if the address is taken. */
export async function insertUser(db: Kdb, values: Insertable<AuthUsers>): Promise<string | undefined> {
  const row = await db
    .insertInto('auth.users')
    .values(values)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function updateUserRow(db: Kdb, id: string, values: Updateable<AuthUsers>): Promise<void> {
  await db.updateTable('auth.users').set(values).where('id', '=', id).execute();
}

/** Returns the addresses of the deleted user, or undefined if there was none. */
export async function deleteUserRow(db: Kdb, id: string) {
  return db.deleteFrom('auth.users').where('id', '=', id).returning(['email', 'new_email']).executeTakeFirst();
}

/**
 * Deletes accounts that someone created with an address, were never confirmed nor used, and were last emailed a confirmation
 * before then, oldest first. Those that the operator invited, created or banned stay.
 */
export async function deleteNeverConfirmed(db: Kdb, before: Date, limit: number): Promise<void> {
  const abandoned = db
    .selectFrom('auth.users as u')
    .select('u.id')
    .where('u.email_confirmed_at', 'is', null)
    .where('u.confirmation_sent_at', '<', before)
    .where('u.last_sign_in_at', 'is', null)
    .where('u.invited_at', 'is', null)
    .where('u.banned_until', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('profiles').select('profiles.id').whereRef('profiles.id', '=', 'u.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('storage_buckets as b').select('b.id').whereRef('b.user_id', '=', 'u.id'))),
    )
    .orderBy('u.created_at')
    .limit(limit);
  await db.deleteFrom('auth.users').where('id', 'in', abandoned).execute();
}

export async function insertIdentity(db: Kdb, values: Insertable<AuthIdentities>): Promise<void> {
  await db.insertInto('auth.identities').values(values).execute();
}

export async function findIdentity(db: Kdb, provider: string, subject: string): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst();
}

export async function noteIdentityUsed(tx: Tx, id: string, identity_data: JsonObject, now: Date): Promise<void> {
  await tx.updateTable('auth.identities').set({ identity_data, last_sign_in_at: now }).where('id', '=', id).execute();
}

export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Returns false if the user has no email identity. */
export async function updateEmailIdentity(tx: Tx, userId: string, identity_data: JsonObject): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth.identities')
    .set({ identity_data })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same, but adds the identity if it is missing. */
export async function putEmailIdentity(tx: Tx, userId: string, identity_data: JsonObject): Promise<void> {
  if (await updateEmailIdentity(tx, userId, identity_data)) return;
  await insertIdentity(tx, { user_id: userId, provider: 'email', provider_id: userId, identity_data });
}

export async function isEmailTaken(db: Kdb, email: string): Promise<boolean> {
  const row = await db.selectFrom('auth.users').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined;
}

/**
 * Removes password, data, identities, factors, sessions, links and flows. What the operator set (app_metadata, role) stays. Also used
 * before the owner of an address gets an unconfirmed account, which a stranger may have created and be waiting for.
 */
export async function emptyAccount(tx: Tx, userId: string): Promise<void> {
  await updateUserRow(tx, userId, { password_hash: null, user_metadata: {}, ...noEmailChange });
  await tx.deleteFrom('auth.sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute();
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).execute();
  await tx.deleteFrom('auth.factors').where('user_id', '=', userId).execute();
  await tx.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute();
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', userId).execute();
  await tx.deleteFrom('auth.flow_states').where('linking_user_id', '=', userId).execute();
}

/** Deletes every identity except the email one. Returns false if there was none. */
export async function deleteOtherIdentities(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.identities')
    .where('user_id', '=', userId)
    .where('provider', '!=', 'email')
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
