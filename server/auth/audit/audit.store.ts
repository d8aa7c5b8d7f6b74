// What happened to accounts, for operators who have to investigate. Never contains a token, code or password.
import type { JsonObject } from '../../../db/types.ts';
import type { Kdb } from '../../platform/db.ts';

type AuditAction =
  | 'login'
  | 'logout'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_reauthenticate_requested'
  | 'user_updated_password'
  | 'user_modified'
  | 'user_deleted'
  | 'user_invited'
  | 'token_revoked'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_unenrolled'
  | 'factor_deleted'
  | 'factor_updated'
  | 'identity_linked'
  | 'identity_unlinked';

interface AuditEntry {
  action: AuditAction;
  /** Null for a deleted account, whose own entries were deleted with it. */
  userId: string | null;
  ip?: string;
  details?: JsonObject;
}

export async function insertAuditEntry(db: Kdb, { action, userId, ip, details }: AuditEntry): Promise<void> {
  await db
    .insertInto('auth.audit_entries')
    .values({ action, user_id: userId, ip: ip ?? null, details: details ?? {} })
    .execute();
}

export async function deleteOldAuditEntries(db: Kdb, before: Date): Promise<void> {
  await db.deleteFrom('auth.audit_entries').where('created_at', '<', before).execute();
}
