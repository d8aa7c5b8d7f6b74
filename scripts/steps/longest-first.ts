// The order in which test files start.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFiles } from './longest-files.ts';
import { projectFolder } from './steps.ts';

function placeOf({ moduleId }: TestSpecification): number {
  const place = longestFiles.indexOf(relative(projectFolder, moduleId));
  return place < 0 ? longestFiles.length : place;
}

/** Starts the longest files first, then the others one project after the other, so that a project's processes are reused. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
