// The calls behind two-factor authentication. Each returns the auth client's error if it fails.
import type { AuthError } from '@supabase/auth-js';
import { askAuth, openAuth } from '../../platform/auth/open-auth.ts';

export interface Enrollment {
  factorId: string;
  /** An image as a data: URL. */
  qrCode: string;
  secret: string;
}

type Result<Value> = { value: Value; error: null } | { value: null; error: AuthError };

const failed = (error: AuthError) => ({ value: null, error });

/** Completes a sign-in with the code from the authenticator app. */
export async function showSecondFactor(code: string): Promise<AuthError | null> {
  const { authClient } = await openAuth();
  const { data, error } = await authClient.mfa.listFactors();
  if (error) return error;
  const factorId = data.totp[0]?.id ?? '';
  return (await authClient.mfa.challengeAndVerify({ factorId, code })).error;
}

/** Completes it with a recovery code instead. */
export const showRecoveryCode = (code: string) => askAuth((client) => client.mfa.recoveryCodes.verify({ code }));

/** Starts turning two-factor authentication on; an earlier unfinished attempt is dropped. */
export async function beginEnrollment(): Promise<Result<Enrollment>> {
  const { authClient } = await openAuth();
  const listed = await authClient.mfa.listFactors();
  if (listed.error) return failed(listed.error);
  for (const { id, status } of listed.data.all) {
    if (status === 'unverified') await authClient.mfa.unenroll({ factorId: id });
  }
  const { data, error } = await authClient.mfa.enroll({
    factorType: 'totp',
    issuer: 'Zeus',
    friendlyName: 'Authenticator app',
  });
  if (error) return failed(error);
  const { qr_code: picture, secret } = data.totp;
  return { value: { factorId: data.id, qrCode: encodePicture(picture), secret }, error: null };
}

/** The client returns the image unencoded; a browser needs it encoded, or the first # ends it. */
function encodePicture(picture: string): string {
  return `data:image/svg+xml,${encodeURIComponent(picture.slice(picture.indexOf(',') + 1))}`;
}

/** Finishes it with the first code. All other sessions without the factor end. */
export const finishEnrollment = (factorId: string, code: string) =>
  askAuth((client) => client.mfa.challengeAndVerify({ factorId, code }));

export const cancelEnrollment = (factorId: string) => askAuth((client) => client.mfa.unenroll({ factorId }));

/** Turns two-factor authentication off: every factor is removed, and the session's tokens are renewed without it. */
export async function turnTwoFactorOff(): Promise<AuthError | null> {
  const { authClient, refreshSession } = await openAuth();
  const { data, error } = await authClient.mfa.listFactors();
  if (error) return error;
  for (const { id } of data.totp) {
    const { error: refusal } = await authClient.mfa.unenroll({ factorId: id });
    if (refusal) return refusal;
  }
  await refreshSession();
  return null;
}

/** A new set of recovery codes; an older set stops working. */
export async function makeRecoveryCodes(): Promise<Result<string[]>> {
  const { authClient } = await openAuth();
  const codes = authClient.mfa.recoveryCodes;
  const status = await codes.getStatus();
  const { data, error } = await (status.error ? codes.generate() : codes.regenerate());
  return error ? failed(error) : { value: data.codes, error: null };
}
