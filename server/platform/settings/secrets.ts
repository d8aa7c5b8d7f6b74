// Secrets that were not configured are created once and stored in the home folder, readable only by its owner. Keys for one
// purpose are derived from the main secret, so that no two purposes share a key.
import { hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { acquireProcessLock, type ProcessLock, ProcessLockHeldError } from '../files/process-lock.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * Returns the named secrets of this home folder, creating missing ones. If several processes start together, one creates them
 * and the others read them. Throws OperatorError if the folder is not writable or the stored secrets cannot be read.
 */
export function loadSecrets<Name extends string>(home: string, names: Name[]): Record<Name, string> {
  const file = join(home, 'secrets.json');
  const kept = readSecrets(file);
  return (hasAll(kept, names) ? kept : addMissing(home, file, names)) as Record<Name, string>;
}

const hasAll = (kept: Record<string, string>, names: string[]) => names.every((name) => kept[name]);

function addMissing(home: string, file: string, names: string[]): Record<string, string> {
  try {
    makeFolder(home);
    const lock = waitForLock(join(home, 'secrets.lock'));
    try {
      // Read again: the previous holder of the lock may have created them.
      const kept = readSecrets(file);
      for (const name of names) kept[name] ||= randomBytes(32).toString('hex');
      writeSecrets(file, kept);
      return kept;
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const { message } = error as Error;
    throw new OperatorError(
      `Zeus cannot write to its home folder ${home} (${message}). Free some space, or set ZEUS_HOME to a writable folder.`,
      { cause: error },
    );
  }
}

/** Another process holds it for a few milliseconds only. */
const lockWithinMs = 10_000;

function waitForLock(path: string): ProcessLock {
  const end = Date.now() + lockWithinMs;
  for (;;) {
    try {
      return acquireProcessLock(path);
    } catch (error) {
      if (!(error instanceof ProcessLockHeldError) || Date.now() > end) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

function writeSecrets(file: string, secrets: Record<string, string>): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function readSecrets(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    if (code === 'EACCES' || code === 'EPERM') {
      throw new OperatorError(
        `Zeus is not allowed to read its secrets in ${file}. Start it as the user who owns that file, or set ZEUS_HOME to a folder of this user.`,
        { cause: error },
      );
    }
    // The message of JSON.parse repeats a part of the text.
    const why = error instanceof SyntaxError ? 'it is not valid JSON' : message;
    throw new OperatorError(
      `Zeus cannot read its secrets in ${file} (${why}). Restore the file from a backup; without it the database next to it cannot be opened.`,
      { cause: error },
    );
  }
}

/** A 32-byte key for one purpose, the same for the same secret and purpose on every machine. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `zeus ${purpose}`, 32));
}
