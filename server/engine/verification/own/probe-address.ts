import { createHash } from 'node:crypto';
import type { MailAddress } from '../parse-address.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/**
 * An address at the same domain that cannot exist: 16 random letters and digits. It is always the same for one sender and
 * domain, so that a greylisting server recognizes it the next time.
 */
export function probeAddress({ domain }: MailAddress, sender: string): MailAddress {
  const bytes = createHash('sha256').update(`${sender} ${domain}`).digest();
  const letters = [...bytes.subarray(0, 16)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  const local = `z${letters}`;
  return { address: `${local}@${domain}`, local, domain, needsUnicode: false };
}
