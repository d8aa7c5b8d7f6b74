// Secrets that nobody gave are made once and kept in the home folder, readable by its owner only.
// Keys for one purpose are derived from the main secret, so that no two purposes share a key.
import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { OperatorError } from './operator-error.ts';

/** Returns the named secrets of this home folder, making those that are missing. Throws OperatorError when the folder cannot be written. */
export function keepSecrets<Name extends string>(home: string, names: Name[]): Record<Name, string> {
  const file = join(home, 'secrets.json');
  const kept = readSecrets(file);
  const missing = names.filter((name) => !kept[name]);
  if (missing.length > 0) {
    for (const name of missing) kept[name] = randomBytes(32).toString('hex');
    writeSecrets(home, file, kept);
  }
  return kept as Record<Name, string>;
}

function writeSecrets(home: string, file: string, secrets: Record<string, string>): void {
  try {
    makeFolder(home);
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    const { message } = error as Error;
    throw new OperatorError(
      `Zeus cannot write to its home folder ${home} (${message}). Make room there, or set ZEUS_HOME to a folder that this user can write.`,
      { cause: error },
    );
  }
}

function readSecrets(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ENOTDIR')
      return {};
    throw error;
  }
}

/** A key of 32 bytes for one purpose, the same for the same secret and purpose on every machine. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `zeus ${purpose}`, 32));
}
