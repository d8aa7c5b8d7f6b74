import type { JWK } from 'jose';
import type { Kdb, Tx } from '../../platform/db.ts';

export interface SigningKeyRow {
  kid: string;
  public_jwk: JWK;
  sealed_private_jwk: string;
  active_from: Date;
}

/** A number that other programs are unlikely to lock: "akey" in ASCII. */
const lockKey = 0x616b6579;

/** All keys, newest first. */
export async function listSigningKeys(db: Kdb): Promise<SigningKeyRow[]> {
  const rows = await db.selectFrom('auth.signing_keys').selectAll().orderBy('active_from', 'desc').execute();
  return rows.map((row) => ({ ...row, public_jwk: row.public_jwk as JWK }));
}

export async function insertSigningKey(db: Kdb, row: SigningKeyRow): Promise<void> {
  await db
    .insertInto('auth.signing_keys')
    .values({ ...row, public_jwk: JSON.stringify(row.public_jwk) })
    .execute();
}

export async function deleteSigningKeys(db: Kdb, kids: string[]): Promise<void> {
  if (kids.length > 0) await db.deleteFrom('auth.signing_keys').where('kid', 'in', kids).execute();
}

/** Runs under a lock across all processes: two that start together must not both create the first key. */
export async function lockSigningKeys<T>(db: Kdb, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await tx.selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.val(lockKey)]).as('locked')).execute();
    return run(tx);
  });
}
