// Addresses as accounts know them: lower-cased, plain ASCII. Letters that only look alike, or that lower-case into each other,
// would let one mailbox pass for another's account.
import { invalid } from '../http/auth-error.ts';

const longest = 255;
const shape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** The address in the form it is kept. Throws AuthError validation_failed. */
export function parseEmail(given: string | undefined): string {
  if (!given) throw invalid('An email address is required');
  if (given.length > longest) throw invalid('An email address is too long');
  const local = given.slice(0, given.lastIndexOf('@'));
  if (!shape.test(given) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return given.toLowerCase();
}
