// Where the server's unix socket is: in the data folder, or, if that path is too long for a socket address, in a private
// temporary folder whose name is stored in the data folder.
import { chown, lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { RunAs } from '../identity/run-as.ts';

// The address has 104 bytes on macOS and 108 on Linux, including a terminating zero; the socket's name takes 14 of them.
const longestDirectory = 103 - '/.s.PGSQL.5432'.length;
const prefix = 'zeus-postgres-';

const noteOf = (dataDir: string) => join(dataDir, 'zeus-socket-directory');

/** The folder for the socket; the same one while it exists, so that a restarted server keeps its address. */
export async function openSocketDirectory(dataDir: string, runAs: RunAs): Promise<string> {
  if (Buffer.byteLength(dataDir) <= longestDirectory) return dataDir;
  const known = await notedDirectory(dataDir, runAs);
  if (known !== null) {
    for (const file of await readdir(known)) await rm(join(known, file));
    return known;
  }
  const directory = await mkdtemp(join(shortTemporary(), prefix));
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(directory, runAs.uid, runAs.gid);
  await writeFile(noteOf(dataDir), directory, { mode: 0o600 });
  return directory;
}

/** Removes the private folder of this data folder, if it has one. */
export async function removeSocketDirectory(dataDir: string, runAs: RunAs): Promise<void> {
  const directory = await notedDirectory(dataDir, runAs);
  if (directory !== null) await rm(directory, { recursive: true, force: true });
  await rm(noteOf(dataDir), { force: true });
}

const shortTemporary = () =>
  Buffer.byteLength(join(tmpdir(), `${prefix}XXXXXX`)) <= longestDirectory ? tmpdir() : '/tmp';

// Anyone can create a folder in the temporary one, so only a private folder of the server's own user is trusted.
async function notedDirectory(dataDir: string, runAs: RunAs): Promise<string | null> {
  const directory = await readFile(noteOf(dataDir), 'utf8').catch(() => '');
  if (!basename(directory).startsWith(prefix)) return null;
  const found = await lstat(directory).catch(() => null);
  const owner = runAs.uid ?? process.getuid?.();
  return found?.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0 ? directory : null;
}
