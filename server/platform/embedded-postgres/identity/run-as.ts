// Decides which identity the PostgreSQL programs run under, because they refuse to run as root. As root: in a user namespace
// with another uid (same files, no other account needed), or, where the system refuses namespaces, as another account. Everyone
// else: as they are. Nothing is assumed; each way is tried.
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { OperatorError } from '../../operator-error.ts';
import { runCommand } from '../run-command.ts';

export interface RunAs {
  kind: 'same-user' | 'namespace' | 'other-user';
  /** Words before every command. */
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

export interface RunAsOptions {
  /** Owner of an existing data folder. */
  owner: { uid: number; gid: number } | undefined;
  /** For tests: allow only this way. */
  only?: RunAs['kind'] | undefined;
  /** Stop the server when our process is gone, where the system supports it. */
  dieWithParent: boolean;
}

const sameUser: RunAs = { kind: 'same-user', prefix: [] };
const stopWithParent = ['setpriv', '--pdeathsig', 'INT', '--'];

/** Throws OperatorError if this machine has no way to run PostgreSQL. */
export async function chooseRunAs(options: RunAsOptions): Promise<RunAs> {
  if (process.platform === 'win32') return sameUser;
  for (const candidate of candidates(options)) {
    if (options.dieWithParent && process.platform === 'linux') {
      const tied = { ...candidate, prefix: [...candidate.prefix, ...stopWithParent] };
      if (await works(tied)) return tied;
    }
    if (await works(candidate)) return candidate;
  }
  throw new OperatorError(
    'PostgreSQL refuses to run as root, and this machine offers neither user namespaces nor another account (postgres, nobody) to run it as. Start Zeus as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

function candidates({ owner, only }: RunAsOptions): RunAs[] {
  const ways = process.getuid?.() === 0 ? waysOfRoot(owner) : hasName() ? [sameUser] : [inNamespace(), sameUser];
  return only ? ways.filter((way) => way.kind === only) : ways;
}

function waysOfRoot(owner: RunAsOptions['owner']): RunAs[] {
  if (owner && owner.uid !== 0) return [{ kind: 'other-user', prefix: [], ...owner }];
  return [inNamespace(), ...otherUsers()];
}

// Inside we are an account with a name, outside still ourselves: PostgreSQL is satisfied and our files stay ours.
function inNamespace(): RunAs {
  const uid = accounts().find((account) => account.uid > 0)?.uid ?? 1;
  return { kind: 'namespace', prefix: ['unshare', '--user', `--map-user=${uid}`, `--map-group=${uid}`, '--'] };
}

const works = async (way: RunAs) => (await runCommand([...way.prefix, 'true'], spawnIdentity(way))).ok;

/** The spawn options that run a command under this identity, without our environment. */
export function spawnIdentity({ uid, gid }: RunAs) {
  return { uid, gid, cwd: process.platform === 'win32' ? undefined : '/', env: plainEnvironment() };
}

function plainEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return process.env;
  return { PATH: `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`, LC_ALL: 'C', TZ: 'UTC' };
}

// initdb needs a name for its uid; containers run under uids without one.
function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function otherUsers(): RunAs[] {
  const known = accounts();
  return ['postgres', '_postgres', 'nobody', 'daemon'].flatMap((name) => {
    const account = known.find((one) => one.name === name && one.uid > 0);
    return account ? [{ kind: 'other-user' as const, prefix: [], uid: account.uid, gid: account.gid }] : [];
  });
}

function accounts(): { name: string; uid: number; gid: number }[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  } catch {
    return [];
  }
}
