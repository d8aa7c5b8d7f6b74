import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longestFiles } from './longest-files.ts';
import { projectFolder } from './steps.ts';
import { findLongTests, findTestsOfKind, kindOf } from './test-files.ts';

test.each([
  ['unit', "import { expect } from 'vitest';\nimport { startOf } from './week.ts';"],
  ['system', "import { createTestApp } from '../../test/app.ts';\nimport '../../test/seeded.ts';"],
  ['system', "import { createTestApp } from '../test/app.ts';\nimport { spawn } from 'node:child_process';"],
  ['system', "import { createServer } from 'node:http';"],
  ['system', "import { startPracticeWeb } from '../../practice/start.ts';"],
  ['system', "import { startSite } from '../platform/outbound/test/site.ts';"],
  ['system', "import { createTestDatabase } from './test/database.ts';"],
  // In two parts, or this file would be one of them.
  ['alone', `import { createTestDatabase } from './test/database.ts';\nset${'DefaultCACertificates'}([]);`],
])('%s: %s', (kind, source) => {
  expect(kindOf(source)).toBe(kind);
});

test('every file is of one kind, and a long run has some', () => {
  const files = (['unit', 'system', 'alone'] as const).flatMap(findTestsOfKind);
  expect(new Set(files).size).toBe(files.length);
  expect(files).toContain('scripts/steps/test-files.test.ts');
  expect(files).toEqual(expect.arrayContaining(findLongTests()));
  expect(findLongTests()).toContain('server/workflow/orchestration/killed-worker.test.ts');
});

test('the list of the longest files names files that exist', () => {
  expect(longestFiles.filter((file) => !existsSync(join(projectFolder, file)))).toEqual([]);
});
