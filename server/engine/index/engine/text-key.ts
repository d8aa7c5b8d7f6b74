// The keys of URLs and domains in the page sample.
import { hash } from 'node:crypto';
import { memoizeTexts } from '../../memoize-texts.ts';
import { domainOf } from '../../pages/page-url.ts';

/** The first 8 bytes of the text's MD5, as a signed number in decimal digits: a JavaScript number can't hold it. */
export const keyOf = (text: string): string =>
  BigInt.asIntN(64, BigInt(`0x${hash('md5', text).slice(0, 16)}`)).toString();

const keyOfOrigin = memoizeTexts(50_000, (origin) => keyOf(domainOf(origin)));

/** The key of the domain of a normalized URL. Pages link to few hosts, so keys are cached by what precedes the path. */
export const domainKeyOf = (url: string): string => keyOfOrigin(url.slice(0, url.indexOf('/', 'https://'.length) + 1));
