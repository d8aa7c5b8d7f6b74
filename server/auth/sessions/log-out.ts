import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { invalid } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { deleteSession, deleteSessionsOf } from './sessions.store.ts';

/** Ends this session (local), all others (others) or all (global, the default). Throws AuthError for another scope. */
export async function logOut(auth: Auth, { user, session }: SignedIn, scope = 'global'): Promise<void> {
  const { kysely } = auth.db;
  if (scope === 'local') await deleteSession(kysely, user.id, session.id);
  else if (scope === 'others') await deleteSessionsOf(kysely, user.id, session.id);
  else if (scope === 'global') await deleteSessionsOf(kysely, user.id);
  else throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  await insertAuditEntry(kysely, { action: 'logout', userId: user.id, ip: session.ip, details: { scope } });
}
