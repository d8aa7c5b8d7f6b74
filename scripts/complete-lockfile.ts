// Adds the optional packages for other systems to package-lock.json that `npm install` left out. npm omits them if the registry
// doesn't have them at that moment, and then every later `npm ci`, on any system, refuses the file. Run it after `npm install`
// if the test next to it fails.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

/** The optional packages that some locked package names but the file lacks: path in the tree → entry to add. */
export function missingOptional({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const places = [`${parent}/node_modules/${name}`, `node_modules/${name}`];
      if (places.some((place) => packages[place] !== undefined)) continue;
      missing[`node_modules/${name}`] = { version, ...systemOf(name), ...(dev && { dev }), optional: true };
    }
  }
  return missing;
}

// These packages state their system in their name: @rolldown/binding-linux-arm64-musl.
function systemOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/);
  const find = (known: string[]) => known.filter((word) => words.includes(word)).slice(0, 1);
  const os = find(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']);
  const cpu = find(['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']);
  const libc = words.includes('musl') ? ['musl'] : [];
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) };
}

export const lockfilePath: string = join(import.meta.dirname, '../package-lock.json');

if (import.meta.main) {
  const lockfile = JSON.parse(readFileSync(lockfilePath, 'utf8')) as Lockfile;
  const missing = missingOptional(lockfile);
  const packages = { ...lockfile.packages, ...missing };
  const sorted = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'));
  lockfile.packages = Object.fromEntries(sorted.map((path) => [path, packages[path] ?? {}]));
  writeFileSync(lockfilePath, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} optional packages added`);
}
