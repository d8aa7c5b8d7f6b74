import type { JsonObject } from '../../../db/types.ts';
import type { Tx } from '../../platform/db.ts';
import { getUser, updateUserRow } from './users.store.ts';

/** Stores in app_metadata which providers the user can sign in with. Rejects if the user no longer exists. */
export async function noteProviders(tx: Tx, userId: string): Promise<void> {
  const { app_metadata, identities } = await getUser(tx, userId);
  const old = app_metadata as JsonObject;
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const provider = providers.find((name) => name === old.provider) ?? providers[0] ?? 'email';
  await updateUserRow(tx, userId, { app_metadata: { ...old, provider, providers } });
}
