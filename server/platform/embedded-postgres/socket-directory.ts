// Where the server's unix socket lies: in the data folder, or, when that path is too long for a socket address,
// in a private folder under the temporary one, whose name is kept in the data folder so that it is found again.
import { chown, lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

// The address has room for 104 bytes on macOS and 108 on Linux, ended by a zero; the socket's name takes 14 of them.
const longestDirectory = 103 - '/.s.PGSQL.5432'.length;
const prefix = 'zeus-postgres-';

const noteOf = (dataDir: string) => join(dataDir, 'zeus-socket-directory');

export async function openSocketDirectory(dataDir: string, runAs: RunAs): Promise<string> {
  if (Buffer.byteLength(dataDir) <= longestDirectory) return dataDir;
  await removeSocketDirectory(dataDir);
  const base = Buffer.byteLength(tmpdir()) + prefix.length + 7 <= longestDirectory ? tmpdir() : '/tmp';
  const directory = await mkdtemp(join(base, prefix));
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(directory, runAs.uid, runAs.gid);
  await writeFile(noteOf(dataDir), directory, { mode: 0o600 });
  return directory;
}

/** Removes the private folder of this data folder, if it has one. */
export async function removeSocketDirectory(dataDir: string): Promise<void> {
  const directory = await readFile(noteOf(dataDir), 'utf8').catch(() => '');
  if (!directory.includes(prefix)) return;
  const found = await lstat(directory).catch(() => null);
  if (found?.isDirectory()) await rm(directory, { recursive: true, force: true });
  await rm(noteOf(dataDir), { force: true });
}
