// The calls behind two-factor sign-in. Each gives the auth client's error where it fails.
import type { AuthError } from '@supabase/auth-js';
import { openAuth } from '../../platform/auth/open-auth.ts';

export interface Enrolment {
  factorId: string;
  /** A picture as data: address. */
  qrCode: string;
  secret: string;
}

type Result<Value> = { value: Value; error: null } | { value: null; error: AuthError };

const failed = (error: AuthError) => ({ value: null, error });

/** Answers the second half of a sign-in with the code of the authenticator app. */
export async function showSecondFactor(code: string): Promise<AuthError | null> {
  const { authClient } = await openAuth();
  const { data, error } = await authClient.mfa.listFactors();
  if (error) return error;
  const factorId = data.totp[0]?.id ?? '';
  return (await authClient.mfa.challengeAndVerify({ factorId, code })).error;
}

/** Answers it with a recovery code instead. */
export async function showRecoveryCode(code: string): Promise<AuthError | null> {
  const { authClient } = await openAuth();
  return (await authClient.mfa.recoveryCodes.verify({ code })).error;
}

/** Begins to turn two-factor sign-in on; what was begun before and not finished is dropped. */
export async function beginEnrolment(): Promise<Result<Enrolment>> {
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

/** The client hands the picture over as it is; a browser wants it encoded, or the first # ends it. */
function encodePicture(picture: string): string {
  return `data:image/svg+xml,${encodeURIComponent(picture.slice(picture.indexOf(',') + 1))}`;
}

/** Finishes it with the first code. All other sessions without the factor end. */
export async function finishEnrolment(factorId: string, code: string): Promise<AuthError | null> {
  const { authClient } = await openAuth();
  return (await authClient.mfa.challengeAndVerify({ factorId, code })).error;
}

export async function cancelEnrolment(factorId: string): Promise<void> {
  const { authClient } = await openAuth();
  await authClient.mfa.unenroll({ factorId });
}

/** Turns two-factor sign-in off: every factor goes, and the session's tokens are renewed without it. */
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
