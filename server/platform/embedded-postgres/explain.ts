// Turns messages of the system or the PostgreSQL programs into something an operator can act on.
import { OperatorError } from '../operator-error.ts';

const causes: [RegExp, (folder: string) => string][] = [
  [
    /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/,
    (f) => `The disk that holds ${f} is full. Free some space and start again.`,
  ],
  [
    /Read-only file system|EROFS/,
    (f) => `${f} is on a read-only file system. Make it writable, or set ZEUS_HOME to a folder that is.`,
  ],
  [
    /cannot be run as root|not permitted. Execution of PostgreSQL by a user with administrative/,
    () => 'PostgreSQL refuses to run with administrator rights. Start Zeus as an ordinary user.',
  ],
  [
    /could not look up effective user ID/,
    () =>
      'The user Zeus runs as has no name on this machine, and PostgreSQL needs one. Add it to /etc/passwd, or run Zeus as another user.',
  ],
  [
    /has wrong ownership/,
    (f) => `${f} belongs to another user. Start Zeus as that user, or give the folder to this one with chown -R.`,
  ],
  [
    /has invalid permissions/,
    (f) => `${f} may be read by other users, which PostgreSQL refuses. Run: chmod 700 "${f}"`,
  ],
  [
    /pre-existing shared memory block/,
    (f) => `A PostgreSQL server that was killed still holds memory of ${f}. Wait a little and start again.`,
  ],
  [
    /could not create shared memory segment|Cannot allocate memory|could not map anonymous shared memory|ENOMEM/,
    () =>
      'PostgreSQL did not get the memory it needs, an eighth of this machine’s and at most 2 GB. Free some and start again.',
  ],
  [
    /could not locate a valid checkpoint record|invalid primary checkpoint record|is corrupt|invalid magic number|could not read from file/,
    (f) => `The database in ${f} is damaged. Restore the last backup (see docs/operating.md) into an empty folder.`,
  ],
  [
    /Permission denied|EACCES|EPERM|Operation not permitted/,
    (f) => `Zeus is not allowed to read or write ${f}. Check who owns it, or set ZEUS_HOME to a folder of this user.`,
  ],
  [
    /ENOTDIR|Not a directory/,
    (f) => `${f} cannot be a folder, because a part of its path is a file. Set ZEUS_HOME to another folder.`,
  ],
  [/ENOENT|EEXIST/, (f) => `${f} does not exist and cannot be created there. Set ZEUS_HOME to a folder of this user.`],
];

/** The message for a failure around a data folder, followed by the last lines of output. */
export function explainFailure(what: string, folder: string, said: string): OperatorError {
  const known = causes.find(([pattern]) => pattern.test(said));
  const lines = said.trim().split('\n').slice(-6).join('\n');
  const sentence = known ? known[1](folder) : `${what}.`;
  return new OperatorError(lines ? `${sentence}\nDetails: ${lines}` : sentence);
}

/** Runs a file system step; a system error becomes a message about the folder. */
export async function explained<Result>(folder: string, step: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof OperatorError || !(error instanceof Error) || !('code' in error)) throw error;
    const known = causes.find(([pattern]) => pattern.test(`${error.code} ${error.message}`));
    const sentence = known ? known[1](folder) : `Zeus could not prepare ${folder}: ${error.message}`;
    throw new OperatorError(sentence, { cause: error });
  }
}
