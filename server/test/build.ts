// Makes the rows a test starts from. Each function takes what matters to the test and fills in the rest.
import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/db.ts';

/** A user with a profile, and credits if asked for. Returns the id. */
export async function createUser(
  { kysely }: Database,
  credits: { backlink?: number; email?: number } = {},
): Promise<string> {
  const email = `${randomUUID()}@zeus.example`;
  const { id } = await kysely.insertInto('auth.users').values({ email }).returning('id').executeTakeFirstOrThrow();
  await kysely.insertInto('profiles').values({ id }).execute();
  for (const kind of ['backlink', 'email'] as const) {
    const delta = credits[kind] ?? 0;
    if (delta > 0)
      await kysely.insertInto('credit_entries').values({ user_id: id, kind, delta, reason: 'test' }).execute();
  }
  return id;
}
