// Sign-in with a password. An unknown address, an account without a password and a wrong password take the same time and get
// the same answer; only someone who knows the password learns more.
import type { Auth } from '../auth.ts';
import { AuthError, invalid } from '../http/auth-error.ts';
import type { CalledFrom } from '../http/called-from.ts';
import { limitAccount, resetAccountLimit } from '../limits/limit-uses.ts';
import { parseEmail } from '../users/email-address.ts';
import { isBanned } from '../users/refuse-banned.ts';
import { findUserByEmail, lockUser, type User, updateUserRow } from '../users/users.store.ts';
import { logIn, type OpenedSession } from './open-session.ts';
import { hasSessionFrom } from './sessions.store.ts';

/** Opens a session. Throws AuthError invalid_credentials, or why a known user is refused. */
export async function signInWithPassword(
  auth: Auth,
  { email, password = '', from }: { email?: string; password?: string; from: CalledFrom },
): Promise<OpenedSession> {
  if (!email) throw invalid('missing email or phone');
  const address = parseEmail(email);
  const account = await accountToCount(auth, address, from.ip);
  await limitAccount(auth, 'password', account);
  const user = await findUserByEmail(auth.db.kysely, address);
  const right = await auth.passwords.matches(user?.deleted_at ? null : user?.password_hash, password);
  if (!user || !right) throw wrongCredentials();
  await resetAccountLimit(auth, 'password', account);
  checkMayEnter(auth, user);
  const freshHash = auth.passwords.isOutdated(user.password_hash ?? '') ? await auth.passwords.hash(password) : null;
  return auth.db.kysely.transaction().execute(async (tx) => {
    // If the password was changed after we read it, all sessions have ended; this one must not slip in afterwards.
    const held = await lockUser(tx, user.id);
    if (held?.password_hash !== user.password_hash) throw wrongCredentials();
    if (freshHash) await updateUserRow(tx, user.id, { password_hash: freshHash });
    return logIn(auth, tx, { userId: user.id, provider: 'email', method: 'password', from });
  });
}

/**
 * Wrong passwords are counted per account, so that many machines cannot guess together. A client address from which the owner
 * has an open session is counted separately, so that strangers cannot lock the owner out.
 */
async function accountToCount({ db }: Auth, email: string, ip: string): Promise<string> {
  return (await hasSessionFrom(db.kysely, email, ip)) ? `${email} from ${ip}` : email;
}

function checkMayEnter(auth: Auth, user: User): void {
  if (isBanned(auth, user)) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
}

function wrongCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}
