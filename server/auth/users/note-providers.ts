import type { JsonObject } from '../../../db/types.ts';
import type { Tx } from '../../platform/db.ts';
import { getUser, updateUserRow } from './users.store.ts';

/** Writes into app_metadata by which providers the user can sign in now. Rejects when the user is gone. */
export async function noteProviders(tx: Tx, userId: string): Promise<void> {
  const { app_metadata, identities } = await getUser(tx, userId);
  const old = app_metadata as JsonObject;
  const providers = [...new Set(identities.map(({ provider }) => provider))];
  const provider = providers.find((name) => name === old.provider) ?? providers[0] ?? 'email';
  await updateUserRow(tx, userId, { app_metadata: { ...old, provider, providers } });
}
