// Applies the account rules and the caller's work for the admitted user in one transaction.
import type { Tx } from '../../../platform/db.ts';
import type { Auth } from '../../auth.ts';
import type { Challenge } from '../../flows/flow-states.store.ts';
import { AuthError } from '../../http/auth-error.ts';
import type { CalledFrom } from '../../http/called-from.ts';
import { enqueueMailQuietly } from '../../mails/enqueue-mail.ts';
import { findEntry, needsVerification } from './provider-account.ts';
import type { Profile } from './provider-profile.ts';

export interface Visitor {
  profile: Profile;
  /** Where a confirmation email leads, if one is needed. */
  redirectTo: string;
  challenge?: Challenge;
  from: CalledFrom;
}

const triesAtMost = 3;

/** Returns what `enter` returns for the user. Throws AuthError if the person is refused; an email may have been enqueued then. */
export async function enterAccount<T>(
  auth: Auth,
  visitor: Visitor,
  enter: (tx: Tx, userId: string) => Promise<T>,
): Promise<T> {
  const { profile, redirectTo, challenge, from } = visitor;
  const outcome = await againOnConflict(() =>
    auth.db.kysely.transaction().execute(async (tx) => {
      const entry = await findEntry(auth, tx, profile, from);
      return 'userId' in entry ? { entered: await enter(tx, entry.userId) } : entry;
    }),
  );
  if ('entered' in outcome) return outcome.entered;
  await enqueueMailQuietly(auth, { kind: 'confirm-sign-up', email: outcome.confirm, redirectTo, challenge }, from);
  throw needsVerification(profile);
}

/** If one new person uses two tabs, the second finds the account the first has created. */
async function againOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const isConflict =
        (error instanceof AuthError && error.code === 'conflict') || (error as { code?: string }).code === '23505';
      if (!isConflict || tries === triesAtMost) throw error;
    }
  }
}
