// The key of a URL or domain in the page sample.
import { hash } from 'node:crypto';

/** The first 8 bytes of the text's MD5, as a signed number in decimal digits: a JavaScript number can't hold it. */
export const keyOf = (text: string): string =>
  BigInt.asIntN(64, BigInt(`0x${hash('md5', text).slice(0, 16)}`)).toString();
