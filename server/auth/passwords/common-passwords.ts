// The passwords that attackers try first: the list of zxcvbn-ts, about 49,000 collected from leaks, which comes with its package
// and so works offline. It is in lower case. Only those long enough to pass the other rules are kept in memory.
import { dictionary } from '@zxcvbn-ts/language-common';
import { password as rules } from '../auth-settings.ts';

const common = new Set(dictionary['passwords-common'].filter((one) => one.length >= rules.minCharacters));

/** True for a password on the list, however its letters are capitalized. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.trim().toLowerCase());
}
