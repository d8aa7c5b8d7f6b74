// People with a second factor. The otpauth library plays their authenticator app.
import { TOTP } from 'otpauth';
import type { Person, TestAuth } from './auth.ts';

/** Signs in with the password: a session at aal1. */
export async function signedIn(someone: Person) {
  const { data, error } = await someone.client.signInWithPassword(someone);
  if (error) throw error;
  return data.session;
}

/** The code the app shows now, or this many seconds from now. */
export function codeNow(t: TestAuth, secret: string, ahead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: t.auth.now().getTime() + ahead * 1000 });
}

/** Starts an enrollment with the person's client. */
export async function enrolled({ client }: Person, friendlyName?: string) {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

/** A person with a verified factor, whose client is at aal2; `code` is the one that was accepted. */
export async function withFactor(t: TestAuth) {
  const someone = await t.member();
  await signedIn(someone);
  const { factorId, secret } = await enrolled(someone, 'phone');
  const code = codeNow(t, secret);
  const { error } = await someone.client.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  return { someone, factorId, secret, code };
}
