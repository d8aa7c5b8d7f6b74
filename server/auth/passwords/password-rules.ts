import { password as rules } from '../auth-settings.ts';
import { AuthError, invalid } from '../http/auth-error.ts';

const tooShort = `Password should be at least ${rules.minCharacters} characters.`;

/** Throws AuthError weak_password or validation_failed. The upper bound counts bytes, the lower one characters. */
export function checkPasswordRules(password: string): void {
  if (Buffer.byteLength(password) > rules.maxBytes) {
    throw invalid(`Password cannot be longer than ${rules.maxBytes} characters`);
  }
  const weakness = weaknessOf(password);
  if (weakness)
    throw new AuthError(422, 'weak_password', weakness.message, { weakPassword: { reasons: weakness.reasons } });
}

/** Why a password would not be accepted today, or undefined. */
export function weaknessOf(password: string): { message: string; reasons: string[] } | undefined {
  return [...password].length < rules.minCharacters ? { message: tooShort, reasons: ['length'] } : undefined;
}
