import { dictionary } from '@zxcvbn-ts/language-common';
import { password as rules } from '../auth-settings.ts';
import { AuthError, invalid } from '../http/auth-error.ts';

type Email = string | null | undefined;

interface Weakness {
  message: string;
  /** In the protocol's words: too short, or easy to guess. */
  reasons: ('length' | 'pwned')[];
}

/**
 * The passwords attackers try first: zxcvbn-ts's list of about 49,000 leaked passwords in lower case, which is part of the package
 * and works offline. Only those long enough to pass the other rules are kept in memory.
 */
const common = new Set(dictionary['passwords-common'].filter((one) => one.length >= rules.minCharacters));

const tooShort = `Password should be at least ${rules.minCharacters} characters.`;
const tooCommon = 'Password is known to be weak and easy to guess, please choose a different one.';
const ownAddress = 'Password should not be the email address of its account.';

/**
 * Throws AuthError weak_password or validation_failed. The maximum counts bytes, the minimum characters. `emails` are the
 * account's addresses, which attackers would try first.
 */
export function checkPasswordRules(password: string, ...emails: Email[]): void {
  if (Buffer.byteLength(password) > rules.maxBytes) {
    throw invalid(`Password cannot be longer than ${rules.maxBytes} characters`);
  }
  const weakness = weaknessOf(password, ...emails);
  if (weakness)
    throw new AuthError(422, 'weak_password', weakness.message, { weakPassword: { reasons: weakness.reasons } });
}

/** Why a password would not be accepted today, or undefined. */
export function weaknessOf(password: string, ...emails: Email[]): Weakness | undefined {
  if ([...password].length < rules.minCharacters) return { message: tooShort, reasons: ['length'] };
  if (emails.some((email) => isAddress(password, email))) return { message: ownAddress, reasons: ['pwned'] };
  return common.has(password.trim().toLowerCase()) ? { message: tooCommon, reasons: ['pwned'] } : undefined;
}

/** True for the address itself or the part before its @. */
function isAddress(password: string, email: Email): boolean {
  if (!email) return false;
  const given = password.trim().toLowerCase();
  return given === email.toLowerCase() || given === email.toLowerCase().split('@')[0];
}
