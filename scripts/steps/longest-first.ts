// The order in which test files start.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFiles } from './longest-files.ts';
import { projectFolder } from './steps.ts';

/**
 * One after the other, because a process is only reused by the next file of its project. The system's come first: meanwhile
 * the Zeus of the stories crawls the practice web. Those with the shortest files come last, so that no core waits for one.
 */
const projects = ['system', 'e2e', 'alone', 'web', 'unit'];

function placeOf({ moduleId }: TestSpecification): number {
  const place = longestFiles.indexOf(relative(projectFolder, moduleId));
  return place < 0 ? longestFiles.length : place;
}

/** Sorts by project, and starts the longest files of a project first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b) || placeOf(a) - placeOf(b));
  }
}
