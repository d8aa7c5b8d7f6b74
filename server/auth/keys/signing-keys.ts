// The keys that sign access tokens (ES256). They are in the database with sealed private parts; every process caches them and
// reloads each minute. A new key is published first and signs two minutes later, so no process meets an unknown key.
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Context } from '../../platform/context.ts';
import { memoizeBy } from '../../platform/memoize-objects.ts';
import { lifetimes } from '../auth-settings.ts';
import { seal, unseal } from './seal.ts';
import {
  deleteSigningKeys,
  insertSigningKey,
  listSigningKeys,
  lockSigningKeys,
  type SigningKeyRow,
} from './signing-keys.store.ts';

type KeyParts = Pick<Context, 'config' | 'db' | 'log'>;

interface SigningKey {
  kid: string;
  activeFrom: Date;
  publicJwk: JWK;
  publicKey: CryptoKey;
  /** Missing if ZEUS_SECRET has changed since; then the key only verifies. */
  privateKey?: CryptoKey;
}

export interface SigningKeys {
  /** The key that signs now; creates the first one. Rejects if the database cannot be reached on first use. */
  current(now: Date): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** The key with this id, or undefined. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** The public keys, for the JWKS document. */
  published(): Promise<JWK[]>;
  /** Creates a key that signs in two minutes, and deletes keys that no live token can be signed with. */
  rotate(now: Date): Promise<string>;
  /** Reloads the keys now. */
  reload(): Promise<void>;
}

const lookAgainMs = 60_000;
const unknownKeyLookAgainMs = 5_000;
const publishedBeforeUseMs = 120_000;

/** The keys of this database, cached once per process. */
export const signingKeysOf = memoizeBy(({ db }) => db, openSigningKeys);

function openSigningKeys({ config, db, log }: KeyParts): SigningKeys {
  let held: SigningKey[] = [];
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    held = await Promise.all((await listSigningKeys(db.kysely)).map((row) => openKey(config.secret, row)));
    loadedAt = performance.now();
  }

  function reload(): Promise<void> {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  }

  async function lookAgainAfter(ms: number): Promise<void> {
    if (performance.now() - loadedAt < ms) return;
    if (held.length === 0) return reload();
    // Cached keys keep working while the database is down.
    await reload().catch((error: unknown) => log.warn({ err: error }, 'signing keys could not be read again'));
  }

  async function current(now: Date) {
    await lookAgainAfter(lookAgainMs);
    const found = signingNow(held, now);
    if (found) return found;
    await lockSigningKeys(db.kysely, async (tx) => {
      const rows = await Promise.all((await listSigningKeys(tx)).map((row) => openKey(config.secret, row)));
      if (!signingNow(rows, now)) await insertSigningKey(tx, await newKey(config.secret, now));
    });
    await reload();
    const made = signingNow(held, now);
    if (!made) throw new Error('The signing key that was just made cannot be read.');
    return made;
  }

  return {
    current,
    async find(kid) {
      const now = () => held.find((key) => key.kid === kid)?.publicKey;
      await lookAgainAfter(lookAgainMs);
      if (!now()) await lookAgainAfter(unknownKeyLookAgainMs);
      return now();
    },
    async published() {
      await lookAgainAfter(lookAgainMs);
      return held.map((key) => key.publicJwk);
    },
    async rotate(now) {
      const next = await newKey(config.secret, new Date(now.getTime() + publishedBeforeUseMs));
      await lockSigningKeys(db.kysely, async (tx) => {
        await deleteSigningKeys(tx, outlived(await listSigningKeys(tx), now));
        await insertSigningKey(tx, next);
      });
      await reload();
      return next.kid;
    },
    reload,
  };
}

function signingNow(keys: SigningKey[], now: Date) {
  for (const { kid, privateKey, activeFrom } of keys) {
    if (privateKey && activeFrom <= now) return { kid, privateKey };
  }
  return undefined;
}

/** Keys replaced longer ago than a token lives (doubled, to allow for clock differences). */
function outlived(rows: SigningKeyRow[], now: Date): string[] {
  const replaced = rows.filter((row) => row.active_from <= now);
  return replaced.slice(1).flatMap((row, index) => {
    const replacedAt = replaced[index]?.active_from ?? now;
    return now.getTime() - replacedAt.getTime() > 2 * lifetimes.accessToken * 1000 ? [row.kid] : [];
  });
}

async function newKey(secret: string, activeFrom: Date): Promise<SigningKeyRow> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = crypto.randomUUID();
  return {
    kid,
    public_jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' },
    sealed_private_jwk: await seal(secret, 'auth signing keys', await exportJWK(privateKey)),
    active_from: activeFrom,
  };
}

async function openKey(secret: string, row: SigningKeyRow): Promise<SigningKey> {
  const privateJwk = await unseal<JWK>(secret, 'auth signing keys', row.sealed_private_jwk).catch(() => undefined);
  return {
    kid: row.kid,
    activeFrom: row.active_from,
    publicJwk: row.public_jwk,
    publicKey: (await importJWK(row.public_jwk, 'ES256')) as CryptoKey,
    privateKey: privateJwk && ((await importJWK(privateJwk, 'ES256')) as CryptoKey),
  };
}
