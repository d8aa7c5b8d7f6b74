// Validates bucket and object names. They never become file names on disk (see files/object-files.ts), but they appear in
// URLs, headers and lists, so anything ambiguous is rejected.
import { StorageError } from './http/storage-error.ts';

/** A bucket with one of these names would clash with routes such as /object/public/…. */
const reserved = new Set([
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'sign',
  'upload',
  '.',
  '..',
]);

/** The client's own rule: 1 to 100 of these characters, with no leading or trailing space. */
const bucketPattern = /^(?! )[\w!.*'() &$@=;:+,?-]{1,100}(?<! )$/;

/** Throws StorageError InvalidBucketName. */
export function checkBucketName(name: string): void {
  if (bucketPattern.test(name) && !reserved.has(name.toLowerCase())) return;
  throw new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { legacyCode: 'Invalid Input' });
}

const longestObjectName = 1024;
/** Control characters, line separators, lone surrogates, and bidi overrides (which disguise an .exe as a .png). */
const refusedCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff\\]/u;

function isObjectName(name: string): boolean {
  if (Buffer.byteLength(name) > longestObjectName || refusedCharacters.test(name)) return false;
  return name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Throws StorageError InvalidKey. */
export function checkObjectName(name: string): void {
  if (isObjectName(name)) return;
  // Echo only what is safe to print.
  const shown = name.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
  throw new StorageError(400, 'InvalidKey', `Invalid key: ${shown}`);
}
