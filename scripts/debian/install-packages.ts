// Installs Debian packages with apt-get, as root.
import { existsSync } from 'node:fs';
import { reasonIn, runCommand } from '../steps/run-command.ts';

/** For an apt without network: give up on a server after 20 s, try twice. */
export const aptLimits: string[] = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];

export const hasApt: boolean = existsSync('/usr/bin/apt-get');
export const lackOfApt: string | null = hasApt ? null : 'this machine has no apt';
export const canInstallPackages: boolean = hasApt && process.getuid?.() === 0;

/** Throws with the reason if the packages could not be installed. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const options = [...aptLimits, '-o', 'DPkg::Lock::Timeout=300', '-q'];
  // One broken source among many fails the update, but the package may still be available.
  const update = await runCommand('apt-get', [...options, 'update'], { timeoutMs: 240_000, env });
  const install = await runCommand('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], {
    timeoutMs: 900_000,
    env,
  });
  if (!install.ok) throw new Error(reasonIn(`${update.output}\n${install.output}`));
}
