// Compares what the built files use with what the oldest supported browsers have.
import type { Features } from './features.ts';
import { usedFeatures } from './used-features.ts';

/**
 * Takes the files of a build (name → text), the features that some browser lacks, and the exceptions. Returns one line per use,
 * and one per unneeded exception.
 */
export function judgeBuild(
  files: ReadonlyMap<string, string>,
  missing: Features,
  exceptions: Readonly<Record<string, string>>,
): string[] {
  const uses = [...files].flatMap(([fileName, source]) => {
    const used = usedFeatures(fileName, source);
    const names = (Object.keys(used) as (keyof Features)[]).flatMap((kind) =>
      [...used[kind]].filter((name) => missing[kind].has(name)),
    );
    return [...new Set(names)].map((name) => ({ fileName, name }));
  });
  const unused = Object.keys(exceptions).filter((name) => !uses.some((use) => use.name === name));
  return [
    ...uses
      .filter(({ name }) => exceptions[name] === undefined)
      .map(({ fileName, name }) => `${fileName} uses ${name}, which a supported browser lacks`),
    ...unused.map((name) => `scripts/compat/exceptions.ts allows ${name}, which nothing uses`),
  ];
}
