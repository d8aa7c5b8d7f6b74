import { insertAuditEntry } from '../audit/audit.store.ts';
import type { Auth } from '../auth.ts';
import { invalid } from '../http/auth-error.ts';
import type { SignedIn } from '../http/require-session.ts';
import { lockUser } from '../users/users.store.ts';
import { deleteSession, deleteSessionsOf } from './sessions.store.ts';

/** Ends this session (local), all others (others) or all (global, the default). Throws AuthError for another scope. */
export async function logOut(auth: Auth, { user, session }: SignedIn, scope = 'global'): Promise<void> {
  if (!['local', 'others', 'global'].includes(scope)) {
    throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  }
  await auth.db.kysely.transaction().execute(async (tx) => {
    if (!(await lockUser(tx, user.id))) return;
    if (scope === 'local') await deleteSession(tx, user.id, session.id);
    else await deleteSessionsOf(tx, user.id, scope === 'others' ? session.id : undefined);
    await insertAuditEntry(tx, { action: 'logout', userId: user.id, ip: session.ip, details: { scope } });
  });
}
