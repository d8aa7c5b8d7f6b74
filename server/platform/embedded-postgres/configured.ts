// Where this Zeus keeps its embedded database, for everything that starts or reaches it.
import { join } from 'node:path';
import { loadSecrets } from '../settings/secrets.ts';

export const dataFolderIn = (home: string): string => join(home, 'postgres');

/** Folder and password of the embedded server; creates the password if missing. Throws if the home folder is not writable. */
export function embeddedServerOptions({ home }: { home: string }): { dataDir: string; password: string } {
  return { dataDir: dataFolderIn(home), password: loadSecrets(home, ['postgres']).postgres };
}
