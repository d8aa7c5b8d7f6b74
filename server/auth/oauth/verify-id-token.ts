// Verifies ID tokens that an app got from the provider itself: signature, issuer, audience, time, nonce and at_hash.
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import type { Auth } from '../auth.ts';
import { AuthError } from '../http/auth-error.ts';
import { hashToken, sameHash } from '../keys/hash-secret.ts';
import { type Profile, readProfile } from './accounts/provider-profile.ts';
import { discover, providerAway, requestSeconds } from './discover.ts';
import type { Provider } from './providers.ts';

interface GivenIdToken {
  idToken: string;
  accessToken?: string;
  nonce?: string;
}

type KeySet = ReturnType<typeof createRemoteJWKSet>;
const keySets = new Map<string, KeySet>();

/** The person an ID token identifies. Throws AuthError: 400 as a grant error, or 503 if the provider is down. */
export async function verifyIdToken(auth: Auth, provider: Provider, given: GivenIdToken): Promise<Profile> {
  const claims = await readClaims(auth, provider, given.idToken);
  checkNonce(claims.nonce, given.nonce);
  checkAccessToken(claims.at_hash, given.accessToken);
  return readProfile(provider.name, claims);
}

async function readClaims(auth: Auth, provider: Provider, idToken: string): Promise<JWTPayload> {
  const { issuer, clientId } = provider;
  const { jwks_uri: address } = (await discover(auth, provider)).serverMetadata();
  if (!address) throw providerAway(provider, new Error('no jwks_uri'));
  try {
    const { payload } = await jwtVerify(idToken, keySetAt(address), {
      algorithms: ['RS256', 'ES256'],
      // Google's tokens may omit the scheme.
      issuer: issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : issuer,
      audience: clientId,
      clockTolerance: 30,
      currentDate: auth.now(),
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    return payload;
  } catch (error) {
    throw explain(provider, error);
  }
}

function keySetAt(address: string): KeySet {
  const known =
    keySets.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: requestSeconds * 1000 });
  keySets.set(address, known);
  return known;
}

function explain(provider: Provider, error: unknown): AuthError {
  if (error instanceof joseErrors.JWTClaimValidationFailed && error.claim === 'aud') {
    return badToken('Unacceptable audience in id_token');
  }
  if (error instanceof joseErrors.JWTExpired) return badToken('Bad ID token: it has expired');
  const isAway = error instanceof joseErrors.JWKSTimeout || !(error instanceof joseErrors.JOSEError);
  if (isAway && !(error instanceof TypeError && error.message !== 'fetch failed')) return providerAway(provider, error);
  return badToken('Bad ID token');
}

/** The app keeps the nonce and gives the provider its hash, so a copied token is useless without it. */
function checkNonce(inToken: unknown, given: string | undefined): void {
  if (!inToken && !given) return;
  if (typeof inToken !== 'string' || !inToken || !given) {
    throw badToken('Passed nonce and nonce in id_token should either both exist or not.');
  }
  const hashed = createHash('sha256').update(given).digest('hex');
  if (!sameHash(hashToken(hashed), hashToken(inToken))) throw badToken('Nonces mismatch');
}

function checkAccessToken(inToken: unknown, accessToken: string | undefined): void {
  if (typeof inToken !== 'string' || !accessToken) return;
  // Both algorithms above hash with SHA-256; the claim is its left half.
  const hashed = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
  if (!sameHash(hashToken(hashed), hashToken(inToken))) throw badToken('Bad access token: it does not match at_hash');
}

export function badToken(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message, { grantError: 'invalid request' });
}
