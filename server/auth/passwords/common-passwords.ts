// The passwords attackers try first: zxcvbn-ts's list of about 49,000 leaked passwords in lower case, which is part of the
// package and works offline. Only those long enough to pass the other rules are kept in memory.
import { dictionary } from '@zxcvbn-ts/language-common';
import { password as rules } from '../auth-settings.ts';

const common = new Set(dictionary['passwords-common'].filter((one) => one.length >= rules.minCharacters));

/** True for a password on the list, however its letters are capitalized. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.trim().toLowerCase());
}
