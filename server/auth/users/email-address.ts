// Addresses as accounts store them: lower case, plain ASCII. Look-alike letters, or letters that map to each other in lower case,
// would let one mailbox pass for another's account.
import { invalid } from '../http/auth-error.ts';

const longest = 255;
const shape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** The address in its stored form. Throws AuthError validation_failed. */
export function parseEmail(given: string | undefined): string {
  if (!given) throw invalid('An email address is required');
  if (given.length > longest) throw invalid('An email address is too long');
  const local = given.slice(0, given.lastIndexOf('@'));
  if (!shape.test(given) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return given.toLowerCase();
}
