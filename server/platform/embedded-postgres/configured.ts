// Where this Zeus keeps its embedded database, for everything that starts or reaches it.
import { join } from 'node:path';
import { loadSecrets } from '../settings/secrets.ts';

/** Folder and password of the embedded server; makes the password when there is none yet. Throws when the home folder cannot be written. */
export function embeddedServerOptions({ home }: { home: string }): { dataDir: string; password: string } {
  return { dataDir: join(home, 'postgres'), password: loadSecrets(home, ['postgres']).postgres };
}
